import { isDeepStrictEqual } from 'node:util';

import { sql } from 'kysely';

import { FatalError, StorageUnavailableError } from '../work/errors.ts';
import type { Schema } from './schema.ts';
import { type Queries, type Store, TransactionError, VALUES_AT_ONCE } from './store.ts';

type Row = Record<string, string | number | null>;
type Table = keyof Schema;

/** The primary key of every table, in the order of {@link TABLES}. */
const KEYS = {
  claims: ['id'],
  claim_requests: ['id'],
  claim_attempts: ['id'],
  posts: ['number'],
  reward_hooks: ['id'],
  reward_deliveries: ['id'],
  voter_role_grants: ['id'],
  reminders: ['id'],
  owed: ['id'],
  goal_days: ['guild_id', 'day'],
  panel_posts: ['nonce'],
  credentials_used: ['guild_id', 'credential_id'],
  guilds: ['id'],
  linked_entities: ['id'],
  pending_links: ['id'],
  saved_names: ['guild_id', 'user_id', 'playername'],
  plan_snapshots: ['entity_id'],
  leases: ['name'],
} as const satisfies Record<Table, readonly string[]>;

/** Every table. What a row refers to stands above it. */
export const TABLES = Object.keys(KEYS) as Table[];

/** Why a move was undone. */
class MoveError extends TransactionError {}

/**
 * Copies every row of a SQLite database to an empty Postgres database of the same version, in one transaction, and
 * reads each back.
 *
 * @param source - nobody else may write it meanwhile
 * @returns how many rows there are
 * @throws {@link FatalError} when the target is not empty, or a row did not arrive as it was; then nothing is copied
 */
export async function copyDatabase(source: Store, target: Store): Promise<number> {
  try {
    return await source.snapshot((from) => target.write((to) => copyTables(from, to)));
  } catch (error) {
    if (!(error instanceof MoveError || error instanceof StorageUnavailableError)) throw error;
    const { message } = error instanceof MoveError || !(error.cause instanceof Error) ? error : error.cause;
    throw new FatalError(`Nothing was moved: ${message}.`, { cause: error });
  }
}

async function copyTables(from: Queries, to: Queries): Promise<number> {
  await sql`lock table ${sql.join(TABLES.map((table) => sql.table(table)))} in exclusive mode`.execute(to);
  for (const table of TABLES) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(to);
    if (rows.length > 0) throw new MoveError(`the new database is not empty, there is something in "${table}"`);
  }
  let count = 0;
  for (const table of TABLES) count += await copyTable(from, to, table);
  await continueIds(from, to);
  return count;
}

async function copyTable(from: Queries, to: Queries, table: Table): Promise<number> {
  const keys = sql.join(KEYS[table].map((column) => sql.ref(column)));
  let count = 0;
  for (let last: Row | undefined; ;) {
    const isAfter = last ? sql`where (${keys}) > ${keyOf(table, last)}` : sql``;
    const some = sql<Row>`select * from ${sql.table(table)} ${isAfter} order by ${keys} limit ${sql.lit(VALUES_AT_ONCE)}`;
    const { rows } = await some.execute(from);
    last = rows.at(-1);
    if (!last) return count;
    await insert(to, table, rows);
    await compare(to, table, rows);
    count += rows.length;
  }
}

async function insert(to: Queries, table: Table, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
  await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(to);
}

/** @throws {@link MoveError} unless each of these rows is there, with the same values */
async function compare(to: Queries, table: Table, rows: readonly Row[]): Promise<void> {
  const keys = sql.join(KEYS[table].map((column) => sql.ref(column)));
  const these = sql.join(rows.map((row) => keyOf(table, row)));
  const found = await sql<Row>`select * from ${sql.table(table)} where (${keys}) in (${these})`.execute(to);
  const nameOf = (row: Row) => JSON.stringify(KEYS[table].map((column) => row[column]));
  const arrived = new Map(found.rows.map((row) => [nameOf(row), row]));
  if (!rows.every((row) => isDeepStrictEqual({ ...arrived.get(nameOf(row)) }, { ...row }))) {
    throw new MoveError(`a row of "${table}" did not arrive as it was`);
  }
}

function keyOf(table: Table, row: Row) {
  return sql`(${sql.join(KEYS[table].map((column) => row[column]))})`;
}

/** Ids that were given out once are never given out again, as before: old buttons refer to them. */
async function continueIds(from: Queries, to: Queries): Promise<void> {
  const given = sql<{ name: Table; seq: number }>`select name, seq from sqlite_sequence where seq > 0`;
  for (const { name, seq } of (await given.execute(from)).rows) {
    await sql`select setval(pg_get_serial_sequence(${name}, ${KEYS[name][0]}), ${seq})`.execute(to);
  }
}
