import { PermissionFlagsBits } from 'discord.js';

import { type CommandOf, type Conversation, reads } from '../src/discord/incoming/command.ts';
import { readOptions, slashCommand, stringOption } from '../src/discord/incoming/definitions.ts';
import type { EntityChoice } from '../src/guilds/entities.ts';
import { entityChoice, noEntityReply } from '../src/guilds/views/entities.ts';
import { translator } from '../src/locales/index.ts';
import { planReply, sharedPlan } from '../src/plans/views/plan.ts';
import { customIds } from '../src/ui/custom-ids.ts';
import { RetryableError } from '../src/ui/failure.ts';
import type { Reply } from '../src/ui/reply.ts';

const OPTIONS = { entity: stringOption('commands.plan.entity', { autocomplete: true }) };

export default {
  definition: slashCommand('plan', PermissionFlagsBits.ModerateMembers, OPTIONS),
  adminsMayOpen: true,
  limit: 'lookUp',
  execute: reads(async (context) => {
    const { entity } = readOptions(OPTIONS, context.interaction);
    return showPlan(context, await context.services.entities.choose(context.guildId, entity));
  }),
  async autocomplete({ interaction, guildId, services }) {
    return (await services.entities.suggest(guildId, interaction.options.getFocused())).map(entityChoice);
  },
  buttons: {
    refresh: reads(async (context, entityId) => {
      const choice = await context.services.entities.choose(context.guildId, entityId);
      return showPlan(context, choice, { refresh: true });
    }),
    // Posting for everyone may run twice: the post is the first response, of which Discord takes only one.
    share: reads(async ({ guildId, guildLocale, services, responder, t, receivedAt: now }, entityId) => {
      const choice = await services.entities.choose(guildId, entityId);
      if (choice.kind !== 'entity') return responder.notify(noEntityReply(choice, t));
      return responder.post(sharedPlan(await services.plans.lookUp(choice.id), { t: translator(guildLocale), now }));
    }),
  },
  extraPermissions: { share: PermissionFlagsBits.ManageGuild },
  selects: {
    show: reads(async (context) => {
      const { interaction, guildId, services } = context;
      return showPlan(context, await services.entities.choose(guildId, interaction.values[0] ?? ''));
    }),
  },
} satisfies CommandOf<'plan'>;

async function showPlan(
  { mayManage, services, receivedAt: now, t }: Conversation,
  choice: EntityChoice,
  options?: { refresh: boolean },
): Promise<Reply> {
  if (choice.kind !== 'entity') return noEntityReply(choice, t, { mayLink: mayManage });
  const { id: entityId, offered: linked } = choice;
  const answer = await services.plans.lookUp(entityId, options).catch((cause: unknown) => {
    throw new RetryableError(customIds.plan.buttons.refresh(entityId), { cause });
  });
  const { manageUrl } = services.settings;
  return planReply(answer, { t, now, manageUrl, entityId, linked, mayShare: mayManage });
}
