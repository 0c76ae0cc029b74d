import type { Store } from '../../database/store.ts';
import type { Member } from '../../member.ts';
import { type Clock, withinTime } from '../../work/clock.ts';
import type { Log } from '../../work/log.ts';
import { MAX_SAVED_NAMES } from '../player-name.ts';

export type SavedNames = ReturnType<typeof createSavedNames>;

/** The player names that people have used, for each guild separately. */
export function createSavedNames({ store, clock, log }: { store: Store; clock: Clock; log: Log }) {
  /** The most recently saved first. */
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

  /** Saves a name, or moves it to the front; beyond {@link MAX_SAVED_NAMES} the oldest ones are dropped. */
  const save = ({ guildId, userId }: Member, playername: string): Promise<void> =>
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
        .where('playername', 'not in', mine.select('playername').orderBy('saved_at', 'desc').limit(MAX_SAVED_NAMES))
        .execute();
    });

  return {
    save,

    /** The most recently saved name; undefined when none is found within `patienceMs`. Never rejects. */
    async latest(owner: Member, patienceMs: number): Promise<string | undefined> {
      const saved = of(owner).catch((error: unknown) => {
        log.warn({ err: error, guildId: owner.guildId }, 'saved names could not be read');
        return [];
      });
      return (await withinTime(saved, patienceMs, clock))?.[0];
    },

    /** The names that contain the text typed so far, most recently saved first. */
    async suggest(owner: Member, typed: string): Promise<string[]> {
      const wanted = typed.trim().toLowerCase();
      return (await of(owner)).filter((name) => name.toLowerCase().includes(wanted));
    },

    /** Somebody goes by another name than before: one that was remembered is no longer the latest. Never rejects. */
    async follow(owner: Member, former: string, playername: string): Promise<void> {
      try {
        if ((await of(owner)).includes(former)) await save(owner, playername);
      } catch (error) {
        log.warn({ err: error, guildId: owner.guildId }, 'another name could not be remembered');
      }
    },

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
  };
}
