import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { openStore } from '../../src/database/database.ts';
import { createGuilds } from '../../src/guilds/store/guilds.ts';
import { Secret } from '../../src/secret.ts';
import { createKey } from '../../src/secrets/key-file.ts';
import { createSealer } from '../../src/secrets/sealer.ts';
import { freePort } from '../database/free-port.ts';
import { listenOnLoopback } from '../loopback.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { openSandbox, type Program, runProgram } from './program.ts';

const ENCRYPTION_KEY = Buffer.alloc(32, 5).toString('base64');
const GUILD = '123456789012345678';

/** A start against a sandbox, in which nothing is wrong but what is given. */
async function environmentWith(more: Record<string, string>): Promise<Record<string, string>> {
  return { ...(await openSandbox()).environment, LOG_LEVEL: 'silent', ...more };
}

/** What a start that fails says, line by line. */
async function mistakes(environment: Record<string, string>, ...args: string[]): Promise<string[]> {
  const program = runProgram(environment, args);
  expect(await program.ended).toEqual({ code: 1, stdout: '' });
  return program.plain;
}

async function refusal(environment: Record<string, string>, ...args: string[]): Promise<string> {
  const lines = await mistakes(environment, ...args);
  expect(lines).toHaveLength(1);
  return lines.join();
}

/** A start in a folder with this `.env`. */
function startWith(env: string | Buffer, environment: Record<string, string> = {}): Program {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '.env'), env);
  return runProgram(environment, [], folder);
}

it('names Postgres that does not run', async () => {
  const DATABASE_URL = `postgres://bot:canary@127.0.0.1:${await freePort()}/bot`;
  const said = await refusal(await environmentWith({ DATABASE_URL, ENCRYPTION_KEY }));

  expect(said).toBe(
    'The Postgres database of DATABASE_URL cannot be used: ECONNREFUSED. Is Postgres running, and on this port?',
  );
});

