import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { describe, expect, onTestFinished, test } from 'vitest';

import packageJson from '../package.json' with { type: 'json' };
import { wantsSandbox } from '../src/config.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A project that has nothing but the launcher and, where `npm ci` puts Node for each platform, the given script. */
async function project({ neededNode = packageJson.engines.node, installed = '' } = {}): Promise<string> {
  const root = temporaryFolder();
  await writeFile(join(root, 'package.json'), JSON.stringify({ type: 'module', engines: { node: neededNode } }));
  await mkdir(join(root, 'src'));
  for (const file of ['src/launch.js', 'src/preconditions.js']) await copyFile(file, join(root, file));
  for (const name of installed === '' ? [] : Object.keys(packageJson.optionalDependencies)) {
    const folder = join(root, 'node_modules', name, 'bin');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'node'), installed, { mode: 0o755 });
  }
  return root;
}

function launch(root: string, ...args: string[]): ChildProcessWithoutNullStreams {
  return launchWith({}, root, ...args);
}

function launchWith(environment: Record<string, string>, root: string, ...args: string[]) {
  const env = { PATH: process.env.PATH, ...environment };
  const child = spawn(process.execPath, ['src/launch.js', ...args], { cwd: root, env });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function outcome(child: ChildProcessWithoutNullStreams) {
  const ended = once(child, 'exit') as Promise<[code: number | null]>;
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, stdout, stderr };
}

test('the launcher of this project runs the Node that npm ci installed', async () => {
  const { stdout } = await outcome(launch('.', '--print', 'process.execPath'));

  expect(stdout).toMatch(/node_modules\/node-[-\w]+\/bin\/node\n$/);
});

test('the installed Node gets the arguments as they are', async () => {
  const root = await project({ installed: '#!/bin/sh\nprintf "installed: %s|%s" "$1" "$2"' });

  expect(await outcome(launch(root, 'src/main.ts', 'two words'))).toMatchObject({
    code: 0,
    stdout: 'installed: src/main.ts|two words',
  });
});

test.each([
  ['is not installed', ''],
  ['cannot run on this machine', '#!/of/another/C/library'],
])('a Node that is new enough runs the arguments itself when the other %s', async (_, installed) => {
  const root = await project({ installed });

  expect(await outcome(launch(root, '--print', '6 * 7'))).toEqual({ code: 0, stdout: '42\n', stderr: '' });
});

describe('where a new enough Node is beside the installed one', () => {
  const INSTALLED = '#!/bin/sh\necho installed';
  const START = ['--with-env', 'src/main.ts'];
  const LIVE = ['DISCORD_TOKEN', 'AUTH_URL', 'BASE_URL', 'APPLICATION_KEY'];
  const IN_FILES = ['DISCORD_TOKEN_FILE', 'APPLICATION_KEY_FILE'];

  async function bot(options: { neededNode?: string } = {}): Promise<string> {
    const root = await project({ installed: INSTALLED, ...options });
    await writeFile(join(root, 'src/main.ts'), "console.log('of the machine' satisfies string);");
    return root;
  }

  test.each([...LIVE, ...IN_FILES, 'ACCESS_TOKEN', 'LOG_LEVEL'])(
    'it runs a start with %s unless that is the sandbox',
    async (name) => {
      const expected = wantsSandbox({ [name]: 'x' }) ? 'installed\n' : 'of the machine\n';
      const root = await bot();

      expect(await outcome(launchWith({ [name]: 'x' }, root, ...START))).toMatchObject({ stdout: expected });
      for (const text of [`# ${name}=\n${name} = x\n`, `\uFEFF${name}=x\r\n`, `export\t${name}=x`]) {
        await writeFile(join(root, '.env'), text);
        expect(await outcome(launch(root, ...START))).toMatchObject({ stdout: expected });
      }
    },
  );

  test.each([
    ['of the machine', 'what is for production', { NODE_ENV: 'production' }, START],
    ['of the machine', 'the set-up, which a live start may follow', {}, ['src/main.ts', 'setup']],
    ['installed', 'the sandbox', {}, START],
    ['installed', 'the sandbox with variables that are empty', { DISCORD_TOKEN: '', AUTH_URL: ' ' }, START],
    ['installed', 'all but the bot', { DISCORD_TOKEN: 'x' }, ['--with-env', 'node_modules/vitest/vitest.mjs']],
  ])('the one %s runs %s', async (which, _what, environment, args) => {
    const root = await bot();
    await copyFile('.env.example', join(root, '.env'));

    expect(await outcome(launchWith(environment, root, ...args))).toMatchObject({ stdout: `${which}\n` });
  });

  test('the installed one runs a live start too, if the other is not new enough', async () => {
    const root = await bot({ neededNode: '>=99' });

    expect(await outcome(launchWith({ DISCORD_TOKEN: 'x' }, root, ...START))).toMatchObject({ stdout: 'installed\n' });
  });
});

