import { type Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely';

import { type Clock, MINUTE_MS, SECOND_MS } from '../work/clock.ts';
import { FatalError } from '../work/errors.ts';
import { retry } from '../work/retry.ts';
import { migrate, migrations } from './migrate.ts';
import { explainRefusal, refusesSettings } from './postgres-refusals.ts';
import type { Schema } from './schema.ts';

/** For one that wakes up, is restarted, or gives way to its standby. */
export const WAKES_WITHIN_MS = MINUTE_MS / 2;
const ASKED_AGAIN_AFTER_MS = SECOND_MS / 2;
/** What one process at a time locks, until its transaction ends. */
const MIGRATION_LOCK = 4_107_270_921;

/** Without a lock of Kysely's, which belongs to a connection: behind a pooler each transaction may have another. */
export class PooledDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    const unlocked = () => Promise.resolve();
    return Object.assign(new PostgresAdapter(), { acquireMigrationLock: unlocked, releaseMigrationLock: unlocked });
  }
}

/**
 * Brings the tables up to date, and waits for a while for a server that does not take connections yet.
 *
 * @param open - with the settings that a connection asks for at its start, or without
 * @returns whether connections may ask for them: a pooler may refuse that
 * @throws {@link FatalError} when the database cannot be used
 */
export async function prepare(open: (withSettings: boolean) => Kysely<Schema>, clock: Clock): Promise<boolean> {
  const giveUpAt = clock.monotonic() + WAKES_WITHIN_MS;
  let withSettings = true;
  const pauseAfter = (error: unknown) => {
    if (error instanceof FatalError) return undefined;
    if (withSettings && refusesSettings(error)) {
      withSettings = false;
      return 0;
    }
    return explainRefusal(error).mayPass && clock.monotonic() < giveUpAt ? ASKED_AGAIN_AFTER_MS : undefined;
  };
  await retry(() => bringUpToDate(open(withSettings)), { pauseAfter, clock }).catch((error: unknown) => {
    if (error instanceof FatalError) throw error;
    const { said } = explainRefusal(error);
    throw new FatalError(`The Postgres database of DATABASE_URL cannot be used: ${said}`, { cause: error });
  });
  return withSettings;
}

async function bringUpToDate(db: Kysely<Schema>): Promise<void> {
  try {
    await db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(transaction);
      // A standby whose tables are up to date would refuse only the first write.
      const { rows } = await sql<Record<string, string>>`show transaction_read_only`.execute(transaction);
      if (rows[0]?.transaction_read_only === 'on') throw Object.assign(new Error('it only reads'), { code: '25006' });
      await migrate<Schema>(transaction, migrations('bigserial'));
    });
  } finally {
    await db.destroy();
  }
}
