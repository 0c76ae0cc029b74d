import { type APIEmbedField, ComponentType } from 'discord.js';

import type { PlainTextKey, Translate } from '../../locales/index.ts';
import { customIds } from '../../ui/custom-ids.ts';
import { type Modal, textInput } from '../../ui/modal.ts';
import { actionButton, type Button, createReply, notice, type Reply, selectOne } from '../../ui/reply.ts';
import { BLANK, codeText, lines, type Maybe, plainText, present, shortTimestamp, timestamp } from '../../ui/text.ts';
import { MAX_ADDRESS_LENGTH } from '../hook-address.ts';
import { isDelivered, MAX_HOOKS, type Outcome, type PastDelivery } from '../hook.ts';
import type { AddOutcome, ShownHook, WantedClaims } from '../service.ts';
import type { RewardNotice } from '../store/notices.ts';

export const ADDRESS_INPUT = 'address';
export const CLAIMS_INPUT = 'claims';
const WANTED_CLAIMS = ['all', 'of-current-token'] as const satisfies readonly WantedClaims[];

/** Short enough for five to fit. */
const LISTED_ADDRESS_LENGTH = 100;

const COLOUR_OF = { on: 'green', paused: 'grey', stopped: 'amber', gone: 'amber' } as const;

export function hookList(hooks: readonly ShownHook[], t: Translate): Reply {
  const isTrouble = hooks.some(({ state }) => state === 'stopped' || state === 'gone');
  const rows = hooks.map((hook) => {
    const address = codeText(hook.address ?? '', LISTED_ADDRESS_LENGTH);
    const { number, waiting } = hook;
    return t('rewards.list.line', { number, address, state: stateAndLimit(hook, t), waiting });
  });
  const options = hooks.map(({ id, number, address, state }) => ({
    value: id,
    label: t('rewards.list.option', { number, state: t(`rewards.states.${state}`) }),
    description: plainText(address ?? '', LISTED_ADDRESS_LENGTH) || BLANK,
  }));
  return createReply(
    {
      colour: isTrouble ? 'amber' : 'blurple',
      title: t('rewards.list.title'),
      description: [t(hooks.length === 0 ? 'rewards.list.none' : 'rewards.list.description'), ...rows],
    },
    [
      hooks.length < MAX_HOOKS &&
        actionButton(t('buttons.addWebhook'), customIds.settings.buttons['hook-add'](), 'Primary'),
    ],
    selectOne(customIds.settings.selects.hook(), t('rewards.list.pick'), options),
  );
}

function stateAndLimit({ state, claims }: Pick<ShownHook, 'state' | 'claims'>, t: Translate): string {
  const shown = t(`rewards.states.${state}`);
  return claims === 'all' ? shown : `${shown} · ${t(`rewards.detail.claims.${claims}`)}`;
}

/** All hooks of a guild, among its other settings, without their addresses. */
export function hooksField(hooks: readonly ShownHook[], t: Translate): APIEmbedField {
  const rows = hooks.map((hook) => t('rewards.list.option', { number: hook.number, state: stateAndLimit(hook, t) }));
  return { name: t('rewards.list.title'), value: lines(...rows) || t('rewards.list.unset') };
}

export function hookProblems(hooks: readonly ShownHook[], t: Translate): Maybe<string>[] {
  return hooks.map(({ number, state, address }) => {
    if (address === undefined) return t('problems.hooks.lost', { number });
    return state !== 'on' && t(`problems.hooks.${state}`, { number });
  });
}

/** One hook, with all its buttons. @param happened - what has just happened */
export function hookDetail(hook: ShownHook | undefined, t: Translate, happened?: PlainTextKey): Reply {
  if (!hook) return noHook(t);
  const { id, number, address, state, claims, oldSecretUntil: until, waiting } = hook;
  const { buttons } = customIds.settings;
  const shown = address === undefined ? t('rewards.detail.lost') : codeText(address, MAX_ADDRESS_LENGTH);
  const twoSecrets = until !== undefined && t('rewards.detail.twoSecrets', { until: shortTimestamp(until) });
  return createReply(
    {
      colour: COLOUR_OF[state],
      title: t('rewards.detail.title', { number }),
      description: [happened && t(happened), t(`rewards.detail.states.${state}`)],
      fields: [
        { name: t('rewards.detail.fields.address'), value: shown },
        { name: t('rewards.detail.fields.claims'), value: t(`rewards.detail.claims.${claims}`) },
        { name: t('rewards.detail.fields.waiting'), value: t('common.number', { value: waiting }) },
        twoSecrets && { name: t('rewards.detail.fields.secret'), value: twoSecrets },
      ],
    },
    [
      state === 'on'
        ? actionButton(t('buttons.pause'), buttons['hook-pause'](id))
        : actionButton(t('buttons.resume'), buttons['hook-resume'](id), 'Primary'),
      actionButton(t('buttons.sendTest'), buttons['hook-test'](id)),
      actionButton(t('buttons.newSecret'), buttons['hook-rotate'](id)),
      claims === 'all'
        ? actionButton(t('buttons.onlyThisToken'), buttons['hook-narrow'](id))
        : actionButton(t('buttons.everyClaim'), buttons['hook-widen'](id)),
      actionButton(t('buttons.turnOff'), buttons['hook-ask-remove'](id), 'Danger'),
    ],
  );
}