test('a Node that is too old says so in one sentence', async () => {
  const root = await project({ neededNode: '>=99' });

  const { code, stdout, stderr } = await outcome(launch(root, '--print', '6 * 7'));

  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(/^This needs Node 99 or newer, and here is \d+\.\d+\.\d+: [^\n]+\.\n$/);
});

test('a system on which neither Node runs, as Alpine, is told what to install', async () => {
  const root = await project({ neededNode: '>=99', installed: '#!/of/another/C/library' });

  const { code, stderr } = await outcome(launch(root, '--print', '6 * 7'));

  expect([code, stderr.replace(/here is [^:]+/, 'here is N')]).toEqual([
    1,
    'This needs Node 99 or newer, and here is N: the one of the packages needs glibc, so install it, on Alpine by "apk add nodejs-current".\n',
  ]);
});

test('.env is read where there is one, and where there is none nothing is said', async () => {
  const root = await project();
  const print = ['--with-env', '--print', 'process.env.GREETING'];

  expect(await outcome(launch(root, ...print))).toEqual({ code: 0, stdout: 'undefined\n', stderr: '' });
  await writeFile(join(root, '.env'), 'GREETING=hello');
  expect(await outcome(launch(root, ...print))).toEqual({ code: 0, stdout: 'hello\n', stderr: '' });
});

test('a .env that Docker made a folder is named in one sentence', async () => {
  const root = await project();
  await mkdir(join(root, '.env'));

  expect(await outcome(launch(root, '--with-env', '--print', '1'))).toEqual({
    code: 1,
    stdout: '',
    stderr:
      '.env cannot be read: it is a folder, as Docker makes one for a file that is missing: remove it, and copy .env.example there.\n',
  });
});

// Root may read every file.
test.skipIf(process.getuid?.() === 0)('a .env of another owner is named in one sentence', async () => {
  const root = await project();
  await writeFile(join(root, '.env'), 'GREETING=hello', { mode: 0 });

  const { code, stderr } = await outcome(launch(root, '--with-env', '--print', '1'));

  expect([code, stderr]).toEqual([
    1,
    '.env cannot be read: it belongs to somebody else: run "sudo chown $(id -u) .env".\n',
  ]);
});

test('standard input and the exit code pass through', async () => {
  const child = launch('.', '--eval', 'process.stdin.on("data", (data) => { process.exitCode = Number(data); });');
  child.stdin.end('7');

  expect(await outcome(child)).toMatchObject({ code: 7 });
});

test.each(['SIGINT', 'SIGTERM'] as const)('%s passes through, and the program ends as it chooses', async (signal) => {
  const program = `process.on('${signal}', () => { process.exit(3); }); console.log('up'); setInterval(() => {}, 1e6);`;
  const child = launch('.', '--eval', program);
  await once(child.stdout, 'data');

  child.kill(signal);

  expect(await outcome(child)).toMatchObject({ code: 3 });
});

test('a program that dies of a signal is seen to have died of it', async () => {
  const child = launch('.', '--eval', 'process.kill(process.pid, "SIGKILL")');

  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
});

test('the bot ends when its launcher is killed', async () => {
  const child = launch('.', '--disable-warning=ExperimentalWarning', 'src/main.ts');
  await once(child.stdout, 'data');

  child.kill('SIGKILL');

  // The outputs close when the bot, which has them too, is gone.
  await once(child, 'close');
});
