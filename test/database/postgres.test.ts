import type { LookupFunction } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';

import { openPostgres } from '../../src/database/postgres.ts';
import { ADDRESS_TIMEOUT_MS, createPulse, SILENT_AFTER_MS } from '../../src/database/postgres-pool.ts';
import type { Queries, Store } from '../../src/database/store.ts';
import { Secret } from '../../src/secret.ts';
import { systemClock } from '../../src/work/clock.ts';
import { StorageUnavailableError } from '../../src/work/errors.ts';
import { DEAD_ADDRESS, makeDead } from '../dead-address.ts';
import { createBehindLink, describeOnPostgres } from './databases.ts';
import { PostgresServer } from './postgres-server.ts';

const OPEN = 11;
const MOST_OPEN = 20;
/** An idle database answers in a few: only for a machine that is overloaded it is this many. */
const ANSWER_WITHIN_MS = 1_000;

type Options = Parameters<typeof openPostgres>[1];

/** A store that reaches its database by a link, and the address of the database without it. */
async function open(options: Options = {}) {
  const { url, link } = await createBehindLink();
  const store = await openPostgres(new Secret(link.through(url)), { answerWithinMs: ANSWER_WITHIN_MS, ...options });
  onTestFinished(() => store.close());
  return { url, link, store };
}

/** Has so many connections opened, by as many people at the same time. */
async function openConnections(store: Store, count: number): Promise<void> {
  const { promise: allThere, resolve: go } = Promise.withResolvers<undefined>();
  let there = 0;
  await everybody(count, () =>
    store.snapshot(async (db) => {
      await ask(db);
      if ((there += 1) === count) go(undefined);
      await allThere;
    }),
  );
}

const ask = (db: Queries) => sql`select 1`.execute(db);
const addGuild = (db: Queries, id: string) => db.insertInto('guilds').values({ id, last_seen_at: 0 }).execute();
const everybody = <T>(count: number, work: (person: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, person) => work(person)));

/** How many of so many people at the same time are refused. */
async function refusedOf(count: number, work: (person: number) => Promise<unknown>): Promise<number> {
  const ends = await everybody(count, (person) =>
    work(person).then(
      () => 0,
      (error: unknown) => {
        expect(error).toBeInstanceOf(StorageUnavailableError);
        return 1;
      },
    ),
  );
  return ends.filter((refused) => refused).length;
}

/** Changes what new connections find, not those that are open. */
async function alterDatabase(url: string, change: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`begin read write; alter database ${new URL(url).pathname.slice(1)} ${change}; commit`);
  await client.end();
}

describeOnPostgres('of connections that die without a word', () => {
  test.each([
    ['read', (store: Store) => store.read(ask)],
    ['snapshot', (store: Store) => store.snapshot(ask)],
    ['write', (store: Store) => store.write(ask)],
  ])('all eleven: one %s is refused, and everybody after it is answered', async (_kind, work) => {
    const { link, store } = await open();
    await openConnections(store, OPEN);
    link.forget();

    await expect(work(store)).rejects.toThrow(StorageUnavailableError);

    expect(await refusedOf(OPEN, () => work(store))).toBe(0);
  });

  test.each([OPEN, 1])(
    '%i, while all eleven are in use: so many people are refused, and nobody after them',
    async (most) => {
      const { link, store } = await open();
      await openConnections(store, OPEN);
      link.forget({ most });

      expect(await refusedOf(OPEN, () => store.read(ask))).toBe(most);

      expect(await refusedOf(OPEN, () => store.read(ask))).toBe(0);
    },
  );

  test('one at its first statement: it is not used again', async () => {
    const { link, store } = await open();
    const reading = store.read((db) =>
      db.connection().execute((connection) => {
        link.forget();
        return ask(connection);
      }),
    );
    await expect(reading).rejects.toThrow(StorageUnavailableError);

    expect(await refusedOf(1, () => store.read(ask))).toBe(0);
  });

  test('one in a transaction: it is given up without a wait for its ROLLBACK', async () => {
    const { link, store } = await open();
    const writing = store.write(async (db) => {
      await ask(db);
      link.forget();
      await ask(db);
    });
    const refused = writing.catch(() => 'refused');
    expect(await Promise.race([refused, delay(1.9 * ANSWER_WITHIN_MS, 'waiting')])).toBe('refused');
  });

  test('some, while people write: what was answered is there once, and nothing is that was refused', async () => {
    const { link, store } = await open();
    await openConnections(store, OPEN);
    link.forget({ most: 5 });

    const written: string[] = [];
    await refusedOf(5 * OPEN, async (person) => {
      await store.write((db) => addGuild(db, String(person)));
      written.push(String(person));
    });

    const guilds = await store.read((db) => db.selectFrom('guilds').select('id').execute());
    expect(written.length).toBeGreaterThan(0);
    expect(guilds.map(({ id }) => id).toSorted()).toEqual(written.toSorted());
  });
});

