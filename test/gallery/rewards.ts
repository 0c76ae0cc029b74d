import type { Outcome } from '../../src/rewards/hook.ts';
import type { ShownHook } from '../../src/rewards/service.ts';
import {
  addressModal,
  askToRemove,
  hookAdded,
  hookDetail,
  hookList,
  hookStopped,
  noHook,
  noToken,
  rewardNotice,
  secretReplaced,
  testReply,
} from '../../src/rewards/views/hooks.ts';
import { Secret } from '../../src/secrets/secret.ts';
import { DAY_MS, LIST_ID, type Modals, NOW, type Replies } from './entries.ts';

export const HOOK: ShownHook = {
  id: LIST_ID,
  number: 1,
  address: 'https://game.example/votes?key=of_the_`receiver`',
  state: 'on',
  claims: 'all',
  oldSecretUntil: undefined,
  waiting: 0,
};
const OTHERS = (
  [
    { ...HOOK, number: 2, state: 'paused', claims: 'of-current-token', waiting: 3 },
    { ...HOOK, number: 3, state: 'stopped', claims: 'of-other-token', waiting: 12_345, oldSecretUntil: NOW + DAY_MS },
    { ...HOOK, number: 4, state: 'gone', address: `https://game.example/${'x'.repeat(479)}` },
    { ...HOOK, number: 5, address: undefined },
  ] satisfies ShownHook[]
).map<ShownHook>((hook, index) => ({ ...hook, id: `${LIST_ID.slice(0, -1)}${index}` }));
const SECRET = new Secret(`whsec_${'A'.repeat(43)}=`);

const tested =
  (outcome: Outcome): Replies[string] =>
  (t) =>
    testReply({ hook: HOOK, outcome }, t);

export const replies: Replies = {
  'no webhooks': (t) => hookList([], t),
  'one webhook': (t) => hookList([HOOK], t),
  'as many webhooks as there can be': (t) => hookList([HOOK, ...OTHERS], t),
  'a webhook': (t) => hookDetail(HOOK, t),
  'a webhook that is paused': (t) => hookDetail({ ...HOOK, state: 'paused' }, t, 'rewards.detail.paused'),
  'a webhook that is resumed': (t) => hookDetail(HOOK, t, 'rewards.detail.resumed'),
  'a webhook for one token': (t) => hookDetail({ ...HOOK, claims: 'of-current-token' }, t, 'rewards.detail.narrowed'),
  'a webhook for every claim': (t) => hookDetail(HOOK, t, 'rewards.detail.widened'),
  ...Object.fromEntries(
    OTHERS.map((hook) => [`webhook ${hook.number}`, (t) => hookDetail(hook, t)]) as [string, Replies[string]][],
  ),
  'webhook added': (t) => hookAdded({ kind: 'added', hook: HOOK, secret: SECRET }, t),
  'not an address': (t) => hookAdded({ kind: 'bad-address', problem: 'form' }, t),
  'an address that is not encrypted': (t) => hookAdded({ kind: 'bad-address', problem: 'https' }, t),
  'an address that is not public': (t) => hookAdded({ kind: 'bad-address', problem: 'private' }, t),
  'webhook for which there is no token': (t) => hookAdded({ kind: 'no-token' }, t),
  'too many webhooks': (t) => hookAdded({ kind: 'full' }, t),
  'no token to limit a webhook to': noToken,
  'new secret': (t) => secretReplaced({ hook: HOOK, secret: SECRET }, t),
  'test accepted': tested({ kind: 'answered', status: 204 }),
  'test refused': tested({ kind: 'answered', status: 401 }),
  'test not sent': tested({ kind: 'unreachable' }),
  'test not answered': tested({ kind: 'no-answer' }),
  'test not allowed': tested({ kind: 'blocked' }),
  'test without a secret': tested({ kind: 'unreadable' }),
  'asks whether to turn a webhook off': (t) => askToRemove({ ...HOOK, waiting: 1_234 }, t),
  'webhook gone': noHook,
  'webhook stopped': (t) => hookStopped(1, 'stopped', t),
  'webhook turned off by its receiver': (t) => hookStopped(1, 'gone', t),
  'for everyone, that rewards are late': (t) => rewardNotice('webhook', t),
};

export const modals: Modals = { 'asks for the address': addressModal };
