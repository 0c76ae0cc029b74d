import type { Store } from '../../database/store.ts';
import type { Member } from '../../member.ts';

/** A person in a guild: names are saved for each guild separately. */
/** The player names that people have used. */
export type StoredNames = {
  /** Most recently saved first. */
  of(owner: Member): Promise<string[]>;
  /** Saves a name, or moves it to the front. @param max - how many are kept; the oldest are dropped */
  save(owner: Member, playername: string, max: number): Promise<void>;
};

export function createStoredNames(store: Store): StoredNames {
  return {
    of: ({ guildId, userId }) =>
      store.read(async (db) => {
        const rows = await db
          .selectFrom('saved_names')
          .select('playername')
          .where('guild_id', '=', guildId)
          .where('user_id', '=', userId)
          .orderBy('saved_at', 'desc')
          .orderBy('playername')
          .execute();
        return rows.map(({ playername }) => playername);
      }),

    save: ({ guildId, userId }, playername, max) =>
      store.write(async (db) => {
        const mine = db.selectFrom('saved_names').where('guild_id', '=', guildId).where('user_id', '=', userId);
        const newest = await mine.select((eb) => eb.fn.max('saved_at').as('at')).executeTakeFirst();
        const { now } = await db.selectNoFrom(store.now.as('now')).executeTakeFirstOrThrow();
        // Later than all others even within the same millisecond, because names are ordered by it.
        const saved_at = Math.max(now, (newest?.at ?? 0) + 1);
        await db
          .insertInto('saved_names')
          .values({ guild_id: guildId, user_id: userId, playername, saved_at })
          .onConflict((conflict) => conflict.columns(['guild_id', 'user_id', 'playername']).doUpdateSet({ saved_at }))
          .execute();
        const kept = await mine.select('playername').orderBy('saved_at', 'desc').limit(max).execute();
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
