import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import packageJson from '../../package.json' with { type: 'json' };
import { EGGS } from '../../ops/eggs/eggs.ts';
import { SECRET_NAMES, VARIABLE_NAMES } from '../../src/config.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { MAIN, openSandbox, runNode } from '../e2e/program.ts';
import { listenOnLoopback } from '../loopback.ts';
import { absentFor } from '../services-at-hand.ts';
import { sharedArchive } from '../shared.ts';

const NOBODY = 65_534;
const ACCOUNT = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
/** The Node of the panel's image is first. */
const PATH = [dirname(process.execPath), process.env.PATH ?? ''].join(delimiter);
/** What wings gives a server that is to be installed anew; it has longer at any other stop. */
const PATIENCE_MS = 10_000;
const NEWER = '99.0.0';
/** These fail Laravel's rules, or mean something else to a panel or to its generic egg for Node. */
const TAKEN =
  /^(?:SERVER_(?:MEMORY|IP|PORT|UUID)|ENV|HOME|USER|STARTUP|UUID|P_.*|TZ|ACCESS_TOKEN|USERNAME|GIT_ADDRESS|BRANCH|AUTO_UPDATE|USER_UPLOAD|MAIN_FILE|JS_FILE|(?:UN)?NODE_(?:PACKAGES|ARGS))$/;
const RULE = /^(?:required|nullable|string|url|max:\d+|starts_with:\S+|digits_between:\d+,\d+|regex:\/.+\/)$/;

type Egg = (typeof EGGS)[keyof typeof EGGS];
/** The last line of what starts a server in the images of each panel. */
const PANELS = [
  ['pterodactyl', 'exec env ${STARTUP}'],
  ['pelican', 'eval ${STARTUP}'],
] as const;

const absent = absentFor('bash', 'curl', 'tar', 'sha256sum');
const skipped = absent === undefined ? '' : `: ${absent} is not installed: skipped`;

let folder: string;
beforeAll(async () => {
  if (absent !== undefined) return;
  folder = mkdtempSync(join(tmpdir(), 'eggs-'));
  chmodSync(folder, 0o755);
  const archive = await sharedArchive();
  for (const file of [archive, `${archive}.sha256`]) cpSync(file, join(folder, basename(file)));
  const [older, newer] = [packageJson.version, NEWER].map((version) => `plan-vote-bot-${version}`) as [string, string];
  execFileSync('tar', ['--extract', '--file', archive], { cwd: folder });
  cpSync(join(folder, older), join(folder, newer), { recursive: true });
  writeFileSync(join(folder, newer, 'dist/new.txt'), '');
  execFileSync('tar', ['--create', '--gzip', '--file', `${newer}.tar.gz`, newer], { cwd: folder });
  const sum = execFileSync('sha256sum', [`${newer}.tar.gz`], { cwd: folder });
  writeFileSync(join(folder, `${newer}.tar.gz.sha256`), sum);
});
afterAll(() => {
  if (absent === undefined) rmSync(folder, { recursive: true });
});

/** Releases as GitHub has them. @returns their address */
async function serveReleases(change = (_path: string, content: Buffer) => content): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    const [, version, file = ''] = /^\/releases\/download\/v([^/]+)\/([\w.-]+)$/.exec(url) ?? [];
    if (url === '/releases/latest') response.writeHead(302, { location: `/releases/tag/v${NEWER}` }).end();
    else if (url === `/releases/tag/v${NEWER}`) response.end();
    else if (url === '/releases/none/latest') response.end();
    else if (version === undefined || !existsSync(join(folder, file))) response.writeHead(404).end();
    else response.end(change(file, readFileSync(join(folder, file))));
  });
  return `http://127.0.0.1:${await listenOnLoopback(server)}/releases`;
}

/** Runs the script of an egg as a panel does, which then gives what is there to the account of the server. */
async function install({ scripts }: Egg, volume: string, values: Record<string, string>): Promise<string> {
  const { script, entrypoint } = scripts.installation;
  const file = join(folder, 'install.sh');
  writeFileSync(file, script.replaceAll('/mnt/server', volume));
  const { stdout } = await promisify(execFile)(entrypoint, [file], { env: { PATH, ...values } });
  if (ACCOUNT.uid !== undefined) execFileSync('chown', ['-R', `${ACCOUNT.uid}:${ACCOUNT.gid}`, volume]);
  return stdout;
}

