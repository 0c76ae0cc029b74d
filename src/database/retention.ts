import { chunksOf } from '../chunks.ts';
import { DAY_MS } from '../clock.ts';
import { deleteAbandonedClaims, forgetGuild } from './forgetting.ts';
import { type Store, VALUES_AT_ONCE } from './store.ts';

/** What has not been posted by then is no longer news. */
const POST_KEPT_MS = 30 * DAY_MS;
const ABSENT_GUILD_KEPT_MS = 30 * DAY_MS;

/** What is kept, and for how long. */
export type Retention = {
  /** Deletes what has outlived its purpose. */
  forgetOld(): Promise<void>;
  /**
   * @param present - every guild that the bot is in; one that was in no such list for 30 days is deleted with all its
   * data
   */
  keepGuilds(present: readonly string[]): Promise<void>;
};

/**
 * @param lasts - how long attempts of deleted claims matter, because a lost answer puts later answers in doubt, and how
 * long requested links wait for confirmation, in ms
 */
export function createRetention(store: Store, lasts: { doubtMs: number; pendingLinkMs: number }): Retention {
  return {
    forgetOld: () =>
      store.write(async (db) => {
        await db
          .deleteFrom('claim_attempts')
          .where('claim_id', 'is', null)
          .where('started_at', '<', store.before(lasts.doubtMs))
          .execute();
        await db.deleteFrom('pending_links').where('created_at', '<=', store.before(lasts.pendingLinkMs)).execute();
        for (const table of ['alerts', 'escalations'] as const) {
          await db.deleteFrom(table).where('created_at', '<', store.before(POST_KEPT_MS)).execute();
        }
        await deleteAbandonedClaims(db);
      }),

    async keepGuilds(present) {
      for (const some of chunksOf(present, VALUES_AT_ONCE)) {
        await store.write((db) =>
          db.updateTable('guilds').set({ last_seen_at: store.now }).where('id', 'in', some).execute(),
        );
      }
      const absent = await store.read((db) =>
        db.selectFrom('guilds').select('id').where('last_seen_at', '<', store.before(ABSENT_GUILD_KEPT_MS)).execute(),
      );
      const failures: unknown[] = [];
      for (const { id } of absent) await forgetGuild(store, id).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw new AggregateError(failures, 'not every guild could be forgotten');
    },
  };
}
