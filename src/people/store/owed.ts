import { sql } from 'kysely';
import type { z } from 'zod';

import { type ParametersOf, prepared } from '../../database/prepared.ts';
import type { Queries, Store } from '../../database/store.ts';
import { whileUnchanged } from '../../database/unchanged.ts';
import type { Member } from '../../member.ts';
import { inBatches } from '../../work/batch.ts';

/** A kind of news that can be owed. `detail`: what its words need, as it is stored */
export type OwedKind<Detail> = { name: string; detail: z.ZodType<Detail> };

/** At most one for each person, kind and subject. `userId`: undefined for the guild's managers, one of whom is told */
type Debt = { guildId: string; userId?: string; subject?: string };

/** `kind`: the name of its {@link OwedKind} */
export type OwedNews = { id: number; kind: string; detail: unknown };

const MANAGERS = '';

type Asking = { asked: number; guild_id: string; whom: string };

const findOwed = prepared((db, { given }, { asking }: ParametersOf<{ asking: readonly Asking[] }>) =>
  db
    .selectFrom('owed')
    .innerJoin(given({ asked: 'bigint', guild_id: 'text', whom: 'text' }, asking), (join) =>
      join
        .onRef('owed.guild_id', '=', 'given.guild_id')
        .on(sql<boolean>`coalesce(owed.user_id, ${sql.lit(MANAGERS)}) = given.whom`),
    )
    .select(['owed.id', 'kind', 'detail', 'asked'])
    .orderBy('owed.id'),
);

/** Table `owed`: news that a person, or a manager of a guild, is told with their next command, once. */
export function createOwed(store: Store) {
  /** Called after every command of everybody, hence in batches. */
  async function owedToAll(people: readonly (Member & { isManager: boolean })[]): Promise<OwedNews[][]> {
    const asking = people.flatMap(({ guildId, userId, isManager }, asked) =>
      (isManager ? [userId, MANAGERS] : [userId]).map((whom) => ({ asked, guild_id: guildId, whom })),
    );
    const rows = await store.read((db) => findOwed(db, store, { asking }));
    const owed = rows.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail) as unknown }));
    return people.map((_, asked) => owed.filter((row) => row.asked === asked));
  }

  const owedToEach = inBatches(owedToAll, { max: 100 });
  /** Whether anybody in a guild is. Left out where each look would be a statement. */
  const isAnyOwed =
    store.stateOf &&
    whileUnchanged(store, 'owed', async (guildId) => {
      const owed = store.read((db) =>
        db.selectFrom('owed').select('id').where('guild_id', '=', guildId).limit(1).execute(),
      );
      return (await owed).length > 0;
    });

  return {
    /** @param isManager - whether the person is also owed what the guild's managers are. @returns the oldest first */
    async owedTo(member: Member, isManager: boolean): Promise<OwedNews[]> {
      if (isAnyOwed && !(await isAnyOwed(member.guildId))) return [];
      return owedToEach({ ...member, isManager });
    },

    /** Records that news was told. News that came to be owed since has another id, and stays. */
    markTold: (id: number): Promise<void> =>
      store.write(async (db) => {
        await db.deleteFrom('owed').where('id', '=', id).execute();
      }),
  };
}

/** Owes somebody news, within the transaction that makes it. */
export async function owe<Detail>(
  db: Queries,
  { now }: Pick<Store, 'now'>,
  { name }: OwedKind<Detail>,
  { guildId, userId, subject = '' }: Debt,
  detail: Detail,
): Promise<void> {
  await db
    .insertInto('owed')
    .values({
      guild_id: guildId,
      user_id: userId ?? null,
      kind: name,
      subject,
      detail: JSON.stringify(detail),
      at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Withdraws news: the person who is owed it has changed what it is about, and so knows. */
export async function forgive(
  db: Queries,
  { name }: OwedKind<unknown>,
  { guildId, userId, subject = '' }: Debt,
): Promise<void> {
  await db
    .deleteFrom('owed')
    .where('guild_id', '=', guildId)
    .where(sql<boolean>`coalesce(user_id, ${sql.lit(MANAGERS)}) = ${userId ?? MANAGERS}`)
    .where('kind', '=', name)
    .where('subject', '=', subject)
    .execute();
}
