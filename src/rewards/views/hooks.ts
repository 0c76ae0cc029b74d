import { overviewButton, rewardButtons, settingTitle } from '../../guilds/views/overview.ts';
import type { PlainTextKey, Translate } from '../../locales/index.ts';
import { customIds } from '../../ui/custom-ids.ts';
import { type FilledForm, withForm } from '../../ui/failure.ts';
import { personName } from '../../ui/person-name.ts';
import { actionButton, type Button, createReply, type Reply, selectOne, textReply } from '../../ui/reply.ts';
import { BLANK, codeText, escapeText, lines, type Maybe, plainText, present, shortTimestamp } from '../../ui/text.ts';
import { MAX_ADDRESS_LENGTH } from '../hook-address.ts';
import {
  type HookKind,
  isDelivered,
  isRedirect,
  MAX_HOOKS,
  type Outcome,
  readOutcome,
  refusesSignature,
  type TestVote,
} from '../hook.ts';
import type { AddOutcome, AddressTry, ChangedAddress, RefusedAddress, ShownHook } from '../service.ts';
import type { RewardNotice } from '../store/notices.ts';
import { MAX_VOTE_NAME_LENGTH } from '../vote-name.ts';
import { SERVICE_NAME } from '../votifier.ts';

type AddedHook = AddOutcome & { kind: 'added' };
type NewSecret = Pick<AddedHook, 'hook' | 'secret'> & Partial<AddressTry>;

/** Short enough for five to fit. */
const LISTED_ADDRESS_LENGTH = 100;

const COLOUR_OF = { on: 'green', paused: 'grey', stopped: 'amber', gone: 'amber' } as const;

/** @param tests - the newest test votes, also to hooks that are gone. @param byHand - a manager said that staff hand rewards over, whom announcements tell */
export function hookList(
  hooks: readonly ShownHook[],
  t: Translate,
  tests: readonly TestVote[] = [],
  byHand?: { isAnnounced: boolean },
): Reply {
  const isTrouble = hooks.some(({ state, failing }) => state === 'stopped' || state === 'gone' || failing);
  const isNowhere = hooks.length === 0;
  const unset = !byHand ? 'none' : byHand.isAnnounced ? 'byHand' : 'byHandUnannounced';
  const rows = hooks.map((hook) => {
    const address = codeText(hook.address ?? '', LISTED_ADDRESS_LENGTH);
    const state = present([stateAndLimit(hook, t), failingText(hook, t)]).join(' · ');
    return t('rewards.list.line', { hook: hookName(hook, t), address, state, waiting: hook.waiting });
  });
  const options = hooks.map((hook) => ({
    value: hook.id,
    label: t('rewards.list.option', { hook: hookName(hook, t), state: t(`rewards.states.${hook.state}`) }),
    description: plainText(hook.address ?? '', LISTED_ADDRESS_LENGTH) || BLANK,
  }));
  return createReply(
    {
      colour: isTrouble ? 'amber' : 'blurple',
      title: settingTitle('rewards', t),
      description: [t(`rewards.list.${isNowhere ? unset : 'description'}`), ...rows],
      fields: [
        tests.length > 0 && {
          name: t('rewards.list.tests'),
          value: lines(...tests.map((test) => testLine(test, t))),
        },
      ],
    },
    [...(hooks.length < MAX_HOOKS ? rewardButtons(t, { mayBeByHand: isNowhere && !byHand }) : []), overviewButton(t)],
    selectOne(customIds.settings.selects.hook(), t('rewards.list.pick'), options),
  );
}

function testLine({ hookNumber: number, playername, by, at }: TestVote, t: Translate): string {
  const player = escapeText(playername, MAX_VOTE_NAME_LENGTH);
  return [personName(by, t), shortTimestamp(at), hookName({ kind: 'votifier', number }, t), player].join(' · ');
}

/** As people know it. @param hook - `kind`: undefined once it is gone */
export function hookName({ kind, number }: { kind: HookKind | undefined; number: number }, t: Translate): string {
  return t(`rewards.names.${kind ?? 'gone'}`, { number });
}

