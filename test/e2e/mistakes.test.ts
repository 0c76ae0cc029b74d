import { chmodSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { openStore } from '../../src/database/database.ts';
import { createGuilds } from '../../src/guilds/store/guilds.ts';
import { createKey } from '../../src/secrets/key-file.ts';
import { createSealer } from '../../src/secrets/sealer.ts';
import { Secret } from '../../src/secrets/secret.ts';
import { freePort } from '../database/free-port.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { runProgram } from './program.ts';

const ENCRYPTION_KEY = Buffer.alloc(32, 5).toString('base64');
const GUILD = '123456789012345678';

/** Enough for a start that gets as far as the database; Discord and the services are not there. */
async function environmentWithout(more: Record<string, string>): Promise<Record<string, string>> {
  const nobody = `http://127.0.0.1:${await freePort()}`;
  return {
    DISCORD_TOKEN: 'token',
    DISCORD_API_URL: nobody,
    AUTH_URL: nobody,
    BASE_URL: nobody,
    APPLICATION_KEY: 'key',
    DATABASE_URL: 'sqlite::memory:',
    LOG_LEVEL: 'silent',
    ...more,
  };
}

async function refusal(environment: Record<string, string>, ...args: string[]): Promise<string> {
  const program = runProgram(environment, args);
  expect(await program.ended).toEqual({ code: 1, stdout: '' });
  expect(program.plain).toHaveLength(1);
  return program.plain.join();
}

it('names Postgres that does not run', async () => {
  const DATABASE_URL = `postgres://bot:canary@127.0.0.1:${await freePort()}/bot`;
  const said = await refusal(await environmentWithout({ DATABASE_URL, ENCRYPTION_KEY }));

  expect(said).toBe(
    'The Postgres database of DATABASE_URL cannot be used: ECONNREFUSED. Is Postgres running, and on this port?',
  );
});

it('names a port that is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as { port: number };

  expect(await refusal(await environmentWithout({ METRICS_PORT: String(port) }))).toBe(
    `METRICS_PORT ${port} is in use by another program; choose another.`,
  );
});

it('names a Discord that is not there', async () => {
  expect(await refusal(await environmentWithout({}))).toBe(
    'Discord cannot be reached (ECONNREFUSED): check the network, and DISCORD_API_URL if it is set.',
  );
});

// Nobody else's rights keep root from writing.
it.skipIf(process.getuid?.() === 0).each([
  ['no database', 0o500],
  ['a database', 0o400],
])('names a folder that may not be written, with %s in it', async (_, mode) => {
  const folder = temporaryFolder();
  const path = join(folder, 'bot.db');
  if (mode === 0o400) await (await openStore({ kind: 'sqlite', path })).close();
  chmodSync(mode === 0o400 ? path : folder, mode);
  onTestFinished(() => {
    chmodSync(folder, 0o700);
  });

  expect(await refusal(await environmentWithout({ DATABASE_URL: `sqlite:${path}` }))).toMatch(
    `The database ${path} cannot be opened: this user may not write ${folder}/ (`,
  );
});

it('refuses to start without the key file, names it, and starts once what it sealed is forgotten', async () => {
  const path = join(temporaryFolder(), 'bot.db');
  const environment = await environmentWithout({ DATABASE_URL: `sqlite:${path}` });
  const store = await openStore({ kind: 'sqlite', path });
  const guilds = createGuilds({ store, sealer: createSealer([createKey()]) });
  await guilds.setToken(GUILD, { secret: new Secret('a guild token'), ending: 'oken' });
  await store.close();

  for (const task of [[], ['rotate-keys']]) {
    expect(await refusal(environment, ...task)).toMatch(`The key file ${path}.key is missing`);
  }
  const forgetting = runProgram(environment, ['forget-secrets']);
  expect(await forgetting.ended).toEqual({
    code: 0,
    stdout:
      'Forgotten, since no key opens them: access tokens: 1, reply tokens: 0.\nWhoever set an access token sets it again with /settings token.\n',
  });
  expect(await refusal(environment)).toMatch('Discord cannot be reached');
});
