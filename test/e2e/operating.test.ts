import { describe, expect, it } from 'vitest';

import { openStore } from '../../src/database/database.ts';
import { createGuilds } from '../../src/guilds/store/guilds.ts';
import { Secret } from '../../src/secret.ts';
import { openKeyRing } from '../../src/secrets/key-ring.ts';
import { createSealer } from '../../src/secrets/sealer.ts';
import { createSqlite } from '../database/databases.ts';
import { freePort } from '../database/free-port.ts';
import { openSandbox, runProgram } from './program.ts';

const ENCRYPTION_KEY = Buffer.alloc(32, 5).toString('base64');
const GUILDS = ['123456789012345678', '223456789012345678'] as const;

it('keeps every credential it was given out of the log, whoever repeats it', async () => {
  const { sandbox, environment } = await openSandbox();
  const { DISCORD_TOKEN = '', APPLICATION_KEY = '', ACCESS_TOKEN = '' } = environment;
  const credentials = [DISCORD_TOKEN, APPLICATION_KEY, ACCESS_TOKEN, ENCRYPTION_KEY];
  sandbox.main.server.inject({ kind: 'status', status: 400, body: credentials.join(' ') });
  const program = runProgram({ ...environment, ENCRYPTION_KEY });
  await program.logged('ready');

  const refused = program.logged('the main service refused a vote claim');
  sandbox.people.get('alex')?.command('claimvote', { playername: 'Steve' });

  expect(await refused).toMatchObject({ err: { status: 400 } });
  expect(credentials.filter((credential) => JSON.stringify(program.log).includes(credential))).toEqual([]);
});

it('says who and where it is, and lets a person claim once in ten seconds', async () => {
  const { sandbox, environment } = await openSandbox();
  const program = runProgram(environment);
  const [said] = await Promise.all([program.logged('who and where this bot is'), program.logged('ready')]);
  expect(said).toMatchObject({
    bot: 'plan-vote-bot',
    servers: 1,
    services: { identity: 'answers', main: 'answers' },
  });
  const claim = async () => {
    const reply = await sandbox.people.get('alex')?.command('claimvote', { playername: 'Steve' }).reply();
    return reply?.embeds[0]?.title;
  };

  expect([await claim(), await claim()]).toEqual(['Reward claimed', 'Please wait']);
  expect(sandbox.main.claims).toHaveLength(1);
});

it('outlives a promise that is rejected while nobody watches, and says so', async () => {
  const { environment } = await openSandbox();
  const stray = "process.on('SIGUSR2', () => { void Promise.reject(new Error('stray')); })";
  const program = runProgram({
    ...environment,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(stray)}`,
  });
  await program.logged('ready');

  const noticed = program.logged('a promise was rejected and nobody noticed');
  program.kill('SIGUSR2');
  expect(await noticed).toMatchObject({ err: { message: 'stray' } });
  program.kill('SIGTERM');

  expect(await program.ended).toMatchObject({ code: 0 });
});

it('registers the commands and does nothing else, when that is asked, and says what to enter at Discord', async () => {
  const { sandbox, environment } = await openSandbox();

  const first = await runProgram(environment, ['register']).ended;
  const { code, stdout } = await runProgram({ ...environment, INTERACTIONS_PORT: '8080' }, ['register']).ended;

  expect(first).toEqual({ code: 0, stdout: 'The commands are registered.\n' });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^The commands were registered already\.\n[^\n]*Interactions Endpoint URL[^\n]*8080[^\n]*\n$/);
  expect(sandbox.discord.server.requests.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  expect(sandbox.discord.commands.all.map(({ name }) => name)).toContain('claimvote');
  expect(sandbox.discord.gateway.connected).toEqual([]);
});

describe('registering with interactions by HTTP', () => {
  it('tells Discord an address that the bot answers at, which then has its interactions', async () => {
    const { sandbox, environment } = await openSandbox();
    const port = await freePort();
    const bot = runProgram({ ...environment, INTERACTIONS_PORT: String(port) });
    const address = `http://127.0.0.1:${port}/interactions`;
    expect(await bot.logged('Discord sends interactions the other way')).toMatchObject({
      mend: expect.stringContaining(`port ${port} of 127.0.0.1`) as string,
    });

    const { code, stdout } = await runProgram(environment, ['register', address]).ended;

    expect(stdout).toContain(`From now on Discord posts interactions to ${address}\n`);
    expect(code).toBe(0);
    const reply = await sandbox.people.get('alex')?.command('claimvote', { playername: 'Steve' }).reply();
    expect(reply?.embeds[0]?.title).toBe('Reward claimed');

    bot.kill('SIGTERM');
    expect(await bot.ended).toMatchObject({ code: 0 });
  });

  it('says in one line why an address is refused, by Discord or because it is no https: one', async () => {
    const { sandbox, environment } = await openSandbox();
    const silent = `http://127.0.0.1:${await freePort()}/interactions`;
    for (const [address, reason] of [
      [silent, /^Discord refused http:[^ ]+: .*interactions endpoint url could not be verified\./],
      ['http://bot.example/', /^"http:\/\/bot\.example\/" is no address for interactions: it must be an https: URL\.$/],
    ] as const) {
      const program = runProgram(environment, ['register', address]);
      expect((await program.ended).code).toBe(1);
      expect(program.plain).toEqual([expect.stringMatching(reason)]);
    }
    expect(sandbox.discord.application.endpoint.url).toBeNull();
  });
});

it('says how many values a rotation could not open, and ends with 1', async () => {
  const { environment } = await openSandbox();
  const database = createSqlite();
  const store = await openStore(database);
  const keys = openKeyRing({ database, encryptionKeys: undefined }, false)();
  const guilds = createGuilds({ store, sealer: createSealer(keys) });
  for (const id of GUILDS) await guilds.setToken(id, { secret: new Secret('a guild token'), ending: 'oken' });
  const altered = { sealed_token: `${keys[0]?.id ?? ''}.altered.value` };
  await store.write((db) => db.updateTable('guilds').set(altered).where('id', '=', GUILDS[1]).execute());
  await store.close();

  const program = runProgram({ ...environment, DATABASE_URL: `sqlite:${database.path}` }, ['rotate-keys']);

  expect(await program.ended).toEqual({ code: 1, stdout: 'Encrypted with the newest key: 1.\n' });
  expect(program.plain).toEqual(['1 could not be opened and were left as they are.']);
});