/** Of a hook that is on: since when it has been failing, and how. */
function failingText({ state, failing }: Pick<ShownHook, 'state' | 'failing'>, t: Translate): string | undefined {
  if (state !== 'on' || !failing) return undefined;
  return t('rewards.failing', failingValues(failing, t));
}

function failingValues({ since, outcome }: NonNullable<ShownHook['failing']>, t: Translate) {
  return { time: shortTimestamp(since), outcome: outcome ? outcomeText(outcome, t) : BLANK };
}

function stateAndLimit({ state, claims }: Pick<ShownHook, 'state' | 'claims'>, t: Translate): string {
  const shown = t(`rewards.states.${state}`);
  return claims === 'all' ? shown : `${shown} · ${t(`rewards.detail.claims.${claims}`)}`;
}

export function hookProblems(hooks: readonly ShownHook[], t: Translate): Maybe<string>[] {
  return hooks.map((hook) => {
    const { state, address, failing } = hook;
    const name = { hook: hookName(hook, t) };
    if (address === undefined) return t('problems.hooks.lost', name);
    if (state !== 'on') return t(`problems.hooks.${state}`, name);
    return failing && t('problems.hooks.failing', { ...name, ...failingValues(failing, t) });
  });
}

/** After these, why it failed before says nothing of now. */
const MENDS: readonly PlainTextKey[] = ['rewards.detail.newAddress', 'rewards.detail.newToken'];

/** One hook, with all its buttons. @param happened - what has just happened. @param tried - the address that it was given */
export function hookDetail(
  hook: ShownHook | undefined,
  t: Translate,
  happened?: PlainTextKey,
  tried: Partial<AddressTry> = {},
): Reply {
  if (!hook) return noHook(t);
  const { id, kind, address, state, claims, oldSecretUntil: until, waiting, failing } = hook;
  const isLost = address === undefined;
  const shown = isLost ? t('rewards.detail.lost') : codeText(address, MAX_ADDRESS_LENGTH);
  const isMended = happened !== undefined && MENDS.includes(happened);
  const isFailing = state === 'on' && !isMended && failing;
  const twoSecrets = until !== undefined && t('rewards.detail.twoSecrets', { until: shortTimestamp(until) });
  return createReply(
    {
      colour: isLost || tried.unreached || isFailing ? 'amber' : COLOUR_OF[state],
      title: t('rewards.detail.title', { hook: hookName(hook, t) }),
      description: [
        !tried.unreached && happened && t(happened),
        triedText(hook, tried, t),
        isFailing && t('rewards.detail.failing', failingValues(isFailing, t)),
        t(`rewards.detail.states.${isLost ? 'lost' : state}`),
      ],
      fields: [
        { name: t('rewards.detail.fields.address'), value: shown },
        { name: t('forms.sent-claims'), value: t(`rewards.detail.claims.${claims}`) },
        { name: t('rewards.detail.fields.waiting'), value: t('common.number', { value: waiting }) },
        kind === 'votifier' && { name: t('rewards.detail.fields.service'), value: codeText(SERVICE_NAME, 100) },
        twoSecrets && { name: t('rewards.detail.fields.secret'), value: twoSecrets },
      ],
    },
    [
      state === 'on' ? hookButton('hook-pause', id, t) : hookButton('hook-resume', id, t, 'Primary'),
      hookButton(testOf(hook), id, t, isMended && !tried.unreached ? 'Primary' : undefined),
      hookButton(kind === 'webhook' ? 'hook-rotate' : 'votifier-token', id, t),
      !isLost && hookButton('hook-address', id, t),
      hookButton(claims === 'all' ? 'hook-narrow' : 'hook-widen', id, t),
      hookButton('hook-ask-remove', id, t, 'Danger'),
      toList(t),
    ],
  );
}