describeOnPostgres('a database', () => {
  test('that another took the place of, and that only reads now, refuses one write, and none after it', async () => {
    const { url, store } = await open();
    await alterDatabase(url, 'set default_transaction_read_only = on');
    await openConnections(store, OPEN);
    await alterDatabase(url, 'reset default_transaction_read_only');

    await expect(store.write((db) => addGuild(db, 'a'))).rejects.toMatchObject({ cause: { code: '25006' } });

    expect(await refusedOf(OPEN, (person) => store.write((db) => addGuild(db, String(person))))).toBe(0);
  });

  test('that gives a statement up has answered, and keeps its connections', async () => {
    const { link, store } = await open();
    await openConnections(store, OPEN);
    const slow = store.read((db) => sql`select pg_sleep(60)`.execute(db));
    await expect(slow).rejects.toMatchObject({ cause: { code: '57014' } });

    expect(await refusedOf(OPEN, () => store.read(ask))).toBe(0);
    expect(link.open).toBe(OPEN);
  });

  test('that answers nobody refuses with them those who wait for a connection', async () => {
    const { link, store } = await open();
    await openConnections(store, MOST_OPEN);
    link.cut();

    const ends = await Promise.allSettled(Array.from({ length: 5 * MOST_OPEN }, () => store.read(ask)));

    const reasons = ends.map((end) => (end.status === 'rejected' ? String(end.reason) : 'answered'));
    expect(reasons.filter((reason) => reason.endsWith('the database answers nobody'))).toHaveLength(4 * MOST_OPEN);
    expect(reasons).not.toContain('answered');
  });

  test('whose answers to reads stop is known to take no writes, until one comes', async () => {
    const server = await PostgresServer.start();
    onTestFinished(() => server.stop());
    let time = 0;
    const store = await openPostgres(new Secret(await server.createDatabase()), {
      clock: { ...systemClock, monotonic: () => time },
    });
    onTestFinished(() => store.close());
    const read = () => refusedOf(1, () => store.read(ask));
    await read();

    await server.kill();
    expect([await read(), store.takesWrites()]).toEqual([1, true]);
    time += SILENT_AFTER_MS;
    expect(store.takesWrites()).toBe(true);
    expect([await read(), store.takesWrites()]).toEqual([1, false]);

    await server.revive();
    expect([await read(), store.takesWrites()]).toEqual([0, true]);
  });

  test('at the second address of its host, which has to wake up, is reached behind a dead one', async () => {
    const addresses = ['127.0.0.1'];
    const lookup: LookupFunction = (_host, _options, done) => {
      done(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      );
    };
    const { link, store } = await open({ lookup });
    await makeDead(link.port);
    addresses.unshift(DEAD_ADDRESS);
    link.cut();

    const reading = store.read(ask);
    await delay(ADDRESS_TIMEOUT_MS + 1_300);
    link.mend();

    expect((await reading).rows).toHaveLength(1);
  });
});

describe('what answers say of a database', () => {
  function start() {
    let time = 0;
    const pulse = createPulse(() => time);
    const after = (ms: number, what: 'answered' | 'unanswered') => {
      time += ms;
      pulse[what]();
    };
    return { pulse, after };
  }

  test('it is silent when nobody was answered for some seconds', () => {
    const { pulse, after } = start();
    after(0, 'unanswered');
    after(SILENT_AFTER_MS - 1, 'unanswered');
    expect(pulse.isSilent()).toBe(false);
    after(1, 'unanswered');
    expect(pulse.isSilent()).toBe(true);
  });

  test('it is not once somebody was', () => {
    const { pulse, after } = start();
    after(0, 'unanswered');
    after(SILENT_AFTER_MS, 'unanswered');
    after(0, 'answered');
    expect(pulse.isSilent()).toBe(false);
  });

  test('one lost answer says nothing, however long nobody asks before or after it', () => {
    const { pulse, after } = start();
    after(0, 'answered');
    after(100 * SILENT_AFTER_MS, 'unanswered');
    expect(pulse.isSilent()).toBe(false);
    after(100 * SILENT_AFTER_MS, 'answered');
    after(0, 'unanswered');
    expect(pulse.isSilent()).toBe(false);
  });

  test('whoever waits is refused with those who were not answered meanwhile, but not when somebody was', () => {
    const { pulse, after } = start();
    after(1, 'answered');
    after(1, 'unanswered');
    expect([0, 1, 2].map(pulse.isSilentSince)).toEqual([false, false, false]);
    after(1, 'unanswered');
    expect([0, 1, 2, 3].map(pulse.isSilentSince)).toEqual([false, false, true, false]);
  });
});
