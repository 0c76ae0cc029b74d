import { type Queries, type Store, VALUES_AT_ONCE } from './store.ts';

/**
 * Replaces the claims that were closed long ago by their number in each guild, month and verdict, and deletes their
 * requests, attempts and posts. Parked claims stay: what became of them is not known. A part at a time, so that others
 * have their turn in between.
 *
 * @param closedFor - in ms
 */
export async function totalOldClaims(store: Store, closedFor: number): Promise<void> {
  for (let more = true; more;) more = await store.write((db) => totalSome(db, store, closedFor));
}

/** @returns whether there may be more */
async function totalSome(db: Queries, store: Store, closedFor: number): Promise<boolean> {
  const old = await db
    .selectFrom('claims')
    .select('id')
    .where('state', '=', 'closed')
    .where('closed_at', '<', store.before(closedFor))
    .orderBy('closed_at')
    .limit(VALUES_AT_ONCE)
    .execute();
  if (old.length === 0) return false;
  const ids = old.map(({ id }) => id);
  await db.deleteFrom('claim_attempts').where('claim_id', 'in', ids).execute();
  // Only what this transaction deletes does it count: another process may be at the same ones.
  const deleted = await db
    .deleteFrom('claims')
    .where('id', 'in', ids)
    .returning(['guild_id', 'verdict', 'closed_at'])
    .execute();
  const groups = Map.groupBy(deleted, ({ guild_id, verdict, closed_at }) =>
    JSON.stringify([guild_id, monthOf(closed_at ?? 0), verdict ?? 'none']),
  );
  for (const [group, { length }] of groups) {
    const [guild_id, month, verdict] = JSON.parse(group) as [string, string, string];
    await db
      .insertInto('claim_totals')
      .values({ guild_id, month, verdict, total: length })
      .onConflict((conflict) =>
        conflict
          .columns(['guild_id', 'month', 'verdict'])
          .doUpdateSet((eb) => ({ total: eb('claim_totals.total', '+', eb.ref('excluded.total')) })),
      )
      .execute();
  }
  return old.length === VALUES_AT_ONCE;
}

/** In UTC, as in `2026-03`. */
function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 'yyyy-mm'.length);
}
