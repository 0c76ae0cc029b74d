import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  PermissionFlagsBits,
} from 'discord.js';

import type { Command, Context } from '../src/discord/command.ts';
import { en } from '../src/locales/en.ts';
import { noPlanReply, planReply } from '../src/views/plan.ts';
import type { Reply } from '../src/views/reply.ts';

const ENTITY = 'entity';

/** Shows the subscription plan of a server or team. */
export default {
  definition: {
    name: 'plan',
    type: ApplicationCommandType.ChatInput,
    description: en.commands.plan.description,
    contexts: [InteractionContextType.Guild],
    integration_types: [ApplicationIntegrationType.GuildInstall],
    default_member_permissions: String(PermissionFlagsBits.ModerateMembers),
    options: [
      {
        name: ENTITY,
        type: ApplicationCommandOptionType.String,
        description: en.commands.plan.entity,
        autocomplete: true,
      },
    ],
  },
  openable: true,
  execute: (context) => showPlan(context, context.interaction.options.getString(ENTITY) ?? undefined),
  autocomplete: ({ interaction, guildId, services }) =>
    Promise.resolve(
      services.entities
        .suggest(guildId, interaction.options.getFocused())
        .map(({ id, label }) => ({ name: `${label} (${id})`.slice(0, 100), value: id })),
    ),
  buttons: {
    refresh: (context, entityId) => showPlan(context, entityId, { refresh: true }),
  },
} satisfies Command;

async function showPlan(
  { guildId, services, t }: Context<unknown>,
  typed: string | undefined,
  options: { refresh?: boolean } = {},
): Promise<Reply> {
  const choice = services.entities.choose(guildId, typed);
  if (choice.kind !== 'entity') return noPlanReply(choice, t);
  const answer = await services.plans.lookUp(choice.id, options);
  return planReply(answer, { t, manageUrl: services.settings.manageUrl });
}
