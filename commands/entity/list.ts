import { ApplicationCommandOptionType } from 'discord.js';

import { type Conversation, reads, type SubcommandOf } from '../../src/discord/command.ts';
import { entityList, noEntityReply } from '../../src/guilds/views/entities.ts';
import { described } from '../../src/locales/index.ts';
import type { Reply } from '../../src/ui/reply.ts';

/** Lists what is linked, 25 on a page. Picking one makes it the default. */
export default {
  definition: {
    name: 'list',
    type: ApplicationCommandOptionType.Subcommand,
    ...described('commands.entity.list.description'),
  },
  execute: reads((context) => showPage(context, 1)),
  buttons: {
    page: reads(showPage),
  },
  selects: {
    async default(context, page) {
      const { interaction, guildId, services } = context;
      const chosen = await services.entityLinks.makeDefault(guildId, interaction.values[0] ?? '');
      return chosen ? showPage(context, page) : noEntityReply({ kind: 'not-linked' }, context.t);
    },
  },
} satisfies SubcommandOf<'entity'>;

async function showPage({ guildId, services, t }: Conversation, page: number): Promise<Reply> {
  const found = await services.entities.list(guildId, page);
  return found.total === 0 ? noEntityReply({ kind: 'none-linked' }, t, { mayLink: true }) : entityList(found, t);
}