/** Starts a server as its image does. Resolves once the panel takes it for started. */
async function start(egg: Egg, volume: string, { lastLine, values }: { lastLine: string; values: object }) {
  const { config } = egg;
  const startup = 'startup' in egg ? egg.startup : egg.startup_commands.Default;
  const { done } = JSON.parse(config.startup) as { done: string };
  const env = { PATH, HOME: volume, ...values, STARTUP: startup };
  const options = { ...ACCOUNT, cwd: volume, env, detached: true };
  const server = spawn('bash', ['-c', `echo "$STARTUP"\n${lastLine}`], options);
  const signal = (name: NodeJS.Signals) => process.kill(-(server.pid ?? Number.NaN), name);
  onTestFinished(() => {
    if (server.exitCode === null && server.signalCode === null) signal('SIGKILL');
  });
  const exited = once(server, 'exit');
  const console: string[] = [];
  const started = Promise.withResolvers<undefined>();
  for (const output of [server.stdout, server.stderr]) {
    createInterface(output).on('line', (line) => {
      console.push(line);
      if (line.includes(done)) started.resolve(undefined);
    });
  }
  await Promise.race([started.promise, exited.then(() => Promise.reject(new Error(console.join('\n'))))]);
  const stop = async () => {
    const from = performance.now();
    // Its init passes a signal on to all that runs there.
    signal(config.stop === '^C' ? 'SIGINT' : 'SIGKILL');
    const [code] = (await exited) as [number | null];
    return { code, ms: performance.now() - from };
  };
  return { console, stop };
}

async function claim(sandbox: Sandbox, playername: string): Promise<string | undefined> {
  sandbox.main.castVote(playername);
  const reply = await sandbox.people.get('alex')?.command('claimvote', { playername }).reply();
  return reply?.embeds[0]?.title;
}

function claimedIn(volume: string): unknown[] {
  const database = new SqliteDatabase(join(volume, 'data/bot.db'), { readonly: true });
  onTestFinished(() => void database.close());
  return database.prepare('select playername from claims order by playername').pluck().all();
}

/** An empty volume, and what an owner has: beside the five values, a `.env` for what the egg does not ask for. */
async function openPanel(egg: Egg, releases: string) {
  const volume = mkdtempSync(join(folder, 'volume-'));
  chmodSync(volume, 0o755);
  const { sandbox, environment } = await openSandbox();
  const { DISCORD_API_URL = '', ACCESS_TOKEN = '' } = environment;
  writeFileSync(join(volume, '.env'), `DISCORD_API_URL=${DISCORD_API_URL}\nACCESS_TOKEN=${ACCESS_TOKEN}\n`);
  const given: Record<string, string> = {
    ...environment,
    RELEASES_URL: releases,
    RELEASE_VERSION: packageJson.version,
  };
  const values = Object.fromEntries(
    egg.variables.map(({ env_variable: name, default_value }) => [name, given[name] ?? default_value]),
  );
  return { volume, sandbox, values };
}

