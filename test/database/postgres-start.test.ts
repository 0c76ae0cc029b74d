import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';

import { openPostgres } from '../../src/database/postgres.ts';
import { WAKES_WITHIN_MS } from '../../src/database/postgres-start.ts';
import { Secret } from '../../src/secret.ts';
import { systemClock } from '../../src/work/clock.ts';
import { CERTIFICATE } from '../rewards/hostile-receivers.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { describeOnPostgres } from './databases.ts';
import { freePort } from './free-port.ts';
import { asksForPassword, closes, type Door, inTurn, leadsOn, openDoor, refuses } from './postgres-door.ts';
import { createSharedDatabase } from '../shared.ts';

/** Time passes only while somebody waits for it. */
function createQuickClock() {
  let time = 0;
  const sleep = (ms: number) => {
    time += ms;
    return Promise.resolve();
  };
  return { clock: { ...systemClock, monotonic: () => time, sleep }, waited: () => time };
}

async function refusalOf(url: string): Promise<{ said: string; waitedMs: number }> {
  const { clock, waited } = createQuickClock();
  const error: unknown = await openPostgres(new Secret(url), { clock }).catch((thrown: unknown) => thrown);
  const said = String(error).replace('FatalError: The Postgres database of DATABASE_URL cannot be used: ', '');
  return { said, waitedMs: waited() };
}

describe('a server that does not let the bot in', () => {
  test.each<[string, Door, string]>([
    ['a password that is wrong', refuses('28P01'), 'Postgres refuses the user or the password. In the password, # / ? @ and % are written'], // prettier-ignore
    ['no password', asksForPassword, 'it asks for a password, and DATABASE_URL has none.'],
    ['a role that is missing', refuses('28000', 'role "x" does not exist'), 'Postgres refuses the user.'],
    ['a role of a pooler', refuses('XX000', 'Tenant or user not found'), 'the pooler does not know the user'],
    ['a database that is missing', refuses('3D000'), 'there is no such database. Make it with createdb.'],
    ['one that a pooler lacks', refuses('08P01', 'no such database: x'), 'there is no such database.'],
    ['no TLS', refuses('28000', 'no pg_hba.conf entry for host "x", no encryption'), 'it takes no connection without TLS: add ?sslmode=verify-full.'], // prettier-ignore
    ['a host that is not listed', refuses('28000', 'no pg_hba.conf entry for host "x", SSL encryption'), 'pg_hba.conf lets this user in from elsewhere alone'], // prettier-ignore
    ['tables that may not be made', refuses('42501'), 'the user may not make tables in it: grant create'],
    ['a full disk', refuses('53100'), 'its disk is full'],
    ['no schema', refuses('3F000', 'no schema has been selected to create in'), 'its user has no schema to make tables in'], // prettier-ignore
    ['a template', refuses('55000', 'database "x" is not currently accepting connections'), 'this database takes no connections'], // prettier-ignore
    ['a used-up plan', refuses('XX000', 'Your project has exceeded the compute time quota.'), 'its provider has stopped it'], // prettier-ignore
    ['a code of its own', refuses('0A000'), "it refuses with 0A000 (PostgreSQL's documentation, appendix A)."],
  ])('is told of in one sentence, at once: %s', async (_what, door, sentence) => {
    const { said, waitedMs } = await refusalOf(await openDoor(door));

    expect(said.slice(0, sentence.length)).toBe(sentence);
    expect([said.includes('\n'), waitedMs]).toEqual([false, 0]);
  });

  test.each<[string, Door, string]>([
    ['too many connections', refuses('53300'), 'all its connections are taken'],
    ['too many in a pooler', refuses('08P01', 'no more connections allowed (max_client_conn)'), 'all its connections are taken'], // prettier-ignore
    ['too little memory', refuses('53200', 'out of memory'), 'it is short of memory'],
    ['a start that lasts', refuses('57P03', 'the database system is starting up'), 'it is starting or stopping.'],
    ['an end that lasts', refuses('57P01'), 'it is starting or stopping.'],
    ['nothing behind a pooler', refuses('08P01', 'server login has been failing, try again later (server_login_retry)'), 'the pooler cannot reach Postgres behind it.'], // prettier-ignore
    ['a closed connection', closes, 'it closes the connection. Is this the port of Postgres'],
  ])('is waited for, half a minute at most: %s', async (_what, door, sentence) => {
    const { said, waitedMs } = await refusalOf(await openDoor(door));

    expect(said.slice(0, sentence.length)).toBe(sentence);
    expect(waitedMs).toBe(WAKES_WITHIN_MS);
  });

  test.each<[string, 'S' | 'N', string, string]>([
    ['speaks no TLS', 'N', 'sslmode=verify-full', 'it does not speak TLS: write ?sslmode=disable'],
    ['has a certificate that nobody knows', 'S', 'sslmode=verify-full', 'no authority that is known here signed its'],
    ['has the certificate of another host', 'S', 'sslrootcert=CA', 'its certificate is for another host'],
    ['is given a file that is missing', 'S', 'sslrootcert=/nowhere', 'the file of sslrootcert, sslcert or sslkey'],
  ])('that %s is told of in one sentence', async (_what, tls, option, sentence) => {
    const file = join(temporaryFolder(), 'ca.pem');
    writeFileSync(file, CERTIFICATE);

    const { said } = await refusalOf(`${await openDoor(closes, { tls })}?${option.replace('CA', file)}`);

    expect(said.slice(0, sentence.length)).toBe(sentence);
  });

  test.each([
    ['127.0.0.1', 'ECONNREFUSED. Is Postgres running, and on this port?'],
    ['%2Fnowhere', 'there is no socket of Postgres at this path'],
    ['nowhere.invalid', 'ENOTFOUND. Is the host name right?'],
  ])('is told of where there is none, as at %s', async (host, sentence) => {
    const { said } = await refusalOf(`postgres://bot@${host}:${await freePort()}/bot`);

    // Without a network, no name server says that there is no such name.
    expect(said).toMatch(host.endsWith('invalid') ? /^ENOTFOUND|cannot be looked up/ : sentence);
  });
});

