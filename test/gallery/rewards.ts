import type { Translate } from '../../src/locales/index.ts';
import type { Outcome } from '../../src/rewards/hook.ts';
import type { ShownHook } from '../../src/rewards/service.ts';
import {
  newAddressModal,
  votifierModal,
  votifierTestModal,
  votifierTokenModal,
  webhookModal,
} from '../../src/rewards/views/hook-forms.ts';
import {
  addressChanged,
  askToRemove,
  handedByStaff,
  hookAdded,
  hookDetail,
  hookFailing,
  hookList,
  hookStopped,
  noHook,
  noToken,
  rewardNotice,
  secretReplaced,
  tokenReplaced,
} from '../../src/rewards/views/hooks.ts';
import { testReply } from '../../src/rewards/views/hook-tests.ts';
import { Secret } from '../../src/secret.ts';
import { customIds } from '../../src/ui/custom-ids.ts';
import type { FilledForm } from '../../src/ui/failure.ts';
import { DAY_MS, GUILD_ID, LIST_ID, type Modals, NOW, type Replies, USER_ID } from './entries.ts';

export const HOOK: ShownHook = {
  id: LIST_ID,
  kind: 'webhook',
  number: 1,
  address: 'https://game.example/votes?key=of_the_`receiver`',
  state: 'on',
  claims: 'all',
  oldSecretUntil: undefined,
  waiting: 0,
  failing: undefined,
};
const OTHERS = (
  [
    { ...HOOK, number: 2, state: 'paused', claims: 'of-current-token', waiting: 3 },
    { ...HOOK, number: 3, state: 'stopped', claims: 'of-other-token', waiting: 12_345, oldSecretUntil: NOW + DAY_MS },
    { ...HOOK, number: 4, state: 'gone', address: `https://game.example/${'x'.repeat(479)}` },
    { ...HOOK, number: 5, address: undefined },
  ] satisfies ShownHook[]
).map<ShownHook>((hook, index) => ({ ...hook, id: `${LIST_ID.slice(0, -1)}${index}` }));
const VOTIFIER: ShownHook = { ...HOOK, id: USER_ID, kind: 'votifier', number: 2, address: 'play.example.org:8192' };
const FAILING: ShownHook['failing'] = { since: NOW - DAY_MS, outcome: { kind: 'unknown-service' } };
const VOTES = [
  ...['vote-taken', 'vote-failed', 'no-votifier', 'bad-name', 'bad-token', 'unknown-service', 'bad-challenge'],
  ...['protocol-1', 'closed', 'garbled'],
] as Exclude<Outcome['kind'], 'answered'>[];
const REACHED = { isTried: true, unreached: undefined };
const NOT_TRIED = { ...REACHED, isTried: false };
const SECRET = new Secret(`whsec_${'A'.repeat(43)}=`);

const filled = (t: Translate): FilledForm => ({
  typed: [{ name: t('forms.address'), value: '`http://game.example`' }],
  opensIt: customIds.settings.buttons['hook-add'](),
});

const tested =
  (outcome: Outcome): Replies[string] =>
  (t) =>
    testReply({ hook: HOOK, outcome }, t);

