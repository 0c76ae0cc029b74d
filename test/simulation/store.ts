import { sql } from 'kysely';

import { openSqlite } from '../../src/database/sqlite.ts';
import { ANSWER_WITHIN_MS } from '../../src/database/postgres.ts';
import { eachRun } from '../../src/database/prepared.ts';
import {
  createDatabaseClock,
  orAgain,
  type Queries,
  type Store,
  TransactionError,
  type WriteOptions,
} from '../../src/database/store.ts';
import { StorageUnavailableError, UnclearWriteError } from '../../src/work/errors.ts';
import type { LostAnswer } from '../database/link.ts';
import { writesIn } from '../database/lost-commits.ts';
import type { Database } from '../faults/databases.ts';
import { watchStatements } from '../faults/lost-commits.ts';
import { currentMachine, type Machine } from './machine.ts';
import { owners, time } from './time.ts';

/** How often the database runs a transaction twice, as Postgres does when two of them got into each other's way. */
const TWICE_SHARE = 0.02;
/** Of the COMMITs that are lost: how many the database does, and how many it never says anything of. */
const DONE_SHARE = 0.6;
const SILENT_SHARE = 0.5;

/** Writes that are made again and again, mostly without an effect. */
const UPKEEP = /leases\.hold < worker|retention|recovery|wipe/;
const OF_BOT = /\/src\/(?:\w[\w-]*\/)*([\w-]+)\.ts$/;

/** Undoes a transaction that the process does not hear of. */
class Undone extends TransactionError {}
/** A transaction that was done. `written`: what */
type Done<T> = { value: T; written: ReadonlySet<string> };

/** The database that all processes of a history share. It is opened once: it would spend most of its time on statements. */
let opened: Store | undefined;
let failsUntil = 0;
/** By the transaction that is under way: one at a time. */
let written = new Set<string>();

/** Empties it. Its clock is that of the history, and can be set. */
export async function openShared(): Promise<Database> {
  const at = sql<number>`${{ toOperationNode: timeNode }}`;
  const clock = createDatabaseClock(sql<number>`(cast(${at} as integer) + (select step_ms from fault_clock))`);
  const close = () => Promise.resolve();
  if (!opened)
    watchStatements(({ text }) => {
      for (const write of writesIn(text)) written.add(write);
    });
  const store = (opened ??= { ...(await openSqlite(':memory:')), ...clock, close });
  await store.write(empty);
  failsUntil = 0;
  return {
    url: 'sqlite::memory:',
    config: { kind: 'sqlite', path: ':memory:' },
    open: () => Promise.resolve(store),
    async fail(ms) {
      failsUntil = time.now + ms;
      await time.sleep(ms);
    },
  };
}

/** Leaves the tables as migrations make them. */
async function empty(db: Queries): Promise<void> {
  await sql`pragma defer_foreign_keys = on`.execute(db);
  await sql`drop table if exists fault_clock`.execute(db);
  const { rows } = await sql<{ name: string }>`select name from sqlite_schema
    where type = 'table' and name not like 'kysely%' and (name not like 'sqlite%' or name = 'sqlite_sequence')`.execute(
    db,
  );
  for (const { name } of rows) await sql`delete from ${sql.table(name)}`.execute(db);
}

/** A parameter, so that the text of the statement is the same each time. */
function timeNode() {
  return {
    kind: 'ValueNode' as const,
    get value() {
      return eachRun(() => Math.floor(time.now));
    },
  };
}

