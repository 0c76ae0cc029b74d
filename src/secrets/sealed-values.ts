import { sql } from 'kysely';

import type { Queries, Store } from '../database/store.ts';
import { FatalError, StorageUnavailableError } from '../errors.ts';
import { type SealedPlace, sealedPrefix, type Sealer, UnsealError } from './sealer.ts';

/**
 * Every column that holds sealed values; `guild` is the column with the guild that they belong to, `excerpts` those
 * with a part of the value.
 */
const SEALED_COLUMNS = [
  { table: 'guilds', guild: 'id', column: 'sealed_token', field: 'access-token', excerpts: ['token_last4'] },
  { table: 'claim_requests', guild: 'guild_id', column: 'sealed_reply_token', field: 'reply-token', excerpts: [] },
  { table: 'reward_hooks', guild: 'guild_id', column: 'sealed_address', field: 'webhook-address', excerpts: [] },
  { table: 'reward_hooks', guild: 'guild_id', column: 'sealed_secret', field: 'webhook-secret', excerpts: [] },
  { table: 'reward_hooks', guild: 'guild_id', column: 'sealed_old_secret', field: 'old-webhook-secret', excerpts: [] },
] as const;

type SealedColumn = (typeof SEALED_COLUMNS)[number];
type SealedRow = { id: string; guild_id: string; sealed: string };

/** Small enough that a claim never waits long for a batch. */
const BATCH = 100;
/** A running bot may seal with an older key until it encounters the newest one; the next pass finds those values. */
const PASSES = 5;
const TRIES = 10;
const IF_LOST = 'If it is lost, "npm run forget-secrets" forgets what it sealed.';

/** Whether anything is sealed, with whatever key. */
export async function holdsSecrets(store: Store): Promise<boolean> {
  for (const column of SEALED_COLUMNS) {
    if ((await store.read((db) => findSealed(db, column, {}))).length > 0) return true;
  }
  return false;
}

/**
 * @param source - where the key ring is, in words
 * @throws {@link FatalError} when the ring lacks a key that something is sealed with, or has a different key under its
 * id
 */
export async function refuseUnknownKeys(store: Store, sealer: Sealer, source: string): Promise<void> {
  for (const column of SEALED_COLUMNS) {
    const [unknown] = await store.read((db) => findSealed(db, column, { except: sealer.keyIds().map(sealedPrefix) }));
    if (unknown) {
      throw new FatalError(
        `The database holds secrets that are sealed with the key "${sealer.keyIdOf(unknown.sealed)}", which is not in ${source}: put it back, behind the newer keys. ${IF_LOST}`,
      );
    }
    const known = await store.read((db) => findSealed(db, column, {}));
    if (known.length > 0 && !known.some((row) => opens(sealer, row, column))) {
      throw new FatalError(
        `The secrets in the database are sealed with another key than the one of the same id in ${source}: put the old key back, and give a new key an id of its own. ${IF_LOST}`,
      );
    }
  }
}

/**
 * Reseals everything that is sealed with an older key with the newest one, while others read and write.
 *
 * @returns how many values were resealed, and how many cannot be opened
 */
export async function resealAll(store: Store, sealer: Sealer): Promise<{ resealed: number; failed: number }> {
  const total = { resealed: 0, failed: 0 };
  for (const column of SEALED_COLUMNS) {
    for (let pass = 1; pass <= PASSES; pass += 1) {
      const { resealed, failed } = await resealColumn(store, sealer, column);
      total.resealed += resealed;
      if (resealed > 0 && pass < PASSES) continue;
      total.failed += failed;
      break;
    }
  }
  return total;
}

export type Forgotten = Record<SealedColumn['field'], number>;

/**
 * Forgets what no key opens, while others read and write.
 *
 * @param currentSealer - with the ring as it is now: whoever adds a key to it does so before sealing with it
 * @returns how many values were forgotten, of each kind
 */