/** The address of a database, as it is reached by a door. */
async function through(door: Door, url: string): Promise<string> {
  return Object.assign(new URL(url), { host: new URL(await openDoor(door)).host }).href;
}

describeOnPostgres('a start', () => {
  const openedAt = async (url: string) => {
    const { clock, waited } = createQuickClock();
    const store = await openPostgres(new Secret(url), { clock });
    onTestFinished(() => store.close());
    return { store, waitedMs: waited() };
  };

  test('behind a pooler that takes no settings goes without them, and does all the work', async () => {
    const url = await createSharedDatabase();
    const { store } = await openedAt(await through(leadsOn(url), url));

    await store.write((db) => db.insertInto('guilds').values({ id: 'a', last_seen_at: 0 }).execute());
    const guilds = await store.snapshot((db) => db.selectFrom('guilds').select('id').execute());
    expect(guilds).toEqual([{ id: 'a' }]);
  });

  test('goes on once a server that was closing, then starting, takes connections', async () => {
    const url = await createSharedDatabase();
    const door = inTurn(closes, refuses('57P03'), refuses('57P03'), leadsOn(url));
    const { store, waitedMs } = await openedAt(await through(door, url));

    expect(store.takesWrites()).toBe(true);
    expect(waitedMs).toBeGreaterThan(0);
  });

  test('refuses a server that only reads, although its tables are there', async () => {
    const url = await createSharedDatabase();
    const { store } = await openedAt(url);
    const name = sql.id(new URL(url).pathname.slice(1));
    await store.read((db) => sql`alter database ${name} set default_transaction_read_only = on`.execute(db));

    const { said } = await refusalOf(url);
    expect(said).toBe('it only reads, as a standby does: give the address of the primary.');
  });
});
