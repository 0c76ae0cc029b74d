import { type APIButtonComponent, type APIEmbedField, ComponentType, TextInputStyle } from 'discord.js';

import type { PlainTextKey, Translate } from '../../locales/index.ts';
import { customIds } from '../../ui/custom-ids.ts';
import {
  actionButton,
  type Colour,
  createEmbed,
  createReply,
  type Modal,
  noticeReply,
  type Reply,
  selectOne,
} from '../../ui/reply.ts';
import { BLANK, codeText, plainText, shortTimestamp } from '../../ui/text.ts';
import { type HookState, isDelivered, MAX_HOOKS, type Outcome } from '../hook.ts';
import { type BadAddress, MAX_ADDRESS_LENGTH } from '../hook-address.ts';
import type { AddOutcome, ShownHook, WantedClaims } from '../service.ts';
import type { RewardNotice } from '../store/notices.ts';
import { outcomeText } from './words.ts';

export const ADDRESS_INPUT = 'address';
export const CLAIMS_INPUT = 'claims';
const WANTED_CLAIMS = ['all', 'of-current-token'] as const satisfies readonly WantedClaims[];

/** Five addresses of this length always fit. */
const LISTED_ADDRESS_LENGTH = 100;

const COLOUR_OF = { on: 'green', paused: 'grey', stopped: 'amber', gone: 'amber' } as const satisfies Record<
  HookState,
  Colour
>;

/** All hooks of a guild, with a select that opens one. */
export function hookList(hooks: readonly ShownHook[], t: Translate): Reply {
  const isTrouble = hooks.some(({ state }) => state === 'stopped' || state === 'gone');
  const embed = createEmbed({
    colour: isTrouble ? 'amber' : 'blurple',
    title: t('rewards.list.title'),
    description: [t(hooks.length === 0 ? 'rewards.list.none' : 'rewards.list.description'), ...lines(hooks, t)].join(
      '\n\n',
    ),
  });
  const options = hooks.map(({ id, number, address, state }) => ({
    value: id,
    label: t('rewards.list.option', { number, state: t(`rewards.states.${state}`) }),
    description: plainText(address ?? '', LISTED_ADDRESS_LENGTH) || BLANK,
  }));
  const add = actionButton(t('buttons.addWebhook'), customIds.settings.buttons['hook-add'](), 'primary');
  return createReply(
    embed,
    hooks.length < MAX_HOOKS ? [add] : [],
    selectOne(customIds.settings.selects.hook(), t('rewards.list.pick'), options),
  );
}

function lines(hooks: readonly ShownHook[], t: Translate): string[] {
  return hooks.map((hook) =>
    t('rewards.list.line', {
      number: hook.number,
      address: codeText(hook.address ?? '', LISTED_ADDRESS_LENGTH),
      state: stateAndLimit(hook, t),
      waiting: hook.waiting,
    }),
  );
}

function stateAndLimit({ state, claims }: Pick<ShownHook, 'state' | 'claims'>, t: Translate): string {
  const shown = t(`rewards.states.${state}`);
  return claims === 'all' ? shown : `${shown} · ${t(`rewards.detail.claims.${claims}`)}`;
}

/** All hooks of a guild, among its other settings: nothing of where they lead. */
export function hooksField(
  hooks: readonly Pick<ShownHook, 'number' | 'state' | 'claims'>[],
  t: Translate,
): APIEmbedField {
  const lines = hooks.map((hook) => t('rewards.list.option', { number: hook.number, state: stateAndLimit(hook, t) }));
  return { name: t('rewards.list.title'), value: lines.join('\n') || t('rewards.list.unset') };
}

/** A line for each hook to which nothing is sent. */
export function hookProblems(
  hooks: readonly Pick<ShownHook, 'number' | 'state' | 'address'>[],
  t: Translate,
): string[] {
  return hooks.flatMap(({ number, state, address }) => {
    if (address === undefined) return [t('problems.hooks.lost', { number })];
    return state === 'on' ? [] : [t(`problems.hooks.${state}`, { number })];
  });
}

/** One hook, with all that can be done with it. @param notice - what has just happened */
export function hookDetail(hook: ShownHook, t: Translate, notice?: PlainTextKey): Reply {
  const { number, address, state, claims, oldSecretUntil, waiting } = hook;
  const embed = createEmbed({
    colour: COLOUR_OF[state],
    title: t('rewards.detail.title', { number }),
    description: [...(notice ? [t(notice)] : []), t(`rewards.detail.states.${state}`)].join('\n\n'),
    fields: [
      {
        name: t('rewards.detail.fields.address'),
        value: address === undefined ? t('rewards.detail.lost') : codeText(address, MAX_ADDRESS_LENGTH),
      },
      { name: t('rewards.detail.fields.claims'), value: t(`rewards.detail.claims.${claims}`) },
      { name: t('rewards.detail.fields.waiting'), value: t('common.number', { value: waiting }) },
      ...(oldSecretUntil === undefined
        ? []
        : [
            {
              name: t('rewards.detail.fields.secret'),
              value: t('rewards.detail.twoSecrets', { until: shortTimestamp(oldSecretUntil) }),
            },
          ]),
    ],
  });
  return createReply(embed, hookButtons(hook, t));
}

