import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { readConfig, type StorageConfig } from '../../src/config.ts';
import { openStore } from '../../src/database/database.ts';
import { createGuilds } from '../../src/guilds/store/guilds.ts';
import { Secret } from '../../src/secret.ts';
import { openKeyRing } from '../../src/secrets/key-ring.ts';
import { createSealer } from '../../src/secrets/sealer.ts';
import { describeOnPostgres } from '../database/databases.ts';
import { openSandbox, type Program, runNode, runProgram } from '../e2e/program.ts';
import { findProgram, maySkip } from '../services-at-hand.ts';
import { openWorkplace, type Workplace } from './runbook.ts';

const large = parse(readFileSync('ops/compose-large.yaml', 'utf8')) as { secrets: object };
const PAPER = 'docs/operations.md';
const GUILDS = ['100000000000000001', '100000000000000002'] as const;
const KEY = Buffer.alloc(32, 1).toString('base64');

const sqliteIn = ({ folder }: Workplace): StorageConfig => ({
  database: { kind: 'sqlite', path: join(folder, 'data/bot.db') },
  encryptionKeys: undefined,
});

/** What a bot would do: a guild sets a token of its own. */
async function setToken(place: StorageConfig, guildId: string): Promise<void> {
  const store = await openStore(place.database);
  const sealer = createSealer(openKeyRing(place, false)());
  await createGuilds({ store, sealer }).setToken(guildId, {
    secret: new Secret(`token of ${guildId}`),
    ending: 'oken',
  });
  await store.close();
}

/** The tokens that there are, by guild. */
async function tokensIn(place: StorageConfig): Promise<Record<string, string>> {
  const store = await openStore(place.database);
  const sealer = createSealer(openKeyRing(place, true)());
  const rows = await store.read((db) => db.selectFrom('guilds').select(['id', 'sealed_token']).orderBy('id').execute());
  await store.close();
  return Object.fromEntries(
    rows.map(({ id, sealed_token }) => [
      id,
      sealer.open(sealed_token ?? '', { guildId: id, field: 'access-token', rowId: id }).reveal(),
    ]),
  );
}

const tokensOf = (...guilds: string[]) => Object.fromEntries(guilds.map((id) => [id, `token of ${id}`]));

/** Starts the bot of a workplace live, in the version that is tested. */
async function start({ folder }: Workplace): Promise<Program> {
  const { sandbox } = await openSandbox();
  return runProgram({ ...sandbox.environment }, [], folder);
}

/** The same in the version that the workplace has. */
async function startItsOwn({ folder }: Workplace): Promise<Program> {
  const { sandbox } = await openSandbox();
  return runNode(['src/main.ts'], { ...sandbox.environment }, folder);
}

async function stop(bot: Program): Promise<void> {
  bot.kill('SIGTERM');
  expect(await bot.ended).toMatchObject({ code: 0 });
}

test('SQLite is backed up while the bot runs, and restored', async () => {
  const place = openWorkplace();
  await setToken(sqliteIn(place), GUILDS[0]);
  const bot = await start(place);
  await bot.logged('ready');

  const said = await place.follow(PAPER, 'Back up SQLite');
  await stop(bot);
  await setToken(sqliteIn(place), GUILDS[1]);
  await place.follow(PAPER, 'Restore SQLite');

  expect(said).toBe(
    'The database is in backup.db. What is encrypted in it opens with the key file ./data/bot.db.key alone: keep that too, elsewhere.\n',
  );
  expect(await tokensIn(sqliteIn(place))).toEqual(tokensOf(GUILDS[0]));
  await (await start(place)).logged('ready');
});

test('an update is undone with the backup, and not without', async () => {
  const place = openWorkplace();
  await setToken(sqliteIn(place), GUILDS[0]);
  place.publish((origin) => {
    const file = join(origin, 'src/database/migrate.ts');
    const newer = "'9999-newer': { up: (db) => db.schema.alterTable('guilds').addColumn('newer', 'text').execute() },";
    writeFileSync(file, readFileSync(file, 'utf8').replace('return {\n', `return {\n    ${newer}\n`));
  });

  await place.follow(PAPER, 'Update');
  const updated = await startItsOwn(place);
  await updated.logged('ready');
  await stop(updated);
  await expect(tokensIn(sqliteIn(place))).rejects.toThrow('written by a newer version');
  await place.follow(PAPER, 'The way back');

  expect(await tokensIn(sqliteIn(place))).toEqual(tokensOf(GUILDS[0]));
  await (await startItsOwn(place)).logged('ready');
});

