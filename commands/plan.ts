import {
  ApplicationCommandOptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  PermissionFlagsBits,
} from 'discord.js';

import type { Command, Context } from '../src/discord/command.ts';
import { en } from '../src/locales/en.ts';
import type { EntityChoice } from '../src/services/entities.ts';
import { entityChoice } from '../src/views/entities.ts';
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
  execute: (context) => choosePlan(context, context.interaction.options.getString(ENTITY) ?? undefined),
  async autocomplete({ interaction, guildId, services }) {
    return (await services.entities.suggest(guildId, interaction.options.getFocused())).map(entityChoice);
  },
  buttons: {
    refresh: (context, entityId) => choosePlan(context, entityId, { refresh: true }),
  },
  selects: {
    async show(context) {
      const { interaction, guildId, services } = context;
      return showPlan(context, await services.entities.chooseRow(guildId, interaction.values[0] ?? ''));
    },
  },
} satisfies Command;

type LookUp = { refresh?: boolean };

async function choosePlan(context: Context<unknown>, typed: string | undefined, options?: LookUp): Promise<Reply> {
  return showPlan(context, await context.services.entities.choose(context.guildId, typed), options);
}

async function showPlan(
  { guildId, services, t }: Context<unknown>,
  choice: EntityChoice,
  options?: LookUp,
): Promise<Reply> {
  if (choice.kind !== 'entity') return noPlanReply(choice, t);
  const [answer, linked] = await Promise.all([
    services.plans.lookUp(choice.id, options),
    services.entities.offer(guildId, choice.id),
  ]);
  return planReply(answer, { t, manageUrl: services.settings.manageUrl, linked });
}
