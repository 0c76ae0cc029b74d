import { ApplicationCommandOptionType } from 'discord.js';

import { answersItself, type Conversation, reads, type SubcommandOf } from '../../src/discord/command.ts';
import type { PlainTextKey } from '../../src/locales/index.ts';
import { described } from '../../src/locales/index.ts';
import type { ShownHook, WantedClaims } from '../../src/rewards/service.ts';
import {
  ADDRESS_INPUT,
  addressModal,
  askToRemove,
  CLAIMS_INPUT,
  hookAdded,
  hookDetail,
  hookList,
  noHook,
  noToken,
  readWantedClaims,
  secretReplaced,
  testReply,
} from '../../src/rewards/views/hooks.ts';
import type { Reply } from '../../src/ui/reply.ts';

/** Sets where rewards are sent. */
export default {
  definition: {
    name: 'rewards',
    type: ApplicationCommandOptionType.Subcommand,
    ...described('commands.settings.rewards.description'),
  },
  execute: reads(async ({ guildId, services: { rewards }, t }) => hookList(await rewards.list(guildId), t)),
  selects: {
    hook: reads((context) => showHook(context, context.interaction.values[0] ?? '')),
  },
  modals: {
    async hook({ interaction, guildId, services: { rewards }, t }) {
      const { fields } = interaction;
      const claims = readWantedClaims(fields.getStringSelectValues(CLAIMS_INPUT));
      return hookAdded(await rewards.add(guildId, fields.getTextInputValue(ADDRESS_INPUT), claims), t);
    },
  },
  buttons: {
    hook: reads(showHook),
    'hook-add': answersItself(({ responder, t }) => responder.showModal(addressModal(t))),
    async 'hook-rotate'({ guildId, services: { rewards }, t }, id) {
      const rotated = await rewards.rotate(guildId, id);
      return rotated ? secretReplaced(rotated, t) : noHook(t);
    },
    async 'hook-test'({ guildId, services: { rewards }, t }, id) {
      const tested = await rewards.test(guildId, id);
      return tested ? testReply(tested, t) : noHook(t);
    },
    'hook-pause': async (context, id) =>
      changed(context, await context.services.rewards.pause(context.guildId, id), 'rewards.detail.paused'),
    'hook-resume': async (context, id) =>
      changed(context, await context.services.rewards.resume(context.guildId, id), 'rewards.detail.resumed'),
    'hook-narrow': (context, id) => limitTo('of-current-token', context, id),
    'hook-widen': (context, id) => limitTo('all', context, id),
    'hook-ask-remove': reads(async ({ guildId, services: { rewards }, t }, id) => {
      const hook = await rewards.find(guildId, id);
      return hook ? askToRemove(hook, t) : noHook(t);
    }),
    'hook-remove': async ({ guildId, services: { rewards }, t }, id) => hookList(await rewards.remove(guildId, id), t),
  },
} satisfies SubcommandOf<'settings'>;

async function showHook({ guildId, services: { rewards }, t }: Conversation, id: string): Promise<Reply> {
  const hook = await rewards.find(guildId, id);
  return hook ? hookDetail(hook, t) : noHook(t);
}

async function limitTo(claims: WantedClaims, context: Conversation, id: string): Promise<Reply> {
  const limited = await context.services.rewards.limit(context.guildId, id, claims);
  if (limited?.kind === 'no-token') return noToken(context.t);
  return changed(context, limited?.hook, claims === 'all' ? 'rewards.detail.widened' : 'rewards.detail.narrowed');
}

function changed({ t }: Conversation, hook: ShownHook | undefined, notice: PlainTextKey): Reply {
  return hook ? hookDetail(hook, t, notice) : noHook(t);
}