/** In the place of `openSqlite`: a connection of the process that opens it. */
export function openConnection(): Promise<Store> {
  if (!opened) throw new Error('no database is open');
  const store = opened;
  const machine = currentMachine();
  let succeeded = true;

  async function failWhileAway(): Promise<void> {
    if (time.now >= failsUntil) return;
    await machine.cross('database is away');
    await machine.sleep(time.random.next() * ANSWER_WITHIN_MS);
    throw new StorageUnavailableError('the simulated database is away');
  }

  /** What the database does is its own affair, whatever becomes of the process. */
  const apart = <T>(work: () => Promise<T>): Promise<T> => owners.run(null, work);

  async function look<T>(work: () => Promise<T>, what: string): Promise<T> {
    await machine.cross(`before ${what}`, { isIdle: true });
    await failWhileAway();
    // A process that stops after it has read does so before it does anything else: at the next crossing.
    return apart(work);
  }

  async function write<T>(work: (db: Queries) => Promise<T>, what: string): Promise<T> {
    const isIdle = UPKEEP.test(what);
    await machine.cross(`before ${what}`, { isIdle });
    await failWhileAway();
    const fate = fateOf(machine, isIdle);
    let loss: LostAnswer | undefined;
    try {
      const value = await apart(() =>
        store.write(async (db) => {
          const done = await perform(db, work, fate);
          loss = lossOf(machine, fate, done.written);
          if (loss?.isDone === false) throw new Undone();
          return done.value;
        }),
      );
      if (loss) return await lose(machine, loss, what);
      await machine.cross(`after ${what}`, { isIdle });
      succeeded = true;
      return value;
    } catch (error) {
      succeeded = error instanceof TransactionError && !(error instanceof Undone);
      if (!(error instanceof Undone)) throw error;
      if (loss) return await lose(machine, loss, what);
      if (fate === 'fails') {
        machine.watcher.onDatabase(machine, false, `fails: ${what}`);
        throw new StorageUnavailableError('the database failed', { cause: error });
      }
      machine.die(`within ${what}`);
      return machine.never();
    }
  }

  return Promise.resolve({
    ...store,
    read: (query) => look(() => store.read(query), 'read'),
    snapshot: (queries) => look(() => store.snapshot(queries), 'snapshot'),
    write: (work, options?: WriteOptions) => {
      const what = `write ${callers()}`;
      return orAgain(() => write(work, what), options);
    },
    takesWrites: () => succeeded,
    close: () => Promise.resolve(),
  });
}

type Fate = 'done' | 'twice' | 'dies within' | 'fails' | 'COMMIT lost';

function fateOf(machine: Machine, isIdle: boolean): Fate {
  const { kill, writeFails, commitLost, idleShare } = machine.watcher.fates();
  let chance = time.random.next() / (isIdle ? idleShare : 1);
  const is = (share: number) => (chance -= share) < 0;
  if (is(kill)) return 'dies within';
  if (is(writeFails)) return 'fails';
  if (is(commitLost)) return 'COMMIT lost';
  return is(TWICE_SHARE) ? 'twice' : 'done';
}

async function perform<T>(db: Queries, work: (db: Queries) => Promise<T>, fate: Fate): Promise<Done<T>> {
  if (fate === 'twice') {
    await sql`savepoint first_try`.execute(db);
    await work(db);
    await sql`rollback to first_try`.execute(db);
  }
  written = new Set();
  const value = await work(db);
  if (fate === 'dies within' || fate === 'fails') throw new Undone();
  return { value, written };
}

/** How the COMMIT of a transaction is lost, if it is: by chance, or because somebody asked for it. */
function lossOf(machine: Machine, fate: Fate, writes: ReadonlySet<string>): LostAnswer | undefined {
  const struck = machine.losses.strike(writes);
  if (struck || fate !== 'COMMIT lost') return struck;
  return { times: 1, isDone: time.random.next() < DONE_SHARE, isSilent: time.random.next() < SILENT_SHARE };
}

/** What the bot's connection makes of a COMMIT that is not answered, as Postgres may do, or a failing disk. */
async function lose(machine: Machine, { isDone, isSilent }: LostAnswer, what: string): Promise<never> {
  machine.watcher.onDatabase(machine, true, `${isDone ? 'done' : 'not done'}, but not answered: ${what}`);
  if (isSilent) await machine.sleep(ANSWER_WITHIN_MS);
  throw new UnclearWriteError('the simulated database did not say whether it committed');
}

/** The functions of the bot that make a write, which name it. As text, a stack would take longer than the write. */
function callers(): string {
  const usual = Reflect.get(Error, 'prepareStackTrace');
  Error.prepareStackTrace = (_, sites) => sites;
  const sites = new Error().stack as unknown as NodeJS.CallSite[];
  Error.prepareStackTrace = usual;
  return sites
    .flatMap((site) => {
      const [, file] = OF_BOT.exec(site.getFileName() ?? '') ?? [];
      const name = site.getFunctionName();
      return file && name ? `${file}.${name}` : [];
    })
    .slice(0, 2)
    .join(' < ');
}