function hookButtons({ id, state, claims }: ShownHook, t: Translate): APIButtonComponent[] {
  const { buttons } = customIds.settings;
  return [
    state === 'on'
      ? actionButton(t('buttons.pause'), buttons['hook-pause'](id))
      : actionButton(t('buttons.resume'), buttons['hook-resume'](id), 'primary'),
    actionButton(t('buttons.sendTest'), buttons['hook-test'](id)),
    actionButton(t('buttons.newSecret'), buttons['hook-rotate'](id)),
    claims === 'all'
      ? actionButton(t('buttons.onlyThisToken'), buttons['hook-narrow'](id))
      : actionButton(t('buttons.everyClaim'), buttons['hook-widen'](id)),
    actionButton(t('buttons.turnOff'), buttons['hook-ask-remove'](id), 'danger'),
  ];
}

/** Asks for the address, where it is part of no command, which Discord shows to others, and for the claims. */
export function addressModal(t: Translate): Modal {
  return {
    custom_id: customIds.settings.modals.hook(),
    title: t('rewards.add.modalTitle'),
    components: [
      {
        type: ComponentType.Label,
        label: t('rewards.add.modalLabel'),
        component: {
          type: ComponentType.TextInput,
          custom_id: ADDRESS_INPUT,
          style: TextInputStyle.Short,
          placeholder: t('rewards.add.modalHint'),
          min_length: 1,
          max_length: MAX_ADDRESS_LENGTH,
          required: true,
        },
      },
      {
        type: ComponentType.Label,
        label: t('rewards.detail.fields.claims'),
        component: {
          type: ComponentType.StringSelect,
          custom_id: CLAIMS_INPUT,
          options: WANTED_CLAIMS.map((value) => ({
            value,
            label: t(`rewards.detail.claims.${value}`),
            default: value === 'all',
          })),
        },
      },
    ],
  };
}

/** Reads what {@link addressModal} lets people pick. */
export function readWantedClaims(picked: readonly string[]): WantedClaims {
  return WANTED_CLAIMS.find((claims) => picked.includes(claims)) ?? 'all';
}

const PROBLEMS = {
  form: 'rewards.add.bad.form',
  https: 'rewards.add.bad.https',
  private: 'rewards.add.bad.private',
} as const satisfies Record<BadAddress, PlainTextKey>;

/** After an address was given. Here alone, and after {@link secretReplaced}, the secret is shown. */
export function hookAdded(outcome: AddOutcome, t: Translate): Reply {
  switch (outcome.kind) {
    case 'added': {
      const { hook, secret } = outcome;
      const values = { number: hook.number, secret: secret.reveal() };
      return noticeReply({ colour: 'green', text: 'rewards.add.done', buttons: toHook(hook, t) }, t, values);
    }
    case 'bad-address': {
      const description = t(PROBLEMS[outcome.problem]);
      return createReply(createEmbed({ colour: 'amber', title: t('rewards.add.bad.title'), description }));
    }
    case 'full':
      return noticeReply({ colour: 'grey', text: 'rewards.add.full' }, t, { max: MAX_HOOKS });
    case 'no-token':
      return noToken(t);
  }
}

export function secretReplaced(
  { hook, secret }: Pick<AddOutcome & { kind: 'added' }, 'hook' | 'secret'>,
  t: Translate,
) {
  const values = { number: hook.number, secret: secret.reveal() };
  return noticeReply({ colour: 'green', text: 'rewards.rotated', buttons: toHook(hook, t) }, t, values);
}

/** What came of a test. Of what the receiver said, only the status is shown. */
export function testReply({ hook, outcome }: { hook: ShownHook; outcome: Outcome }, t: Translate): Reply {
  const text = isDelivered(outcome) ? 'rewards.test.delivered' : 'rewards.test.failed';
  const colour = isDelivered(outcome) ? 'green' : 'amber';
  const values = { number: hook.number, outcome: outcomeText(outcome, t) };
  return noticeReply({ colour, text, buttons: toHook(hook, t) }, t, values);
}

/** Asks whether to turn a hook off for good. */
export function askToRemove({ id, number, waiting }: ShownHook, t: Translate): Reply {
  const { buttons } = customIds.settings;
  const choices = [
    actionButton(t('buttons.turnOff'), buttons['hook-remove'](id), 'danger'),
    actionButton(t('buttons.cancel'), buttons.hook(id)),
  ];
  return noticeReply({ colour: 'amber', text: 'rewards.askRemove', buttons: choices }, t, { number, waiting });
}

/** For a hook that was to be limited to the claims of an access token, where there is none. */
export function noToken(t: Translate): Reply {
  return noticeReply({ colour: 'amber', text: 'rewards.noToken' }, t);
}

/** For a button of a hook that is gone. */
export function noHook(t: Translate): Reply {
  return noticeReply({ colour: 'grey', text: 'rewards.notFound' }, t);
}

/** Told to a manager once: nothing is sent there any more. */
export function hookStopped(number: number, state: 'stopped' | 'gone', t: Translate): Reply {
  const title = t('rewards.stopped.title', { number });
  return createReply(createEmbed({ colour: 'amber', title, description: t(`rewards.stopped.${state}`) }));
}

/** For everyone, in the channel of the announcements: nothing of where rewards go. */
export function rewardNotice(about: RewardNotice, t: Translate): Reply {
  return noticeReply({ colour: 'amber', text: about === 'webhook' ? 'rewards.notice' : 'voterRole.notice' }, t);
}

function toHook({ id, number }: ShownHook, t: Translate): APIButtonComponent[] {
  return [actionButton(t('buttons.showWebhook', { number }), customIds.settings.buttons.hook(id))];
}
