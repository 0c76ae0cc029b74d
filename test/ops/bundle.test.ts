import { spawn, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import packageJson from '../../package.json' with { type: 'json' };
import { bundle } from '../../ops/bundle/bundle.ts';
import { openSandbox, runNode } from '../e2e/program.ts';

const { PATH = '' } = process.env;
const MAIN = 'dist/main.js';

/** It has nothing but `dist`, and no folder above it has packages. */
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  await bundle(join(folder, 'dist'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function run(args: readonly string[], environment: Record<string, string> = {}, input = '') {
  const options = { cwd: folder, env: { PATH, ...environment }, input, encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, args, options);
  return { status, stdout, stderr };
}

test('the page of the sandbox gets every module that it imports, without types', async () => {
  const child = spawn(process.execPath, [MAIN], { cwd: folder, env: { PATH }, stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let index: string | undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    index = /http:\/\/127\.0\.0\.1:\d+\/\?token=\S+/.exec(line)?.[0];
    if (index !== undefined) break;
  }
  const pathOf = (name: string) => (name.startsWith('lit-html/') ? `/modules/${name}` : name);
  const seen = new Map<string, { status: number; types: string | undefined }>();
  const follow = async (url: string): Promise<void> => {
    if (seen.has(url)) return;
    seen.set(url, { status: 0, types: undefined });
    const answer = await fetch(url);
    const code = await answer.text();
    seen.set(url, { status: answer.status, types: /^import type .*$/m.exec(code)?.[0] });
    const names = Array.from(code.matchAll(/^(?:import|\} from|import .* from) *'([^']+)'/gm), ([, name = '']) => name);
    const found = names.map((name) => (name === 'lit-html' ? 'lit-html/lit-html.js' : name)).map(pathOf);
    await Promise.all(found.map((path) => follow(new URL(path, url).href)));
  };
  await follow(new URL('/page/main.ts', index).href);

  expect([...seen].filter(([, { status, types }]) => status !== 200 || types !== undefined)).toEqual([]);
  expect([...seen.keys()].some((url) => url.endsWith('/modules/lit-html/lit-html.js'))).toBe(true);
});

test('a live bot claims, is backed up while it runs, and names our files where something fails', async () => {
  const { sandbox, environment } = await openSandbox();
  const live = { ...environment, DATABASE_URL: 'sqlite:live.db' };
  const bot = runNode([MAIN], live, folder);
  await bot.logged('ready');
  sandbox.main.castVote('Steve');
  const reply = await sandbox.people.get('alex')?.command('claimvote', { playername: 'Steve' }).reply();

  expect(reply?.embeds[0]?.title).toBe('Reward claimed');
  expect(run([MAIN, 'backup', 'copy.db'], live)).toMatchObject({ status: 0, stderr: '' });
  const copy = new SqliteDatabase(join(folder, 'copy.db'));
  expect(copy.prepare('select playername from claims').pluck().all()).toEqual(['Steve']);
  copy.close();
  // Whoever reads the log sees who logged it: nothing failed until now.
  expect([bot.plain, bot.log.filter(({ level }) => level !== 'info' && level !== 'warn')]).toEqual([[], []]);

  const failed = bot.logged('a job failed, it will be tried again');
  const original = new SqliteDatabase(join(folder, 'live.db'));
  original.exec('drop table reward_deliveries');
  original.close();
  expect((await failed).err).toMatchObject({ stack: expect.stringMatching(/\/src\/work\/worker\.ts:\d+/) as unknown });
  bot.kill('SIGTERM');
  expect(await bot.ended).toMatchObject({ code: 0 });
});

test('it starts in its own folder alone, where .env is', () => {
  writeFileSync(join(folder, '.env'), '');
  onTestFinished(() => {
    rmSync(join(folder, '.env'));
  });
  const options = { cwd: tmpdir(), env: { PATH }, encoding: 'utf8' } as const;

  expect(spawnSync(process.execPath, [join(folder, MAIN)], options)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Start this in') as unknown,
  });
});

test('its tasks are those of Node, and a Node that is too old is told so', () => {
  const old = `data:text/javascript,Object.defineProperty(process.versions, 'node', { value: '20.1.0' })`;

  expect(run([MAIN, '--help']).stdout).toMatch(/^node dist\/main\.js setup +asks /m);
  expect(run(['--import', old, MAIN])).toEqual({
    status: 1,
    stdout: '',
    stderr: 'This needs Node 24 or newer, and here is 20.1.0: install it from nodejs.org.\n',
  });
});

test('what others wrote is named with its licence', () => {
  const licences = readFileSync(join(folder, 'dist/LICENSES.txt'), 'utf8');

  for (const [name, version] of Object.entries(packageJson.dependencies)) {
    expect(licences).toMatch(new RegExp(`^${RegExp.escape(`${name} ${version}`)}, \\S`, 'm'));
  }
  expect(licences).not.toContain('undefined');
});

test('what is native is there for each C library of Linux', () => {
  const native = globSync('dist/node_modules/better-sqlite3/prebuilds/linux*', { cwd: folder }).length;

  expect(native).toBe(4);
});
