import { type RawBuilder, sql, type SqlBool } from 'kysely';

import type { RowOf, Schema } from './schema.ts';
import type { Queries, Store } from './store.ts';

/** The keys of the tables whose rows one process has to itself until `held_until`. */
const KEYS = {
  looks: 'id',
  panel_posts: 'nonce',
  posts: 'number',
  reminders: 'id',
  reward_hooks: 'id',
  voter_role_grants: 'id',
} as const satisfies Partial<Record<keyof Schema, string>>;
type HeldTable = keyof typeof KEYS;

/**
 * Takes rows that no process holds, and holds them until the lease ends: those of a dead process go to others.
 * `taken_at`: now, on the database's clock. The rows are chosen in a common table expression: a subquery as a plain
 * condition may be run again by Postgres for each row that it compares, and choose others then.
 */
export async function takeHeld<Table extends HeldTable>(
  db: Queries,
  { now, after, skipLocked }: Pick<Store, 'now' | 'after' | 'skipLocked'>,
  table: Table,
  wanted: { where: RawBuilder<SqlBool>; orderBy: RawBuilder<unknown>; limit: number; leaseMs: number },
): Promise<(RowOf<Table> & { taken_at: number })[]> {
  const { where, orderBy, limit, leaseMs } = wanted;
  const [name, key] = [sql.table(table), sql.ref(KEYS[table])];
  const { rows } = await sql<RowOf<Table> & { taken_at: number }>`
    with wanted as materialized (
      select ${key} from ${name} where held_until <= ${now} and ${where}
      order by ${orderBy} limit ${sql.lit(limit)} ${skipLocked}
    )
    update ${name} set held_until = ${after(leaseMs)} where ${key} in (select ${key} from wanted)
    returning *, ${now} as taken_at`.execute(db);
  return rows;
}

/**
 * Whether the process that took a row still has it, and will for `forMs` more: no other one does the same meanwhile. A
 * process that stood still finds out by this alone how long that was.
 *
 * @param heldUntil - as it was taken
 */
export function isStillHeld({ after }: Pick<Store, 'after'>, heldUntil: number, forMs: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`held_until = ${heldUntil} and held_until > ${after(forMs)}`;
}
