import { ApplicationCommandOptionType, PermissionFlagsBits, type BaseInteraction } from 'discord.js';

import { type CommandOf, type Context, IN_GUILDS, reads } from '../src/discord/command.ts';
import type { EntityChoice } from '../src/guilds/entities.ts';
import { entityChoice, noEntityReply } from '../src/guilds/views/entities.ts';
import { described, translator } from '../src/locales/index.ts';
import { planReply, sharedPlan } from '../src/plans/views/plan.ts';
import { customIds } from '../src/ui/custom-ids.ts';
import { RetryableError } from '../src/ui/notice.ts';
import type { Reply } from '../src/ui/reply.ts';

const ENTITY = 'entity';

/** Shows the subscription plan of a server or team. */
export default {
  definition: {
    ...IN_GUILDS,
    name: 'plan',
    ...described('commands.plan.description'),
    default_member_permissions: String(PermissionFlagsBits.ModerateMembers),
    options: [
      {
        name: ENTITY,
        type: ApplicationCommandOptionType.String,
        ...described('commands.plan.entity'),
        autocomplete: true,
      },
    ],
  },
  adminsMayOpen: true,
  limit: 'lookUp',
  execute: reads((context) => choosePlan(context, context.interaction.options.getString(ENTITY) ?? undefined)),
  async autocomplete({ interaction, guildId, services }) {
    return (await services.entities.suggest(guildId, interaction.options.getFocused())).map(entityChoice);
  },
  buttons: {
    refresh: reads((context, entityId) => choosePlan(context, entityId, { refresh: true })),
    // What it posts for everyone is the first response, of which Discord takes one.
    share: reads(async (context, entityId) => {
      const { interaction, guildId, services, responder, t } = context;
      const choice = await services.entities.choose(guildId, entityId);
      if (choice.kind !== 'entity') return responder.notify(noEntityReply(choice, t));
      const inGuildsLanguage = {
        t: translator(interaction.guildLocale ?? interaction.locale),
        now: context.receivedAt,
      };
      return responder.post(sharedPlan(await services.plans.lookUp(choice.id), inGuildsLanguage));
    }),
  },
  extraPermissions: { share: PermissionFlagsBits.ManageGuild },
  selects: {
    show: reads(async (context) => {
      const { interaction, guildId, services } = context;
      return showPlan(context, await services.entities.chooseRow(guildId, interaction.values[0] ?? ''));
    }),
  },
} satisfies CommandOf<'plan'>;

type LookUp = { refresh?: boolean };

async function choosePlan(
  context: Context<BaseInteraction>,
  typed: string | undefined,
  options?: LookUp,
): Promise<Reply> {
  return showPlan(context, await context.services.entities.choose(context.guildId, typed), options);
}

async function showPlan(
  { interaction, services, receivedAt, t }: Context<BaseInteraction>,
  choice: EntityChoice,
  options?: LookUp,
): Promise<Reply> {
  const mayManage = interaction.memberPermissions?.has(PermissionFlagsBits.ManageGuild) === true;
  if (choice.kind !== 'entity') return noEntityReply(choice, t, { mayLink: mayManage });
  const { id: entityId, offered: linked } = choice;
  const answer = await services.plans.lookUp(entityId, options).catch((cause: unknown) => {
    throw new RetryableError(customIds.plan.buttons.refresh(entityId), { cause });
  });
  const { manageUrl } = services.settings;
  return planReply(answer, { t, now: receivedAt, manageUrl, entityId, linked, mayShare: mayManage });
}