export async function forgetUnopenable(store: Store, currentSealer: () => Sealer): Promise<Forgotten> {
  const forgotten: Forgotten = {
    'access-token': 0,
    'reply-token': 0,
    'webhook-address': 0,
    'webhook-secret': 0,
    'old-webhook-secret': 0,
  };
  for (const column of SEALED_COLUMNS) {
    for (let after = ''; ;) {
      const rows = await persist(() => store.read((db) => findSealed(db, column, { after })));
      const last = rows.at(-1);
      if (!last) break;
      after = last.id;
      const sealer = currentSealer();
      const lost = rows.filter((row) => !opens(sealer, row, column));
      forgotten[column.field] += await persist(() => store.write((db) => wipeRows(db, column, lost)));
    }
  }
  return forgotten;
}

async function wipeRows(db: Queries, column: SealedColumn, rows: readonly SealedRow[]): Promise<number> {
  const name = sql.ref(column.column);
  const cleared = [column.column, ...column.excerpts].map((cell) => sql`${sql.ref(cell)} = null`);
  let changed = 0;
  for (const row of rows) {
    const { numAffectedRows } = await sql`
      update ${sql.table(column.table)} set ${sql.join(cleared)} where id = ${row.id} and ${name} = ${row.sealed}`.execute(
      db,
    );
    changed += Number(numAffectedRows);
  }
  return changed;
}

async function resealColumn(
  store: Store,
  sealer: Sealer,
  column: SealedColumn,
): Promise<{ resealed: number; failed: number }> {
  const count = { resealed: 0, failed: 0 };
  const except = sealer.keyIds().slice(0, 1).map(sealedPrefix);
  for (let after = ''; ;) {
    const rows = await persist(() => store.read((db) => findSealed(db, column, { except, after })));
    const last = rows.at(-1);
    if (!last) return count;
    after = last.id;
    const openable = rows.filter((row) => opens(sealer, row, column));
    count.failed += rows.length - openable.length;
    count.resealed += await persist(() => store.write((db) => resealRows(db, sealer, column, openable)));
  }
}

/** Skips a row that has changed since it was read: whoever changed it has resealed or wiped it. */
async function resealRows(
  db: Queries,
  sealer: Sealer,
  column: SealedColumn,
  rows: readonly SealedRow[],
): Promise<number> {
  const name = sql.ref(column.column);
  let changed = 0;
  for (const row of rows) {
    const place = placeOf(row, column);
    const sealed = sealer.seal(sealer.open(row.sealed, place), place);
    const { numAffectedRows } =
      await sql`update ${sql.table(column.table)} set ${name} = ${sealed} where id = ${row.id} and ${name} = ${row.sealed}`.execute(
        db,
      );
    changed += Number(numAffectedRows);
  }
  return changed;
}

async function findSealed(
  db: Queries,
  { table, guild, column }: SealedColumn,
  { except = [], after = '' }: { except?: readonly string[]; after?: string },
): Promise<SealedRow[]> {
  const name = sql.ref(column);
  const conditions = [
    sql`${name} is not null`,
    sql`id > ${after}`,
    ...except.map((prefix) => sql`substr(${name}, 1, ${sql.lit(prefix.length)}) <> ${prefix}`),
  ];
  const found = await sql<SealedRow>`
    select id, ${sql.ref(guild)} as guild_id, ${name} as sealed from ${sql.table(table)}
    where ${sql.join(conditions, sql` and `)} order by id limit ${sql.lit(BATCH)}`.execute(db);
  return found.rows;
}

function opens(sealer: Sealer, row: SealedRow, column: SealedColumn): boolean {
  try {
    sealer.open(row.sealed, placeOf(row, column));
    return true;
  } catch (error) {
    if (error instanceof UnsealError) return false;
    throw error;
  }
}

function placeOf({ id, guild_id }: SealedRow, { field }: SealedColumn): SealedPlace {
  return { guildId: guild_id, field, rowId: id };
}

/**
 * Retries, because a busy database is no reason to stop half-way. No pause is needed: the database waits before it
 * refuses.
 */
async function persist<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StorageUnavailableError) || tries === TRIES) throw error;
    }
  }
}
