import type { ModalSubmitInteraction } from 'discord.js';

import {
  answersItself,
  beside,
  type Conversation,
  reads,
  type SubcommandOf,
} from '../../src/discord/incoming/command.ts';
import { subcommand } from '../../src/discord/incoming/definitions.ts';
import { type LabelOf, refusedForm } from '../../src/discord/incoming/forms.ts';
import type { Translate } from '../../src/locales/index.ts';
import type { WantedClaims } from '../../src/rewards/service.ts';
import {
  ADDRESS_INPUT,
  CLAIMS_INPUT,
  newAddressModal,
  PLAYER_INPUT,
  readWantedClaims,
  TOKEN_INPUT,
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
  hookList,
  noHook,
  noToken,
  secretReplaced,
  tokenReplaced,
} from '../../src/rewards/views/hooks.ts';
import { testReply } from '../../src/rewards/views/hook-tests.ts';
import type { FilledForm } from '../../src/ui/failure.ts';
import type { Reply } from '../../src/ui/reply.ts';
import { showOverview, withOverview } from '../overview/overview.ts';
import type { Setting } from './setting.ts';

export default {
  definition: subcommand('rewards', 'commands.settings.rewards.description'),
  execute: reads(showHooks),
  page: showHooks,
  selects: { hook: reads((context) => showHook(context, context.interaction.values[0] ?? '')) },
  modals: {
    async webhook({ interaction, guildId, services: { rewards }, t }) {
      const { fields } = interaction;
      const claims = readWantedClaims(fields.getStringSelectValues(CLAIMS_INPUT));
      const address = fields.getTextInputValue(ADDRESS_INPUT);
      return hookAdded(await rewards.add(guildId, { kind: 'webhook', address }, claims), t, filledForm(interaction, t));
    },
    async votifier({ interaction, guildId, services: { rewards }, t }) {
      const { fields } = interaction;
      const claims = readWantedClaims(fields.getStringSelectValues(CLAIMS_INPUT));
      const [address, token] = [fields.getTextInputValue(ADDRESS_INPUT), fields.getTextInputValue(TOKEN_INPUT)];
      const added = await rewards.add(guildId, { kind: 'votifier', address, token }, claims);
      return hookAdded(added, t, filledForm(interaction, t));
    },
    // The message with the form's button may be the only one that has the secret.
    'hook-address': beside(async ({ interaction, guildId, services: { rewards }, t }, id) => {
      const address = interaction.fields.getTextInputValue(ADDRESS_INPUT);
      return addressChanged(await rewards.changeAddress(guildId, id, address), t, filledForm(interaction, t));
    }),
    async 'votifier-token'({ interaction, guildId, services: { rewards }, t }, id) {
      const token = interaction.fields.getTextInputValue(TOKEN_INPUT);
      return tokenReplaced(await rewards.replaceToken(guildId, id, token), t, filledForm(interaction, t));
    },
    async 'votifier-test'(context, id) {
      const player = context.interaction.fields.getTextInputValue(PLAYER_INPUT);
      return testReply(await context.services.rewards.test(context, id, player), context.t);
    },
  },
  buttons: {
    hook: reads(showHook),
    'hook-add': answersItself(({ responder, t }) => responder.showModal(webhookModal(t))),
    'votifier-add': answersItself(({ responder, t }) => responder.showModal(votifierModal(t))),
    async 'by-hand'(context) {
      const isSet = await context.services.settings.setRewardsByHand(context.guildId);
      return isSet ? withOverview(context, handedByStaff(context.t)) : showOverview(context);
    },
    'hook-address': answersItself(async ({ responder, guildId, services: { rewards }, t }, id) => {
      const hook = await rewards.find(guildId, id);
      return hook ? responder.showModal(newAddressModal(hook, t)) : noHook(t);
    }),
    'votifier-token': answersItself(({ responder, t }, id) => responder.showModal(votifierTokenModal(id, t))),
    'votifier-test': answersItself(({ responder, t }, id) => responder.showModal(votifierTestModal(id, t))),
    'hook-rotate': async ({ guildId, services: { rewards }, t }, id) =>
      secretReplaced(await rewards.rotate(guildId, id), t),
    'hook-test': async (context, id) => testReply(await context.services.rewards.test(context, id), context.t),
    'hook-pause': async ({ guildId, services: { rewards }, t }, id) =>
      hookDetail(await rewards.pause(guildId, id), t, 'rewards.detail.paused'),
    'hook-resume': async ({ guildId, services: { rewards }, t }, id) =>
      hookDetail(await rewards.resume(guildId, id), t, 'rewards.detail.resumed'),
    'hook-narrow': (context, id) => restrictTo('of-current-token', context, id),
    'hook-widen': (context, id) => restrictTo('all', context, id),
    'hook-ask-remove': reads(async ({ guildId, services: { rewards }, t }, id) =>
      askToRemove(await rewards.find(guildId, id), t),
    ),
    async 'hook-remove'(context, id) {
      await context.services.rewards.remove(context.guildId, id);
      return showHooks(context);
    },
  },
} satisfies SubcommandOf<'settings'> & Setting;

function filledForm(interaction: ModalSubmitInteraction, t: Translate): FilledForm | undefined {
  const labelOf: LabelOf = (name, value) =>
    name === CLAIMS_INPUT ? t(`rewards.detail.claims.${readWantedClaims([value])}`) : undefined;
  return refusedForm(interaction, { 'hook-address': true, 'votifier-token': true }, t, labelOf);
}

async function showHooks({ guildId, services: { rewards, settings }, t }: Conversation): Promise<Reply> {
  const { rewardsByHand, announcements } = await settings.read(guildId);
  const byHand = rewardsByHand ? { isAnnounced: announcements.on } : undefined;
  return hookList(await rewards.list(guildId), t, await rewards.testVotes(guildId), byHand);
}

async function showHook({ guildId, services: { rewards }, t }: Conversation, id: string): Promise<Reply> {
  return hookDetail(await rewards.find(guildId, id), t);
}

async function restrictTo(claims: WantedClaims, { guildId, services, t }: Conversation, id: string): Promise<Reply> {
  const changed = await services.rewards.restrict(guildId, id, claims);
  if (changed === 'no-token') return noToken(t);
  return hookDetail(changed, t, claims === 'all' ? 'rewards.detail.widened' : 'rewards.detail.narrowed');
}
