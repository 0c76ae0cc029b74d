import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

type Guilds = { guilds: { id: string; vote_url: string | null; vote_links: string | null } };

/** Several links to vote where there was one, and the message with which people claim without a command. */
export const voteLinksAndPanel: Migration = {
  async up(db: Kysely<Guilds>): Promise<void> {
    await db.schema.alterTable('guilds').addColumn('vote_links', 'text').execute();
    const guilds = await db.selectFrom('guilds').select(['id', 'vote_url']).where('vote_url', 'is not', null).execute();
    for (const { id, vote_url: url } of guilds) {
      const links = JSON.stringify([{ url }]);
      await db.updateTable('guilds').set({ vote_links: links }).where('id', '=', id).execute();
    }
    await db.schema.alterTable('guilds').dropColumn('vote_url').execute();
    for (const column of ['panel_channel_id', 'panel_message_id', 'panel_text']) {
      await db.schema.alterTable('guilds').addColumn(column, 'text').execute();
    }
  },
};