describe.each(PANELS)('%s', (panel, lastLine) => {
  const egg: Egg = EGGS[panel];

  test('the file is what its parts say (`npm test -- test/ops/eggs -u` writes it anew)', async () => {
    await expect(`${JSON.stringify(EGGS[panel], null, 2)}\n`).toMatchFileSnapshot(`../../ops/eggs/${panel}.json`);
  });

  test.skipIf(absent)(
    `from five fields to a claimed reward, with the data of a checkout, and all is there after an update${skipped}`,
    async () => {
      const { volume, sandbox, values } = await openPanel(egg, await serveReleases());
      const before = runNode(['--env-file=.env', MAIN], values, volume);
      await before.logged('ready');
      expect(await claim(sandbox, 'Ann')).toBe('Reward claimed');
      before.kill('SIGTERM');
      await before.ended;

      await install(egg, volume, values);
      const first = await start(egg, volume, { lastLine, values });
      expect(await claim(sandbox, 'Steve')).toBe('Reward claimed');
      const stopped = await first.stop();
      expect(stopped.code).toBe(0);
      expect(stopped.ms).toBeLessThan(PATIENCE_MS);
      const key = readFileSync(join(volume, 'data/bot.db.key'));
      const kept = readFileSync(join(volume, '.env'), 'utf8');

      expect(await install(egg, volume, { ...values, RELEASE_VERSION: 'latest' })).toContain(`${NEWER} is installed`);
      expect(readdirSync(volume).toSorted()).toEqual(['.env', '.env.example', 'data', 'dist']);
      expect(readdirSync(join(volume, 'dist'))).toContain('new.txt');
      expect(readFileSync(join(volume, '.env'), 'utf8')).toBe(kept);
      const second = await start(egg, volume, { lastLine, values });
      expect(await claim(sandbox, 'Jeb')).toBe('Reward claimed');
      expect(await second.stop()).toMatchObject({ code: 0 });

      expect(claimedIn(volume)).toEqual(['Ann', 'Jeb', 'Steve']);
      expect(readFileSync(join(volume, 'data/bot.db.key')).equals(key)).toBe(true);
      const shown = [...first.console, ...second.console].join('\n');
      for (const name of SECRET_NAMES.flatMap((one) => values[one] ?? [])) expect(shown).not.toContain(name);
    },
  );

  test.skipIf(absent)(
    `what was damaged on its way, or is not there, leaves everything as it was${skipped}`,
    async () => {
      const releases = await serveReleases((file, content) => (file.endsWith('.gz') ? content.subarray(1) : content));
      const { volume, values } = await openPanel(egg, releases);
      mkdirSync(join(volume, 'dist'));

      await expect(install(egg, volume, values)).rejects.toThrow('computed checksum did NOT match');
      await expect(install(egg, volume, { ...values, RELEASE_VERSION: '0.0.1' })).rejects.toThrow('404');
      const none = { ...values, RELEASES_URL: `${releases}/none`, RELEASE_VERSION: 'latest' };
      await expect(install(egg, volume, none)).rejects.toThrow('There is no release');
      expect(readdirSync(volume).toSorted()).toEqual(['.env', 'dist']);
    },
  );

  test('its variables are the five of the bot and two of the script, none of which a panel knows', () => {
    const names = egg.variables.map(({ env_variable }) => env_variable);
    const settable = egg.variables.filter(({ user_editable }) => user_editable).map(({ env_variable }) => env_variable);

    expect(names.filter((name) => TAKEN.test(name))).toEqual([]);
    expect(settable).toEqual(['DISCORD_TOKEN', 'HOME_GUILD_ID', 'AUTH_URL', 'BASE_URL', 'APPLICATION_KEY']);
    expect(settable.filter((name) => !VARIABLE_NAMES.includes(name))).toEqual([]);
    for (const name of names.filter((one) => !settable.includes(one))) {
      expect(egg.scripts.installation.script).toMatch(new RegExp(`\\$\\{?${name}\\b`));
    }
  });

  test('its rules are of Laravel, and split as it splits them', () => {
    const rules = egg.variables.map(({ rules: written }) =>
      typeof written === 'string' ? written.split('|') : written,
    );

    expect(rules).toEqual(EGGS.pelican.variables.map((variable) => variable.rules));
    expect(rules.flat().filter((rule) => !RULE.test(rule))).toEqual([]);
  });

  test('it has what its panel asks of an egg', () => {
    expect([egg.author, egg.name].join()).toMatch(/^[\w-]+@[\w.]+,plan-vote-bot$/);
    expect(Object.keys(egg.docker_images)).toHaveLength(1);
    expect(egg.meta.version).toBe(panel === 'pelican' ? 'PLCN_v3' : 'PTDL_v2');
    for (const text of [egg.config.files, egg.config.startup, egg.config.logs])
      expect(JSON.parse(text)).toBeTypeOf('object');
  });
});