/** Asks for the address in a modal, because others can see the options of a command, and for the claims. */
export function addressModal(t: Translate): Modal {
  const [label, placeholder] = [t('rewards.add.modalLabel'), t('rewards.add.modalHint')];
  const options = WANTED_CLAIMS.map((value) => ({
    value,
    label: t(`rewards.detail.claims.${value}`),
    default: value === 'all',
  }));
  return {
    custom_id: customIds.settings.modals.hook(),
    title: t('rewards.add.modalTitle'),
    components: [
      textInput(ADDRESS_INPUT, 'Short', { label, placeholder, min_length: 1, max_length: MAX_ADDRESS_LENGTH }),
      {
        type: ComponentType.Label,
        label: t('rewards.detail.fields.claims'),
        component: { type: ComponentType.StringSelect, custom_id: CLAIMS_INPUT, options },
      },
    ],
  };
}

export function readWantedClaims(picked: readonly string[]): WantedClaims {
  return WANTED_CLAIMS.find((claims) => picked.includes(claims)) ?? 'all';
}

export function hookAdded(outcome: AddOutcome, t: Translate): Reply {
  switch (outcome.kind) {
    case 'added':
      return secretShown('rewards.add.done', outcome, t);
    case 'bad-address': {
      const description = t(`rewards.add.bad.${outcome.problem}`);
      return createReply({ colour: 'amber', title: t('rewards.add.bad.title'), description });
    }
    case 'full':
      return notice('grey', 'rewards.add.full')(t, { max: MAX_HOOKS });
    case 'no-token':
      return noToken(t);
  }
}

export function secretReplaced(replaced: NewSecret | undefined, t: Translate): Reply {
  return replaced ? secretShown('rewards.rotated', replaced, t) : noHook(t);
}

type NewSecret = Pick<AddOutcome & { kind: 'added' }, 'hook' | 'secret'>;

/** The only place where a secret is shown. */
function secretShown(text: 'rewards.add.done' | 'rewards.rotated', { hook, secret }: NewSecret, t: Translate): Reply {
  return notice('green', text, { buttons: [toHook(hook, t)] })(t, { number: hook.number, secret: secret.reveal() });
}

/** Shows only the status of the receiver's answer. */
export function testReply(tested: { hook: ShownHook; outcome: Outcome } | undefined, t: Translate): Reply {
  if (!tested) return noHook(t);
  const { hook, outcome } = tested;
  const [colour, text] = isDelivered(outcome)
    ? (['green', 'rewards.test.delivered'] as const)
    : (['amber', 'rewards.test.failed'] as const);
  const values = { number: hook.number, outcome: outcomeText(outcome, t) };
  return notice(colour, text, { buttons: [toHook(hook, t)] })(t, values);
}

export function askToRemove(hook: ShownHook | undefined, t: Translate): Reply {
  if (!hook) return noHook(t);
  const { id, number, waiting } = hook;
  const buttons = [
    actionButton(t('buttons.turnOff'), customIds.settings.buttons['hook-remove'](id), 'Danger'),
    actionButton(t('buttons.cancel'), customIds.settings.buttons.hook(id)),
  ];
  return notice('amber', 'rewards.askRemove', { buttons })(t, { number, waiting });
}

/** For a hook that cannot be limited, because the guild has no access token. */
export const noToken = notice('amber', 'rewards.noToken');

export const noHook = notice('grey', 'rewards.notFound');

/** Told to a manager once: the hook was turned off. */
export function hookStopped(number: number, state: 'stopped' | 'gone', t: Translate): Reply {
  const title = t('rewards.stopped.title', { number });
  return createReply({ colour: 'amber', title, description: t(`rewards.stopped.${state}`) });
}

/** For everyone, in the channel of the announcements, so without any address. */
export function rewardNotice(about: RewardNotice, t: Translate): Reply {
  return notice('amber', about === 'webhook' ? 'rewards.notice' : 'voterRole.notice')(t);
}

function toHook({ id, number }: ShownHook, t: Translate): Button {
  return actionButton(t('buttons.showWebhook', { number }), customIds.settings.buttons.hook(id));
}

export function outcomeText(outcome: Outcome, t: Translate): string {
  if (outcome.kind !== 'answered') return t(`rewards.outcomes.${outcome.kind}`);
  return t(isDelivered(outcome) ? 'rewards.outcomes.accepted' : 'rewards.outcomes.refused', { status: outcome.status });
}

/** A claim's message to one hook, for moderators, so without its address. */
export function deliveryLine(delivery: PastDelivery, t: Translate): string {
  const { hookNumber, hasHook, state, tries, outcome, endedAt } = delivery;
  const what =
    state === 'delivered'
      ? t('rewards.deliveries.delivered', { time: timestamp(endedAt ?? 0) })
      : t(`rewards.deliveries.${state}`);
  return present([
    t(hasHook ? 'rewards.deliveries.hook' : 'rewards.deliveries.goneHook', { number: hookNumber }),
    what,
    state === 'due' && outcome && t('rewards.deliveries.tried', { tries, outcome: outcomeText(outcome, t) }),
  ]).join(' · ');
}