it('names a port that is taken', async () => {
  const port = await listenOnLoopback(createServer());

  expect(await refusal(await environmentWith({ METRICS_PORT: String(port) }))).toBe(
    `METRICS_PORT ${port} is in use by another program; choose another.`,
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
  const blamed = mode === 0o400 ? path : folder;
  chmodSync(blamed, mode);
  onTestFinished(() => {
    chmodSync(folder, 0o700);
  });

  expect(await refusal(await environmentWith({ DATABASE_URL: `sqlite:${path}` }))).toMatch(
    `The database ${path} cannot be opened: this user may not write ${blamed}: run "sudo chown ${process.getuid?.() ?? ''} ${blamed}" (`,
  );
});

it('refuses to start without the key file, and names it', async () => {
  const path = join(temporaryFolder(), 'bot.db');
  const environment = await environmentWith({ DATABASE_URL: `sqlite:${path}` });
  const store = await openStore({ kind: 'sqlite', path });
  const guilds = createGuilds({ store, sealer: createSealer([createKey()]) });
  await guilds.setToken(GUILD, { secret: new Secret('a guild token'), ending: 'oken' });
  await store.close();

  for (const task of [[], ['rotate-keys']]) {
    expect(await refusal(environment, ...task)).toMatch(`The key file ${path}.key is missing`);
  }
});

const hintAt = (...names: string[]) => `"npm run setup" asks for ${names.join(', ')}.`;
const TOKEN_REFUSED =
  'Discord refused DISCORD_TOKEN. Check that you copied the whole token. If so, reset it in the Discord Developer Portal, under Bot, and use the new one.';

it('names the mistakes of every variable and every service at once, those that end a start and those that do not', async () => {
  const { sandbox, environment } = await openSandbox();
  const { AUTH_URL = '', BASE_URL = '' } = sandbox.environment;

  const lines = await mistakes({
    ...environment,
    DISCORD_TOKEN: 'canary-token',
    AUTH_URL: BASE_URL,
    BASE_URL: AUTH_URL,
    METRICS_PORT: 'canary-port',
    LOG_LEVEL: 'canary-loud',
  });

  expect(lines).toEqual([
    'METRICS_PORT must be a whole number from 1 to 65535',
    'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent',
    TOKEN_REFUSED,
    'The service at AUTH_URL answers, but not as the identity service: AUTH_URL and BASE_URL seem to be swapped.',
    'The service at BASE_URL answers like the identity service: AUTH_URL and BASE_URL seem to be swapped.',
    hintAt('DISCORD_TOKEN', 'AUTH_URL', 'BASE_URL'),
  ]);
});

it('names a public bot and a refused key, although a variable is missing', async () => {
  const { sandbox, environment } = await openSandbox();
  sandbox.discord.application.botPublic = true;

  const lines = await mistakes({ ...environment, BASE_URL: '', APPLICATION_KEY: 'other' });

  expect(lines).toEqual([
    'BASE_URL is missing',
    'This application is a public bot: set HOME_GUILD_ID to your own guild, or switch "Public Bot" off in the Discord Developer Portal.',
    'The service at AUTH_URL refuses APPLICATION_KEY: set APPLICATION_KEY to a key with the scope plans:read.',
    hintAt('HOME_GUILD_ID', 'AUTH_URL', 'BASE_URL', 'APPLICATION_KEY'),
  ]);
});

it('leads in a panel, which has no shell, to its fields', async () => {
  const lines = await mistakes(
    await environmentWith({ P_SERVER_UUID: 'a-server', DISCORD_TOKEN: 'other', BASE_URL: '' }),
  );

  expect(lines).toEqual([
    'BASE_URL is missing',
    TOKEN_REFUSED,
    'Correct DISCORD_TOKEN, BASE_URL in the panel, under Startup, or in .env.',
  ]);
});

it('names a home server that the bot is not in, and asks the identity service although there is no key', async () => {
  const { sandbox, environment } = await openSandbox();

  const lines = await mistakes({ ...environment, HOME_GUILD_ID: GUILD, APPLICATION_KEY: '' });

  expect(lines).toEqual([
    'APPLICATION_KEY is missing',
    `The bot is not in its home server: correct HOME_GUILD_ID, or invite the bot there: https://discord.com/oauth2/authorize?client_id=${sandbox.discord.applicationId}&scope=bot+applications.commands&permissions=19456`,
    hintAt('HOME_GUILD_ID', 'APPLICATION_KEY'),
  ]);
});

it('waits for a silent Discord and a silent service for a few seconds only', async () => {
  const { sandbox, environment } = await openSandbox();
  sandbox.discord.server.inject({ kind: 'hang' });
  sandbox.identity.server.inject({ kind: 'hang' });

  const lines = await mistakes({ ...environment, BASE_URL: '' });

  expect(lines).toEqual([
    'BASE_URL is missing',
    'Discord cannot be reached (no answer): check the network, and DISCORD_API_URL if it is set.',
    'The service at AUTH_URL cannot be reached (TimeoutError): check AUTH_URL and the network.',
    hintAt('AUTH_URL', 'BASE_URL'),
  ]);
});

it('says of a value that comes from the environment, although .env has another, where to correct it', async () => {
  const environment = await environmentWith({ DISCORD_TOKEN: 'other', LOG_LEVEL: 'loud' });
  const env = `DISCORD_TOKEN=right\nLOG_LEVEL=info\nBASE_URL=${environment.BASE_URL ?? ''}\n`;
  const program = startWith(env, environment);
  await program.ended;

  expect(program.plain).toEqual([
    'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent',
    TOKEN_REFUSED,
    'DISCORD_TOKEN comes from the environment, which wins over .env: correct it there.',
    'LOG_LEVEL comes from the environment, which wins over .env: correct it there.',
  ]);
});

it('starts no sandbox where .env is in UTF-16', async () => {
  const program = startWith(Buffer.from('LOG_LEVEL=info\r\n', 'utf16le'));

  expect(await program.ended).toEqual({ code: 1, stdout: '' });
  expect(program.plain).toEqual([
    '.env is written in UTF-16, which Node does not read: save it as UTF-8, or run "npm run setup".',
  ]);
});

it('names a value that .env cuts off at a #, where it looks like a comment', async () => {
  const values = await environmentWith({ APPLICATION_KEY: 'key#more', ACCESS_TOKEN: "'a#b'", LOG_LEVEL: 'info # so' });
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`);
  const program = startWith(lines.join(''));
  await program.ended;

  expect(program.plain[0]).toBe(
    'APPLICATION_KEY ends in .env before its #: put the value between single quotes, or write %23 in an address',
  );
  expect(program.plain.join()).not.toContain('ACCESS_TOKEN');
});

it.each([
  ['DISCORD_TOKN', 'DISCORD_TOKEN'],
  ['discord-bot-token', 'DISCORD_TOKEN'],
  ['AUTH_URI', 'AUTH_URL'],
  ['APPLICATION_KEYS_FILE', 'APPLICATION_KEY'],
])('a misspelled name alone in .env starts no sandbox: %s', async (name, meant) => {
  const program = startWith(`TZ=UTC\nLOG_LEVL=info\n${name}=x\n`);
  await program.ended;

  expect(program.plain).toContain(`${meant} is missing: .env has ${name}, which means nothing`);
  expect(program.plain.join()).not.toContain('LOG_LEV');
});

it('warns of a name that is a letter or two away from one that is not set, and of no other', async () => {
  const { environment } = await openSandbox();
  const env = 'ACESS_TOKEN=x\nLOGLEVEL=debug\nDATABASE_URI=x\nPOSTGRES_USER=bot\nREDIS_PORT=6379\nVOTE_URI=\n';
  const program = startWith(env, { ...environment, ACCESS_TOKEN: '' });
  await program.logged('ready');

  expect(program.log.filter(({ level }) => level === 'warn')).toMatchObject([
    { msg: 'a variable means nothing here', mend: 'write ACCESS_TOKEN in place of ACESS_TOKEN, or take that out' },
    { msg: 'a variable means nothing here', mend: 'write LOG_LEVEL in place of LOGLEVEL, or take that out' },
  ]);
});
