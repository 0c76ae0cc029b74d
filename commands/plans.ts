import { PermissionFlagsBits } from 'discord.js';

import { type CommandOf, type Conversation, reads } from '../src/discord/incoming/command.ts';
import { readOptions, slashCommand, stringOption } from '../src/discord/incoming/definitions.ts';
import { noEntityReply } from '../src/guilds/views/entities.ts';
import { plansCsv, plansFile } from '../src/plans/views/file.ts';
import { plansClosed, type PlansFilter, plansPage, plansProgress } from '../src/plans/views/plans.ts';
import type { ListPage } from '../src/ui/custom-ids.ts';
import type { Reply } from '../src/ui/reply.ts';

const OPTIONS = { entities: stringOption('commands.plans.entities') };

/** Shows the plans of many entities, those that need attention first, and as a file on request. */
export default {
  definition: slashCommand('plans', PermissionFlagsBits.ModerateMembers, OPTIONS),
  adminsMayOpen: true,
  limit: 'report',
  actionLimits: { all: 'lookUp', attention: 'lookUp' },
  execute: reads(async (context) => {
    const { interaction, mayManage, services, responder, t, receivedAt: now } = context;
    const { entities } = readOptions(OPTIONS, interaction);
    const opened = await services.planReports.open(context, entities, (done, total) => {
      responder.report(plansProgress({ done, total }, t));
    });
    if (opened.kind === 'none-linked') return noEntityReply(opened, t, { mayLink: mayManage });
    return plansPage(opened, { filter: 'all', page: 1, now }, t);
  }),
  buttons: {
    all: reads((context, listPage) => showPage(context, 'all', listPage)),
    attention: reads((context, listPage) => showPage(context, 'attention', listPage)),
    file: reads(async (context, listId) => {
      const { guildId, locale, responder, services, t } = context;
      await responder.defer({ beside: true });
      const report = await services.planReports.find(context, listId);
      if (!report) return plansClosed(t);
      return plansFile(await services.fileTurns.run(guildId, () => plansCsv(report, locale)), t);
    }),
  },
} satisfies CommandOf<'plans'>;

async function showPage(context: Conversation, filter: PlansFilter, { listId: id, page }: ListPage): Promise<Reply> {
  const { services, receivedAt: now, t } = context;
  const report = await services.planReports.find(context, id);
  return report ? plansPage({ id, report }, { filter, page, now }, t) : plansClosed(t);
}
