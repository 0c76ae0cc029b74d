import { sql } from 'kysely';

import { DOUBT_LASTS_MS } from './claim.ts';
import type { Queries, Store } from './store.ts';

const DAY_MS = 86_400_000;
const PENDING_LINK_KEPT_MS = 15 * 60_000;
/** A post that still is not out by then is news no more. */
const ALERT_KEPT_MS = 30 * DAY_MS;
const ABSENT_GUILD_KEPT_MS = 30 * DAY_MS;
const GUILDS_AT_ONCE = 500;

/** What is kept, and how long. */
export type Retention = {
  forgetOld(): Promise<void>;
  /** @param present - every guild that the bot is in; one that was in no such list for 30 days is forgotten with all its data */
  keepGuilds(present: readonly string[]): Promise<void>;
};

export function createRetention(store: Store): Retention {
  const before = (ms: number) => sql<number>`${store.now} - ${sql.lit(ms)}`;

  async function forgetGuild(db: Queries, guildId: string): Promise<void> {
    await db.deleteFrom('claims').where('guild_id', '=', guildId).execute();
    await db.deleteFrom('claim_attempts').where('guild_id', '=', guildId).execute();
    for (const table of ['alerts', 'claim_requests', 'linked_entities', 'pending_links', 'saved_names'] as const) {
      await db.deleteFrom(table).where('guild_id', '=', guildId).execute();
    }
    await db.deleteFrom('guilds').where('id', '=', guildId).execute();
  }

  return {
    forgetOld: () =>
      store.write(async (db) => {
        await db
          .deleteFrom('claim_attempts')
          .where('claim_id', 'is', null)
          .where('started_at', '<', before(DOUBT_LASTS_MS))
          .execute();
        await db.deleteFrom('pending_links').where('created_at', '<', before(PENDING_LINK_KEPT_MS)).execute();
        await db.deleteFrom('alerts').where('created_at', '<', before(ALERT_KEPT_MS)).execute();
      }),

    async keepGuilds(present) {
      for (let start = 0; start < present.length; start += GUILDS_AT_ONCE) {
        const some = present.slice(start, start + GUILDS_AT_ONCE);
        await store.write((db) =>
          db.updateTable('guilds').set({ last_seen_at: store.now }).where('id', 'in', some).execute(),
        );
      }
      const absent = await store.read((db) =>
        db.selectFrom('guilds').select('id').where('last_seen_at', '<', before(ABSENT_GUILD_KEPT_MS)).execute(),
      );
      for (const { id } of absent) await store.write((db) => forgetGuild(db, id));
    },
  };
}
