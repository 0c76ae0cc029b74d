import { sql } from 'kysely';
import type { z } from 'zod';

import { inBatches } from '../../batch.ts';
import type { Queries, Store } from '../../database/store.ts';
import type { Member } from '../../member.ts';

/** What can be owed. `detail`: what its words need, as it is stored */
export type OwedKind<Detail> = { name: string; detail: z.ZodType<Detail> };

/**
 * Whom, and what about: of a kind and a subject there is one. `userId`: undefined for the managers of the guild, one of whom
 * is told
 */
type Debt = { guildId: string; userId?: string; subject?: string };

/** What somebody is to be told. `kind`: the name of its kind */
export type OwedNews = { id: number; kind: string; detail: unknown };

/** Table `owed`: what a person, or a manager of a guild, is to be told with their next command. Told once, it is gone. */
export type Owed = {
  /** @param isManager - whether they are owed what the managers of the guild are too. @returns the oldest first */
  owedTo(member: Member, isManager: boolean): Promise<OwedNews[]>;
  /** Records that it was told. What came to be owed since has another id, and stays. */
  settle(id: number): Promise<void>;
};

const PEOPLE_AT_ONCE = 100;
const MANAGERS = '';

export function createOwed(store: Store): Owed {
  /** Asked after every command of everybody. */
  async function owedToAll(people: readonly (Member & { isManager: boolean })[]): Promise<OwedNews[][]> {
    const given = people.flatMap(({ guildId, userId, isManager }, asked) =>
      (isManager ? [userId, MANAGERS] : [userId]).map((whom) => ({ asked, guild_id: guildId, whom })),
    );
    const rows = await store.read((db) =>
      db
        .selectFrom('owed')
        .innerJoin(store.given({ asked: 'bigint', guild_id: 'text', whom: 'text' }, given), (join) =>
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

  const owedToEach = inBatches(owedToAll, { max: PEOPLE_AT_ONCE });
  return {
    owedTo: (member, isManager) => owedToEach({ ...member, isManager }),

    settle: (id) =>
      store.write(async (db) => {
        await db.deleteFrom('owed').where('id', '=', id).execute();
      }),
  };
}

/** Has somebody told, within the transaction that changed what it is about. */
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

/** Has nobody told any more: whoever it is owed to has changed what it is about, and so knows. */
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