/** @param form - what was filled in, where it can be filled in again */
export function hookAdded(outcome: AddOutcome, t: Translate, form?: FilledForm): Reply {
  switch (outcome.kind) {
    case 'added':
      return outcome.hook.kind === 'webhook' ? secretShown('rewards.add.done', outcome, t) : votifierAdded(outcome, t);
    case 'bad-address':
    case 'duplicate':
      return badAddress(outcome, t, form, back(t));
    case 'bad-token':
      return badToken(t, form);
    case 'full':
      return textReply('grey', 'rewards.add.full', { buttons: back(t) })(t, { max: MAX_HOOKS });
    case 'no-token':
      return noToken(t);
  }
}

function badAddress(
  outcome: RefusedAddress,
  t: Translate,
  form: FilledForm | undefined,
  buttons: readonly Button[],
): Reply {
  const { of, problem } = outcome.kind === 'duplicate' ? { of: 'votifier', problem: 'known' as const } : outcome;
  // Only a web address can be without encryption, and only a vote be handed out twice.
  const description = t(
    problem === 'known' || (of === 'votifier' && problem !== 'https')
      ? `rewards.votifier.bad.${problem}`
      : `rewards.add.bad.${problem}`,
  );
  return withForm({ colour: 'amber', title: t('rewards.add.bad.title'), description }, form, t, buttons);
}

function votifierAdded({ hook, ...tried }: AddedHook, t: Translate): Reply {
  // While nothing would arrive, there is nothing to test, and no vote goes out.
  const description =
    !tried.unreached && t('rewards.votifier.done.description', { hook: hookName(hook, t), service: SERVICE_NAME });
  return addedReply('rewards.votifier.done', { hook, ...tried, description }, t);
}

/** Leads to a test, unless the address has to be mended first. */
function addedReply(
  text: 'rewards.votifier.done' | 'rewards.add.done' | 'rewards.rotated',
  { hook, description, ...tried }: Pick<AddedHook, 'hook'> & Partial<AddressTry> & { description: Maybe<string> },
  t: Translate,
): Reply {
  return createReply(
    {
      colour: tried.unreached ? 'amber' : 'green',
      title: t(`${text}.title`),
      description: [triedText(hook, tried, t), description],
    },
    [
      hookButton(tried.unreached ? 'hook-address' : testOf(hook), hook.id, t, 'Primary'),
      toHook(hook, t),
      overviewButton(t),
    ],
  );
}

export function addressChanged(changed: ChangedAddress | undefined, t: Translate, form?: FilledForm): Reply {
  if (!changed) return noHook(t);
  if (changed.kind === 'changed') return hookDetail(changed.hook, t, 'rewards.detail.newAddress', changed);
  return badAddress(changed, t, form, [toHook(changed.hook, t)]);
}

/** What a try of the address came to, which is saved whatever that was. */
function triedText(hook: ShownHook, { isTried, unreached }: Partial<AddressTry>, t: Translate): Maybe<string> {
  if (!unreached) return isTried && t('rewards.reached');
  return t('rewards.unreached', { hook: hookAndAddress(hook, t), outcome: outcomeText(unreached, t) });
}

export function hookAndAddress(hook: ShownHook, t: Translate): string {
  return present([hookName(hook, t), hook.address && codeText(hook.address, LISTED_ADDRESS_LENGTH)]).join(' · ');
}

const HOOK_BUTTONS = {
  'hook-test': 'buttons.sendTest',
  'votifier-test': 'buttons.sendTest',
  'hook-address': 'buttons.newAddress',
  'hook-rotate': 'buttons.newSecret',
  'votifier-token': 'buttons.newToken',
  'hook-pause': 'buttons.pause',
  'hook-resume': 'buttons.resume',
  'hook-narrow': 'buttons.onlyThisToken',
  'hook-widen': 'buttons.everyClaim',
  'hook-ask-remove': 'buttons.remove',
} as const;
type HookAction = keyof typeof HOOK_BUTTONS;

export function hookButton(action: HookAction, id: string, t: Translate, style?: 'Primary' | 'Danger'): Button {
  return actionButton(t(HOOK_BUTTONS[action]), customIds.settings.buttons[action](id), style);
}

export const testOf = ({ kind }: Pick<ShownHook, 'kind'>): HookAction =>
  kind === 'webhook' ? 'hook-test' : 'votifier-test';