test('a bot whose key is lost starts again without what the key encrypted', async () => {
  const place = openWorkplace();
  await setToken(sqliteIn(place), GUILDS[0]);
  rmSync(join(place.folder, 'data/bot.db.key'));
  const refused = await start(place);
  expect(await refused.ended).toMatchObject({ code: 1 });

  expect(await place.follow(PAPER, 'A key that is lost')).toContain('access tokens: 1, reply tokens: 0.');
  await (await start(place)).logged('ready');
});

const pgDump = findProgram('pg_dump');

describeOnPostgres('what is kept in Postgres', (_open, create) => {
  /** The address of an empty database. */
  async function createUrl(): Promise<string> {
    const database = await create();
    if (database.kind !== 'postgres') throw new Error('this is not Postgres');
    return database.url.reveal();
  }

  const postgresAt = (url: string): StorageConfig => ({
    database: { kind: 'postgres', url: new Secret(url) },
    encryptionKeys: [{ id: '1', key: new Secret(KEY) }],
  });

  test.skipIf(maySkip(pgDump))(
    `is backed up and restored${pgDump ? '' : ': pg_dump is not installed: skipped'}`,
    async () => {
      const url = await createUrl();
      const place = openWorkplace({ DATABASE_URL: url });
      await setToken(postgresAt(url), GUILDS[0]);
      await place.follow(PAPER, 'Back up Postgres');
      await setToken(postgresAt(url), GUILDS[1]);
      await place.follow(PAPER, 'Restore Postgres');

      expect(await tokensIn(postgresAt(url))).toEqual(tokensOf(GUILDS[0]));
    },
  );

  test('comes from SQLite with its key, once the bot is stopped', async () => {
    const url = await createUrl();
    const place = openWorkplace({ POSTGRES_URL: url });
    await setToken(sqliteIn(place), GUILDS[0]);
    const bot = await start(place);
    await bot.logged('ready');
    await expect(place.follow(PAPER, 'From SQLite to Postgres')).rejects.toThrow('Is the bot running?');
    await stop(bot);
    await place.follow(PAPER, 'From SQLite to Postgres');

    const moved = await start(place);
    expect(await moved.logged('who and where this bot is')).toMatchObject({
      database: `Postgres, ${url.split('@')[1] ?? ''}`,
    });
    const ring = readFileSync(join(place.folder, 'data/bot.db.key'), 'utf8').trim();
    const [id = '', key = ''] = ring.split(':');
    const target: StorageConfig = { ...postgresAt(url), encryptionKeys: [{ id, key: new Secret(key) }] };
    expect(await tokensIn(target)).toEqual(tokensOf(GUILDS[0]));
  });
});

test('the secrets of Docker Compose are made as the bot and Postgres read them, three of them from .env', async () => {
  const place = openWorkplace();
  mkdirSync(join(place.folder, 'ops'));
  const given = { DISCORD_TOKEN: 'a-token', APPLICATION_KEY: 'a-key==', ACCESS_TOKEN: 'another-token' };
  const lines = Object.entries({ ...given, AUTH_URL: 'https://auth.invalid' }).map(
    ([name, value]) => `${name}=${value}`,
  );
  writeFileSync(join(place.folder, '.env'), `# DISCORD_TOKEN=old\n${lines.join('\n')}\n`);
  await place.follow('docs/deployment.md', 'Large, with Docker Compose');

  const folder = join(place.folder, 'ops/secrets');
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(readdirSync(folder).toSorted()).toEqual(Object.keys(large.secrets).toSorted());
  expect(readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o444)).toEqual(Array(6).fill(0o444));
  const { discord, identity, main, database } = readConfig({
    AUTH_URL: 'https://auth.invalid',
    BASE_URL: 'https://main.invalid',
    ...Object.fromEntries(
      [...Object.keys(given), 'DATABASE_URL', 'ENCRYPTION_KEY'].map((name) => [
        `${name}_FILE`,
        join(folder, name.toLowerCase()),
      ]),
    ),
  });
  const password = readFileSync(join(folder, 'postgres_password'), 'utf8').trim();
  expect(database.kind === 'postgres' && database.url.reveal()).toBe(`postgres://bot:${password}@postgres/bot`);
  expect([discord.token, identity.applicationKey, main.accessToken].map((secret) => secret?.reveal())).toEqual(
    Object.values(given),
  );
});
