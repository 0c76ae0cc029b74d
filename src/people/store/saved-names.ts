import type { Store } from '../../database/store.ts';
import type { Member } from '../../member.ts';

export type StoredNames = ReturnType<typeof createStoredNames>;

/** The player names that people have used, for each guild separately. */
export function createStoredNames(store: Store) {
  async function of({ guildId, userId }: Member): Promise<string[]> {
    const rows = await store.read((db) =>
      db
        .selectFrom('saved_names')
        .select('playername')
        .where('guild_id', '=', guildId)
        .where('user_id', '=', userId)
        .orderBy('saved_at', 'desc')
        .orderBy('playername')
        .execute(),
    );
    return rows.map(({ playername }) => playername);
  }

  return {
    /** Most recently saved first. */
    of,

    /** The name that somebody saved last, or else claimed for last. */
    async lastUsed(member: Member): Promise<string | undefined> {
      const [saved] = await of(member);
      if (saved !== undefined) return saved;
      const claimed = await store.read((db) =>
        db
          .selectFrom('claim_requests')
          .innerJoin('claims', 'claims.id', 'claim_requests.claim_id')
          .select('playername')
          .where('claim_requests.user_id', '=', member.userId)
          .where('claim_requests.guild_id', '=', member.guildId)
          .orderBy('created_at', 'desc')
          .limit(1)
          .executeTakeFirst(),
      );
      return claimed?.playername;
    },

    /** Saves a name, or moves it to the front. @param max - how many are kept; the oldest are dropped */
    save: ({ guildId, userId }: Member, playername: string, max: number): Promise<void> =>
      store.write(async (db) => {
        const mine = db.selectFrom('saved_names').where('guild_id', '=', guildId).where('user_id', '=', userId);
        const { now, newest } = await mine
          .select(({ fn }) => [store.now.as('now'), fn.max<number | null>('saved_at').as('newest')])
          .executeTakeFirstOrThrow();
        // Later than all others even within the same millisecond, because names are ordered by it.
        const saved_at = Math.max(now, (newest ?? 0) + 1);
        await db
          .insertInto('saved_names')
          .values({ guild_id: guildId, user_id: userId, playername, saved_at })
          .onConflict((conflict) => conflict.columns(['guild_id', 'user_id', 'playername']).doUpdateSet({ saved_at }))
          .execute();
        await db
          .deleteFrom('saved_names')
          .where('guild_id', '=', guildId)
          .where('user_id', '=', userId)
          .where('playername', 'not in', mine.select('playername').orderBy('saved_at', 'desc').limit(max))
          .execute();
      }),
  };
}
