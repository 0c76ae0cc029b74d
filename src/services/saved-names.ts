import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Store } from '../storage/store.ts';

/** A person in a guild: names are saved for each guild by itself. */
export type NameOwner = { guildId: string; userId: string };

export type SavedNames = {
  /** The name saved last; undefined when there is none, or none is found within `patienceMs`. Never rejects. */
  latest(owner: NameOwner, patienceMs: number): Promise<string | undefined>;
  /** The names that contain what was typed so far, the one saved last first. */
  suggest(owner: NameOwner, typed: string): Promise<string[]>;
  /** Saves a name, or moves it to the front; one too many drops the one saved the longest time ago. */
  save(owner: NameOwner, playername: string): Promise<void>;
};

export const NAMES_MOST = 5;

export function createSavedNames({ store, clock, log }: { store: Store; clock: Clock; log: Log }): SavedNames {
  function namesOf({ guildId, userId }: NameOwner): Promise<string[]> {
    return store.read(async (db) => {
      const rows = await db
        .selectFrom('saved_names')
        .select('playername')
        .where('guild_id', '=', guildId)
        .where('user_id', '=', userId)
        .orderBy('saved_at', 'desc')
        .orderBy('playername')
        .limit(NAMES_MOST)
        .execute();
      return rows.map(({ playername }) => playername);
    });
  }

  return {
    async latest(owner, patienceMs) {
      const found = new AbortController();
      const names = namesOf(owner).catch((error: unknown) => {
        log.warn({ err: error, guildId: owner.guildId }, 'saved names could not be read');
        return [];
      });
      const [latest] = await Promise.race([names, clock.sleep(patienceMs, found.signal).then(() => [])]);
      found.abort();
      return latest;
    },
    async suggest(owner, typed) {
      const wanted = typed.trim().toLowerCase();
      return (await namesOf(owner)).filter((name) => name.toLowerCase().includes(wanted));
    },
    save: ({ guildId, userId }, playername) =>
      store.write(async (db) => {
        const mine = db.selectFrom('saved_names').where('guild_id', '=', guildId).where('user_id', '=', userId);
        const newest = await mine.select((row) => row.fn.max('saved_at').as('at')).executeTakeFirst();
        const { now } = await db.selectNoFrom(store.now.as('now')).executeTakeFirstOrThrow();
        // Later than every other one, even in the same millisecond: the order is what counts.
        const saved_at = Math.max(now, (newest?.at ?? 0) + 1);
        await db
          .insertInto('saved_names')
          .values({ guild_id: guildId, user_id: userId, playername, saved_at })
          .onConflict((conflict) => conflict.columns(['guild_id', 'user_id', 'playername']).doUpdateSet({ saved_at }))
          .execute();
        const kept = await mine.select('playername').orderBy('saved_at', 'desc').limit(NAMES_MOST).execute();
        await db
          .deleteFrom('saved_names')
          .where('guild_id', '=', guildId)
          .where('user_id', '=', userId)
          .where(
            'playername',
            'not in',
            kept.map((row) => row.playername),
          )
          .execute();
      }),
  };
}