export const replies: Replies = {
  'no webhooks': (t) => hookList([], t),
  'rewards by hand': (t) => hookList([], t, [], { isAnnounced: true }),
  'rewards by hand, which nothing announces': (t) => hookList([], t, [], { isAnnounced: false }),
  'rewards are by hand from now on': handedByStaff,
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
  'webhook added': (t) => hookAdded({ kind: 'added', hook: HOOK, secret: SECRET, ...REACHED }, t),
  'webhook added that cannot be reached': (t) =>
    hookAdded({ kind: 'added', hook: HOOK, secret: SECRET, isTried: true, unreached: { kind: 'unreachable' } }, t),
  'a webhook with another address': (t) => addressChanged({ kind: 'changed', hook: HOOK, ...REACHED }, t),
  'a webhook with another address, not tried': (t) => addressChanged({ kind: 'changed', hook: HOOK, ...NOT_TRIED }, t),
  'another address that cannot be reached': (t) =>
    addressChanged({ kind: 'changed', hook: VOTIFIER, isTried: true, unreached: { kind: 'no-votifier' } }, t),
  'another address that is none': (t) =>
    addressChanged({ kind: 'bad-address', of: 'webhook', problem: 'form', hook: HOOK }, t, filled(t)),
  'another address of a game server that is known': (t) => addressChanged({ kind: 'duplicate', hook: VOTIFIER }, t),
  'not an address': (t) => hookAdded({ kind: 'bad-address', of: 'webhook', problem: 'form' }, t, filled(t)),
  'a bare IPv6 address': (t) => hookAdded({ kind: 'bad-address', of: 'webhook', problem: 'brackets' }, t),
  'a bare IPv6 address of a game server': (t) =>
    hookAdded({ kind: 'bad-address', of: 'votifier', problem: 'brackets' }, t),
  'an address that is not encrypted': (t) => hookAdded({ kind: 'bad-address', of: 'webhook', problem: 'https' }, t),
  'an address that is not public': (t) => hookAdded({ kind: 'bad-address', of: 'webhook', problem: 'private' }, t),
  'webhook for which there is no token': (t) => hookAdded({ kind: 'no-token' }, t),
  'too many webhooks': (t) => hookAdded({ kind: 'full' }, t),
  'no token to limit a webhook to': noToken,
  'new secret': (t) => secretReplaced({ hook: HOOK, secret: SECRET }, t),
  'test accepted': tested({ kind: 'answered', status: 204 }),
  'test refused': tested({ kind: 'answered', status: 401 }),
  'test redirected': tested({ kind: 'answered', status: 301 }),
  'test not sent': tested({ kind: 'unreachable' }),
  'test not answered': tested({ kind: 'no-answer' }),
  'test not allowed': tested({ kind: 'blocked' }),
  'test without a secret': tested({ kind: 'unreadable' }),
  'asks whether to turn a webhook off': (t) => askToRemove({ ...HOOK, waiting: 1_234 }, t),
  'webhook gone': noHook,
  'webhook stopped': (t) => hookStopped({ ...HOOK, state: 'stopped' }, t),
  'webhook turned off by its receiver': (t) => hookStopped({ ...HOOK, state: 'gone' }, t),
  'a place that fails, and rewards again': (t) => hookFailing({ ...VOTIFIER, outcome: 'bad-token' }, t),
  'every kind of place': (t) =>
    hookList([HOOK, VOTIFIER, { ...VOTIFIER, id: GUILD_ID, number: 3, failing: FAILING }], t),
  'who sent test votes': (t) =>
    hookList([VOTIFIER], t, [
      { hookNumber: 2, playername: 'Steve_the_B', by: USER_ID, at: NOW },
      { hookNumber: 3, playername: '.Alex', by: undefined, at: NOW - DAY_MS },
    ]),
  'a game server with NuVotifier': (t) => hookDetail(VOTIFIER, t),
  'a game server that fails': (t) => hookDetail({ ...VOTIFIER, failing: FAILING }, t),
  'a game server with another token': (t) => tokenReplaced(VOTIFIER, t),
  'a game server added': (t) => hookAdded({ kind: 'added', hook: VOTIFIER, secret: SECRET, ...NOT_TRIED }, t),
  ...Object.fromEntries(
    (['no-votifier', 'protocol-1'] as const).map((kind) => [
      `a game server added: ${kind}`,
      (t) => hookAdded({ kind: 'added', hook: VOTIFIER, secret: SECRET, isTried: true, unreached: { kind } }, t),
    ]) as [string, Replies[string]][],
  ),
  'not the address of a game server': (t) => hookAdded({ kind: 'bad-address', of: 'votifier', problem: 'form' }, t),
  'a game server that is known': (t) => hookAdded({ kind: 'duplicate' }, t),
  'a game server that is not public': (t) => hookAdded({ kind: 'bad-address', of: 'votifier', problem: 'private' }, t),
  'not a token': (t) => tokenReplaced('bad-token', t, filled(t)),
  ...Object.fromEntries(
    VOTES.map((kind) => [`test vote: ${kind}`, (t) => testReply({ hook: VOTIFIER, outcome: { kind } }, t)]) as [
      string,
      Replies[string],
    ][],
  ),
  'for everyone, that rewards are late': (t) => rewardNotice('webhook', t),
};

export const modals: Modals = {
  'asks for the address': webhookModal,
  'asks for another address': (t) => newAddressModal(HOOK, t),
  'asks for a game server': votifierModal,
  'asks for another token': (t) => votifierTokenModal(LIST_ID, t),
  'asks for the player of a test': (t) => votifierTestModal(LIST_ID, t),
};
