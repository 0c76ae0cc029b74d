import { sql } from 'kysely';

import { openSqlite } from '../../src/database/sqlite.ts';
import { createDatabaseClock, type Queries, type Store, TransactionError } from '../../src/database/store.ts';
import { StorageUnavailableError } from '../../src/work/errors.ts';
import type { Database } from '../faults/databases.ts';
import { currentMachine, type Machine } from './machine.ts';
import { owners, time } from './time.ts';

/** How often the database runs a transaction twice, as Postgres does when two of them got into each other's way. */
const TWICE_SHARE = 0.02;

/** Writes that are made again and again, mostly without an effect. */
const UPKEEP = /leases\.hold < worker|retention|recovery|wipe/;
const CALLER = /at (?:async )?(?:Object\.)?([\w.<>]+) .*\/src\/(?:\w[\w-]*\/)*([\w-]+)\.ts:/g;

/** Undoes a transaction that never ends. */
class Undone extends TransactionError {}

/** The database that all processes of a history share. It is opened once: it would spend most of its time on statements. */
let opened: Store | undefined;
let failsUntil = 0;

/** Empties it. Its clock is that of the history, and can be set. */
export async function openShared(): Promise<Database> {
  const at = sql<number>`${{ toOperationNode: timeNode }}`;
  const clock = createDatabaseClock(sql<number>`(cast(${at} as integer) + (select step_ms from fault_clock))`);
  const close = () => Promise.resolve();
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
      return Math.floor(time.now);
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
    throw new StorageUnavailableError('the simulated database is away');
  }

  /** What the database does is its own affair, whatever becomes of the process. */
  const apart = <T>(work: () => Promise<T>): Promise<T> => owners.run(null, work);

  async function look<T>(work: () => Promise<T>, what: string): Promise<T> {
    await machine.cross(`before ${what}`, { isIdle: true });
    await failWhileAway();
    const value = await apart(work);
    await machine.cross(`after ${what}`, { isIdle: true });
    return value;
  }

  async function write<T>(work: (db: Queries) => Promise<T>): Promise<T> {
    const what = `write ${callers()}`;
    const isIdle = UPKEEP.test(what);
    await machine.cross(`before ${what}`, { isIdle });
    await failWhileAway();
    const end = endOf(machine, isIdle);
    try {
      const value = await apart(() => store.write((db) => perform(db, work, end)));
      if (end === 'COMMIT lost') throw lostCommit(machine, `done, but not answered: ${what}`);
      await machine.cross(`after ${what}`, { isIdle });
      succeeded = true;
      return value;
    } catch (error) {
      if (end === 'dies within') {
        machine.die(`within ${what}`);
        return machine.never();
      }
      succeeded = error instanceof TransactionError && !(error instanceof Undone);
      throw error instanceof Undone ? lostCommit(machine, `neither done nor answered: ${what}`) : error;
    }
  }

  return Promise.resolve({
    ...store,
    read: (query) => look(() => store.read(query), 'read'),
    snapshot: (queries) => look(() => store.snapshot(queries), 'snapshot'),
    write,
    takesWrites: () => succeeded,
    close: () => Promise.resolve(),
  });
}

type End = 'done' | 'twice' | 'dies within' | 'fails' | 'COMMIT lost';

function endOf(machine: Machine, isIdle: boolean): End {
  const { kill, writeFails, commitLost, idleShare } = machine.watcher.fates();
  let chance = time.random.next() / (isIdle ? idleShare : 1);
  const is = (share: number) => (chance -= share) < 0;
  if (is(kill)) return 'dies within';
  if (is(writeFails)) return 'fails';
  if (is(commitLost)) return 'COMMIT lost';
  return is(TWICE_SHARE) ? 'twice' : 'done';
}

async function perform<T>(db: Queries, work: (db: Queries) => Promise<T>, end: End): Promise<T> {
  if (end === 'twice') {
    await sql`savepoint first_try`.execute(db);
    await work(db);
    await sql`rollback to first_try`.execute(db);
  }
  const value = await work(db);
  if (end === 'dies within' || end === 'fails') throw new Undone();
  return value;
}

/** What the bot's connection makes of a COMMIT that is not answered: it may have been done. */
function lostCommit(machine: Machine, what: string): Error {
  machine.watcher.onDatabase(machine, what);
  return new StorageUnavailableError('the database failed', { cause: new Error('Connection terminated unexpectedly') });
}

/** The functions of the bot that make a write, which name it. */
function callers(): string {
  const { stack = '' } = new Error();
  return [...stack.matchAll(CALLER)]
    .map(([, name = '', file = '']) => `${file}.${name}`)
    .slice(0, 2)
    .join(' < ');
}
