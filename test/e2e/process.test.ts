import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

import { describe, expect, it, onTestFinished } from 'vitest';

import packageJson from '../../package.json' with { type: 'json' };
import { maySkip } from '../services-at-hand.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { openTerminal, pythonPath } from '../terminal-setup/terminal.ts';
import { MAIN, openSandbox } from './program.ts';

type Ended = { code: number | null; stdout: string; stderr: string };

function launch(environment: Record<string, string>, ...args: string[]): ChildProcessWithoutNullStreams {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [MAIN, ...args], { env: { PATH, ...environment } });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'exit') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, stdout, stderr };
}

async function run(environment: Record<string, string>, input = ''): Promise<Ended> {
  const child = launch(environment);
  child.stdin.end(input);
  return ended(child);
}

describe('the program', () => {
  it('starts the sandbox without configuration, and answers what is piped in', async () => {
    const { code, stdout, stderr } = await run(
      {},
      '/claimvote playername:Steve\n/claimvote playername:Notch\n/plan entity:ent_grace\n',
    );

    expect(stdout).toContain('This is the sandbox');
    expect(stdout).toMatch(/Reward claimed[^]*Already claimed[^]*Late Lantern/);
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });

  it('shows its tasks', async () => {
    const { code, stdout, stderr } = await ended(launch({}, '--help'));

    const commands = Array.from(stdout.matchAll(/^npm (?:run )?(\w\S*)/gm), ([, name]) => name);
    expect(new Set(commands)).toEqual(
      new Set(['start', 'setup', 'register', 'rotate-keys', 'forget-secrets', 'backup', 'move', 'help']),
    );
    expect(Object.keys(packageJson.scripts)).toEqual(expect.arrayContaining(commands));
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });

  it.each([[['regsiter']], [['rotate-keys', 'now']], [['backup', 'one.db', 'two.db']]])(
    'refuses %s in one line that lists what exists',
    async (args) => {
      const { code, stdout, stderr } = await ended(launch((await openSandbox()).environment, ...args));

      expect(stderr).toMatch(
        new RegExp(
          `^"${args.join(' ')}" means nothing here: [^\\n]*register URL, rotate-keys, forget-secrets, backup FILE, move, help[^\\n]*\n$`,
        ),
      );
      expect(stdout).toBe('');
      expect(code).toBe(1);
    },
  );

  it('says what a backup needs', async () => {
    expect(await ended(launch({}, 'backup'))).toEqual({
      code: 1,
      stdout: '',
      stderr: 'backup needs a file: npm run backup -- FILE\n',
    });
  });

  it('takes no address for a move as an argument, and says how it is given', async () => {
    const { code, stdout, stderr } = await ended(launch({}, 'move', 'postgres://bot:canary@db.invalid/bot'));

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^[^\n]*can read what is given as an argument: set POSTGRES_URL [^\n]*\n$/);
    expect(stderr).not.toContain('canary');
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['nowhere', {}, /^The address of the new database is missing: set POSTGRES_URL /],
    ['wrong', { POSTGRES_URL: 'mysql://canary' }, /^POSTGRES_URL must be postgres:/],
    ['in no file', { POSTGRES_URL_FILE: '/nowhere/canary' }, /^POSTGRES_URL_FILE must name a file/],
    ['well-formed', { POSTGRES_URL: 'postgres://bot:canary@db.invalid/bot' }, /^There is no database /],
  ])('reads from the environment where a move goes: %s', async (_what, environment, expected) => {
    const nothing = { DATABASE_URL: `sqlite:${join(temporaryFolder(), 'none.db')}` };
    const { code, stderr } = await ended(launch({ ...nothing, ...environment }, 'move'));

    expect([code, stderr]).toEqual([1, expect.stringMatching(expected)]);
    expect(stderr).not.toContain('canary');
  });

  it.skipIf(maySkip(pythonPath))('asks in a terminal where a move goes, and shows nothing of it', async () => {
    const terminal = openTerminal(temporaryFolder(), {}, 'move');
    await terminal.answer('POSTGRES_URL', 'postgres://bot:canary@db.invalid/bot');
    await terminal.shows('There is no database');

    expect(await terminal.ended).toBe(1);
    expect(terminal.screen()).not.toContain('canary');
  });

  it('never falls back to the sandbox in production', async () => {
    const { code, stdout, stderr } = await run({ NODE_ENV: 'production' });

    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('DISCORD_TOKEN is missing');
  });

  // On a busy machine the second one may come when Node has taken its handlers away.
  it(
    'ends as well as ever when the signal comes again while it stops, as Ctrl+C does through npm',
    { retry: 3 },
    async () => {
      const child = launch({ ...(await openSandbox()).environment, LOG_LEVEL: 'info' });
      const exited = once(child, 'exit');

      for await (const line of createInterface(child.stderr)) {
        if (/"msg":"(ready|stopping)"/.test(line)) child.kill('SIGINT');
      }

      expect(await exited).toEqual([0, null]);
    },
  );
});
