import { ApplicationCommandOptionType, PermissionFlagsBits } from 'discord.js';

import { type CommandOf, type Conversation, IN_GUILDS, reads } from '../src/discord/command.ts';
import { noEntityReply } from '../src/guilds/views/entities.ts';
import { described } from '../src/locales/index.ts';
import { plansCsv, plansFile } from '../src/plans/views/file.ts';
import { plansClosed, type PlansFilter, plansPage, plansProgress } from '../src/plans/views/plans.ts';
import type { ListPage } from '../src/ui/custom-ids.ts';
import type { Reply } from '../src/ui/reply.ts';

const ENTITIES = 'entities';

/** Shows the plans of many servers and teams, what needs attention first, and hands them out as a file on request. */
export default {
  definition: {
    ...IN_GUILDS,
    name: 'plans',
    ...described('commands.plans.description'),
    default_member_permissions: String(PermissionFlagsBits.ModerateMembers),
    options: [
      {
        name: ENTITIES,
        type: ApplicationCommandOptionType.String,
        ...described('commands.plans.entities'),
      },
    ],
  },
  adminsMayOpen: true,
  limit: 'report',
  actionLimits: { all: 'lookUp', attention: 'lookUp' },
  execute: reads(async (context) => {
    const { interaction, services, responder, t } = context;
    const typed = interaction.options.getString(ENTITIES) ?? undefined;
    const opened = await services.planReports.open(context, typed, (done, total) => {
      responder.report(plansProgress({ done, total }, t));
    });
    if (opened.kind === 'none-linked') {
      const mayLink = interaction.memberPermissions?.has(PermissionFlagsBits.ManageGuild) === true;
      return noEntityReply(opened, t, { mayLink });
    }
    return plansPage(opened, { filter: 'all', page: 1, now: context.receivedAt }, t);
  }),
  buttons: {
    all: reads((context, place) => showPage(context, 'all', place)),
    attention: reads((context, place) => showPage(context, 'attention', place)),
    file: reads(async (context, listId) => {
      const { guildId, responder, services, t } = context;
      await responder.defer({ beside: true });
      const report = await services.planReports.find(context, listId);
      if (!report) return plansClosed(t);
      return plansFile(await services.fileTurns.take(guildId, () => plansCsv(report)), t);
    }),
  },
} satisfies CommandOf<'plans'>;

async function showPage(context: Conversation, filter: PlansFilter, { listId: id, page }: ListPage): Promise<Reply> {
  const report = await context.services.planReports.find(context, id);
  if (!report) return plansClosed(context.t);
  return plansPage({ id, report }, { filter, page, now: context.receivedAt }, context.t);
}
