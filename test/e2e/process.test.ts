import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import packageJson from '../../package.json' with { type: 'json' };
import { maySkip } from '../services-at-hand.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { openTerminal, pythonPath } from '../terminal-setup/terminal.ts';
import { openSandbox, runProgram } from './program.ts';

/** Runs it to its end. @returns what it said on standard error, beside the rest */
async function run(environment: Record<string, string>, args: readonly string[] = [], input = '') {
  const program = runProgram(environment, args);
  program.input.end(input);
  const ended = await program.ended;
  expect(program.log).toEqual([]);
  return { ...ended, said: program.plain };
}

describe('the program', () => {
  it('starts the sandbox without configuration, and answers what is piped in', async () => {
    const typed = '/claimvote playername:Steve\n/claimvote playername:Notch\n/plan entity:ent_grace\n';
    const { stdout, ...rest } = await run({}, [], typed);

    expect(stdout).toContain('This is the sandbox');
    expect(stdout).toMatch(/Reward claimed[^]*Already claimed[^]*Late Lantern/);
    expect(rest).toEqual({ code: 0, said: [] });
  });

  it('shows its tasks', async () => {
    const { stdout, ...rest } = await run({}, ['--help']);

    const commands = Array.from(stdout.matchAll(/^npm (?:run )?(\w\S*)/gm), ([, name]) => name);
    expect(new Set(commands)).toEqual(
      new Set(['start', 'setup', 'register', 'rotate-keys', 'forget-secrets', 'backup', 'move', 'help']),
    );
    expect(Object.keys(packageJson.scripts)).toEqual(expect.arrayContaining(commands));
    expect(rest).toEqual({ code: 0, said: [] });
  });

  it.each([[['regsiter']], [['rotate-keys', 'now']], [['backup', 'one.db', 'two.db']]])(
    'refuses %s in one line that lists what exists',
    async (args) => {
      const { said, ...rest } = await run((await openSandbox()).environment, args);

      const tasks = 'register URL, rotate-keys, forget-secrets, backup FILE, move, help';
      expect(said).toEqual([expect.stringMatching(`^"${args.join(' ')}" means nothing here: .*${tasks}`)]);
      expect(rest).toEqual({ code: 1, stdout: '' });
    },
  );

  it('says what a backup needs', async () => {
    const said = ['backup needs a file: npm run backup -- FILE'];
    expect(await run({}, ['backup'])).toEqual({ code: 1, stdout: '', said });
  });

  it('takes no address for a move as an argument, and says how it is given', async () => {
    const { said, ...rest } = await run({}, ['move', 'postgres://bot:canary@db.invalid/bot']);

    expect(rest).toEqual({ code: 1, stdout: '' });
    expect(said).toEqual([expect.stringContaining('can read what is given as an argument: set POSTGRES_URL ')]);
    expect(said.join()).not.toContain('canary');
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['nowhere', {}, /^The address of the new database is missing: set POSTGRES_URL /],
    ['wrong', { POSTGRES_URL: 'mysql://canary' }, /^POSTGRES_URL must be postgres:/],
    ['in no file', { POSTGRES_URL_FILE: '/nowhere/canary' }, /^POSTGRES_URL_FILE must name a file/],
    ['well-formed', { POSTGRES_URL: 'postgres://bot:canary@db.invalid/bot' }, /^There is no database /],
  ])('reads from the environment where a move goes: %s', async (_what, environment, expected) => {
    const nothing = { DATABASE_URL: `sqlite:${join(temporaryFolder(), 'none.db')}` };
    const { code, said } = await run({ ...nothing, ...environment }, ['move']);

    expect([code, said[0]]).toEqual([1, expect.stringMatching(expected)]);
    expect(said.join()).not.toContain('canary');
  });

  it.skipIf(maySkip(pythonPath))('asks in a terminal where a move goes, and shows nothing of it', async () => {
    const terminal = openTerminal(temporaryFolder(), {}, 'move');
    await terminal.answer('POSTGRES_URL', 'postgres://bot:canary@db.invalid/bot');
    await terminal.shows('There is no database');

    expect(await terminal.ended).toBe(1);
    expect(terminal.screen()).not.toContain('canary');
  });

  it('never falls back to the sandbox in production', async () => {
    const { said, ...rest } = await run({ NODE_ENV: 'production' });

    expect(rest).toEqual({ code: 1, stdout: '' });
    expect(said).toContain('DISCORD_TOKEN is missing');
  });

  // On a busy machine the second one may come when Node has taken its handlers away.
  it(
    'ends as well as ever when the signal comes again while it stops, as Ctrl+C does through npm',
    { retry: 3 },
    async () => {
      const program = runProgram({ ...(await openSandbox()).environment, LOG_LEVEL: 'info' });

      for (const message of ['ready', 'stopping']) {
        await program.logged(message);
        program.kill('SIGINT');
      }

      expect(await program.ended).toMatchObject({ code: 0 });
    },
  );
});
