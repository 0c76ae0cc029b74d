import { sql } from 'kysely';
import type { z } from 'zod';

import type { Queries, Store } from '../../database/store.ts';
import type { Member } from '../../member.ts';
import { inBatches } from '../../work/batch.ts';

/** A kind of news that can be owed. `detail`: what its words need, as it is stored */
export type OwedKind<Detail> = { name: string; detail: z.ZodType<Detail> };

/** At most one for each person, kind and subject. `userId`: undefined for the guild's managers, one of whom is told */
type Debt = { guildId: string; userId?: string; subject?: string };

/** `kind`: the name of its {@link OwedKind} */
export type OwedNews = { id: number; kind: string; detail: unknown };

const MANAGERS = '';

export type Owed = ReturnType<typeof createOwed>;

/** Table `owed`: news that a person, or a manager of a guild, is told with their next command, once. */
export function createOwed(store: Store) {
  /** Called after every command of everybody, hence in batches. */
  async function owedToAll(people: readonly (Member & { isManager: boolean })[]): Promise<OwedNews[][]> {
    const asking = people.flatMap(({ guildId, userId, isManager }, asked) =>
      (isManager ? [userId, MANAGERS] : [userId]).map((whom) => ({ asked, guild_id: guildId, whom })),
    );
    const rows = await store.read((db) =>
      db
        .selectFrom('owed')
        .innerJoin(store.given({ asked: 'bigint', guild_id: 'text', whom: 'text' }, asking), (join) =>
          join
            .onRef('owed.guild_id', '=', 'given.guild_id')
            .on(sql<boolean>`coalesce(owed.user_id, ${sql.lit(MANAGERS)}) = given.whom`),
        )
        .select(['owed.id', 'kind', 'detail', 'asked'])
        .orderBy('owed.id')
        .execute(),
    );
    const owed = rows.map(({ detail, ...row }) => ({ ...row, detail: JSON.parse(detail) as unknown }));
    return people.map((_, asked) => owed.filter((row) => row.asked === asked));
  }

  const owedToEach = inBatches(owedToAll, { max: 100 });
  return {
    /** @param isManager - whether the person is also owed what the guild's managers are. @returns the oldest first */
    owedTo: (member: Member, isManager: boolean) => owedToEach({ ...member, isManager }),

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
