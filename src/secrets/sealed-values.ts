import { type RawBuilder, sql } from 'kysely';

import type { StorageConfig } from '../config.ts';
import { openStore } from '../database/database.ts';
import type { Queries, Store } from '../database/store.ts';
import { systemClock } from '../work/clock.ts';
import { FatalError, StorageUnavailableError } from '../work/errors.ts';
import { ownCommand } from '../work/own-command.ts';
import { retry } from '../work/retry.ts';
import { describeKeyRing, type KeyRing } from './key-ring.ts';
import { createSealer, openIfPossible, type SealedCell, sealedPrefix, type Sealer } from './sealer.ts';

/** Every column of sealed values, with that of their guild, and those that show a part of the value. */
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
/** A running bot seals with its old key until it first reads a value of the new one; the next pass finds what it wrote. */
const PASSES = 5;
const TRIES = 10;
const ifLost = () => `If it is lost, "${ownCommand('forget-secrets')}" forgets what it sealed.`;

/** Opens the database together with the keys to its sealed values. @throws {@link FatalError} also without a key */
export async function openSealedStore(
  config: StorageConfig,
  openRing: (config: StorageConfig, isInUse: boolean) => KeyRing,
  open = openStore,
): Promise<{ store: Store; sealer: Sealer }> {
  const store = await open(config.database);
  try {
    const ring = openRing(config, await holdsSecrets(store));
    const sealer = createSealer(ring(), ring);
    await refuseUnknownKeys(store, sealer, describeKeyRing(config));
    return { store, sealer };
  } catch (error) {
    await store.close();
    if (!(error instanceof StorageUnavailableError)) throw error;
    throw new FatalError('The database stopped answering during the start. Is it running?', { cause: error });
  }
}

async function holdsSecrets(store: Store): Promise<boolean> {
  for (const column of SEALED_COLUMNS) {
    if ((await store.read((db) => findSealed(db, column))).length > 0) return true;
  }
  return false;
}

/** @throws {@link FatalError} when the ring (`source`: where) lacks a key that is in use, or has another of its id */
export async function refuseUnknownKeys(store: Store, sealer: Sealer, source: string): Promise<void> {
  for (const column of SEALED_COLUMNS) {
    const [unknown] = await store.read((db) => findSealed(db, column, sealer.keyIds().map(sealedPrefix)));
    if (unknown) {
      throw new FatalError(
        `The database holds secrets that are sealed with the key "${sealer.keyIdOf(unknown.sealed)}", which is not in ${source}: put it back, behind the newer keys. ${ifLost()}`,
      );
    }
    const sealedRows = await store.read((db) => findSealed(db, column));
    if (sealedRows.length > 0 && !sealedRows.some((row) => opens(sealer, row, column))) {
      throw new FatalError(
        `The secrets in the database are sealed with another key than the one of the same id in ${source}: put the old key back, and give a new key an id of its own. ${ifLost()}`,
      );
    }
  }
}

/** Reseals with the newest key, while others read and write. `failed`: how many values cannot be opened */
export async function resealAll(store: Store, sealer: Sealer): Promise<{ resealed: number; failed: number }> {
  let total = 0;
  for (let pass = 1; ; pass += 1) {
    const { resealed, failed } = await resealOnce(store, sealer);
    total += resealed;
    if (resealed === 0 || pass === PASSES) return { resealed: total, failed };
  }
}

async function resealOnce(store: Store, sealer: Sealer) {
  const count = { resealed: 0, failed: 0 };
  const [newest = ''] = sealer.keyIds();
  for await (const { column, rows } of batches(store, [sealedPrefix(newest)])) {
    const openable = rows.filter((row) => opens(sealer, row, column));
    count.failed += rows.length - openable.length;
    count.resealed += await updateRows(store, column, openable, (row) => {
      const cell = cellOf(row, column);
      return sql`${sql.ref(column.column)} = ${sealer.seal(sealer.open(row.sealed, cell), cell)}`;
    });
  }
  return count;
}

type Forgotten = Record<SealedColumn['field'], number>;

/**
 * Forgets the values that no key opens, while others read and write.
 *
 * @param currentSealer - gives the ring as it is now. A key joins it before anything is sealed with the key, so no value
 * is taken for lost because its key is new
 */
export async function forgetUnopenable(store: Store, currentSealer: () => Sealer): Promise<Forgotten> {
  const forgotten = Object.fromEntries(SEALED_COLUMNS.map(({ field }) => [field, 0])) as Forgotten;
  for await (const { column, rows } of batches(store)) {
    const sealer = currentSealer();
    const lost = rows.filter((row) => !opens(sealer, row, column));
    const cleared = [column.column, ...column.excerpts].map((name) => sql`${sql.ref(name)} = null`);
    forgotten[column.field] += await updateRows(store, column, lost, () => sql.join(cleared));
  }
  return forgotten;
}

/** All sealed values, while others read and write. @param except - prefixes of values to leave out */
async function* batches(store: Store, except?: readonly string[]) {
  for (const column of SEALED_COLUMNS) {
    for (let after: string | undefined = ''; after !== undefined;) {
      const rows = await persist(() => store.read((db) => findSealed(db, column, except, after)));
      if (rows.length > 0) yield { column, rows };
      after = rows.at(-1)?.id;
    }
  }
}

/** @returns how many it changed. A row that somebody changed since it was read is skipped: it was resealed or wiped */
function updateRows(
  store: Store,
  { table, column }: SealedColumn,
  rows: readonly SealedRow[],
  change: (row: SealedRow) => RawBuilder<unknown>,
): Promise<number> {
  return persist(() =>
    store.write(async (db) => {
      let changed = 0;
      for (const row of rows) {
        const isAsRead = sql`id = ${row.id} and ${sql.ref(column)} = ${row.sealed}`;
        const update = sql`update ${sql.table(table)} set ${change(row)} where ${isAsRead}`;
        changed += Number((await update.execute(db)).numAffectedRows);
      }
      return changed;
    }),
  );
}

/** @param after - for the next of them in the order of ids; without it, any: an index finds the few that are there */
async function findSealed(
  db: Queries,
  { table, guild, column }: SealedColumn,
  except: readonly string[] = [],
  after?: string,
): Promise<SealedRow[]> {
  const name = sql.ref(column);
  const isNext = after === undefined ? sql`` : sql`and id > ${after}`;
  const inOrder = after === undefined ? sql`` : sql`order by id`;
  const conditions = [
    sql`${name} is not null`,
    ...except.map((prefix) => sql`substr(${name}, 1, ${sql.lit(prefix.length)}) <> ${prefix}`),
  ];
  const found = await sql<SealedRow>`
    select id, ${sql.ref(guild)} as guild_id, ${name} as sealed from ${sql.table(table)}
    where ${sql.join(conditions, sql` and `)} ${isNext} ${inOrder} limit ${sql.lit(BATCH)}`.execute(db);
  return found.rows;
}

function opens(sealer: Sealer, row: SealedRow, column: SealedColumn): boolean {
  return openIfPossible(sealer, row.sealed, cellOf(row, column)) !== undefined;
}

function cellOf({ id, guild_id }: SealedRow, { field }: SealedColumn): SealedCell {
  return { guildId: guild_id, field, rowId: id };
}

/** A busy database must not stop this half-way. The database waits before it fails, so the next try needs no pause. */
function persist<T>(work: () => Promise<T>): Promise<T> {
  return retry(work, {
    pauseAfter: (error, tries) => (error instanceof StorageUnavailableError && tries < TRIES ? 0 : undefined),
    clock: systemClock,
  });
}