export function tokenReplaced(replaced: ShownHook | 'bad-token' | undefined, t: Translate, form?: FilledForm): Reply {
  return replaced === 'bad-token' ? badToken(t, form) : hookDetail(replaced, t, 'rewards.detail.newToken');
}

export function secretReplaced(replaced: NewSecret | undefined, t: Translate): Reply {
  return replaced ? secretShown('rewards.rotated', replaced, t) : noHook(t);
}

/** The only place where a secret is shown. */
function secretShown(
  text: 'rewards.add.done' | 'rewards.rotated',
  { hook, secret, ...tried }: NewSecret,
  t: Translate,
): Reply {
  const description = t(`${text}.description`, { number: hook.number, secret: secret.reveal() });
  return addedReply(text, { hook, ...tried, description }, t);
}

export function askToRemove(hook: ShownHook | undefined, t: Translate): Reply {
  if (!hook) return noHook(t);
  const { id, waiting } = hook;
  const buttons = [
    actionButton(t('buttons.remove'), customIds.settings.buttons['hook-remove'](id), 'Danger'),
    actionButton(t('buttons.cancel'), customIds.settings.buttons.hook(id)),
  ];
  return textReply('amber', 'rewards.askRemove', { buttons })(t, { hook: hookName(hook, t), waiting });
}

/** For a hook that cannot be limited, because the guild has no access token. */
export const noToken = (t: Translate): Reply => textReply('amber', 'rewards.noToken', { buttons: back(t) })(t);

function badToken(t: Translate, form: FilledForm | undefined): Reply {
  const [title, description] = [t('rewards.votifier.badToken.title'), t('rewards.votifier.badToken.description')];
  return withForm({ colour: 'amber', title, description }, form, t, back(t));
}

export const noHook = (t: Translate): Reply => textReply('grey', 'rewards.notFound', { buttons: back(t) })(t);

/** Told to a manager once: a hook has failed several times in a row. @param outcome - of the last try, as stored */
export function hookFailing(hook: { kind: HookKind; number: number; outcome: string }, t: Translate): Reply {
  const outcome = readOutcome(hook.outcome);
  const values = { outcome: outcome ? outcomeText(outcome, t) : BLANK };
  const title = t('rewards.failingNews.title', { hook: hookName(hook, t) });
  return createReply({ colour: 'amber', title, description: t('rewards.failingNews.description', values) });
}

/** Told to a manager once: the hook was turned off. */
export function hookStopped(hook: { kind: HookKind; number: number; state: 'stopped' | 'gone' }, t: Translate): Reply {
  const { state } = hook;
  const title = t('rewards.stopped.title', { hook: hookName(hook, t) });
  return createReply({ colour: 'amber', title, description: t(`rewards.stopped.${state}`) });
}

export const handedByStaff = textReply('green', 'rewards.byHand');

/** For everyone, in the channel of the announcements, so without any address. */
export function rewardNotice(about: RewardNotice, t: Translate): Reply {
  return textReply('amber', about === 'webhook' ? 'rewards.notice' : 'voterRole.notice')(t);
}

const back = (t: Translate): Button[] => [toList(t), overviewButton(t)];

function toList(t: Translate): Button {
  return actionButton(t('buttons.backToList'), customIds.setup.buttons.page('rewards'));
}

export function toHook(hook: Pick<ShownHook, 'id' | 'kind' | 'number'>, t: Translate): Button {
  const label = t('buttons.showHook', { hook: hookName(hook, t) });
  return actionButton(label, customIds.settings.buttons.hook(hook.id));
}

export function outcomeText(outcome: Outcome, t: Translate): string {
  if (outcome.kind !== 'answered') return t(`rewards.outcomes.${outcome.kind}`, { service: SERVICE_NAME });
  if (isRedirect(outcome)) return t('rewards.outcomes.redirected', { status: outcome.status });
  const answered = isDelivered(outcome) ? 'accepted' : refusesSignature(outcome) ? 'badSecret' : 'refused';
  return t(`rewards.outcomes.${answered}`, { status: outcome.status });
}
