import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

import packageJson from '../../package.json' with { type: 'json' };
import { release } from '../../ops/release/release.ts';
import { openSandbox } from '../e2e/program.ts';
import { absentFor, maySkip } from '../services-at-hand.ts';
import { sharedArchive } from '../shared.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { openTerminal, pythonPath } from '../terminal-setup/terminal.ts';

const NOBODY = 65_534;
/** An ordinary user, who owns an empty folder. */
const ACCOUNT = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
const AS_ACCOUNT =
  ACCOUNT.uid === undefined ? [] : ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
const { PATH = '' } = process.env;
const CTRL_C = '\u0003';

const absent = absentFor('tar', 'sha256sum', 'setpriv');
const skipped = absent === undefined ? '' : `: ${absent} is not installed: skipped`;

/** @returns what the archive has unpacked */
async function unpack(): Promise<string> {
  const home = temporaryFolder();
  if (ACCOUNT.uid !== undefined) chownSync(home, ACCOUNT.uid, ACCOUNT.gid);
  execFileSync('tar', ['--extract', '--file', await sharedArchive()], { ...ACCOUNT, cwd: home });
  return join(home, `plan-vote-bot-${packageJson.version}`);
}

/** By the second step of its README, in a terminal. */
async function goLive(cwd: string): Promise<void> {
  const { sandbox } = await openSandbox();
  const { DISCORD_TOKEN = '', DISCORD_API_URL = '', ...others } = sandbox.environment;
  const { AUTH_URL = '', BASE_URL = '', APPLICATION_KEY = '' } = others;
  const started = { program: join(cwd, 'dist/main.js'), by: AS_ACCOUNT };
  const terminal = openTerminal(cwd, { DISCORD_API_URL }, 'setup', started);
  const answers = { DISCORD_TOKEN, AUTH_URL, BASE_URL, APPLICATION_KEY, ACCESS_TOKEN: '' };
  for (const [name, answer] of Object.entries(answers)) await terminal.answer(name, answer);
  await terminal.choose('All is asked.', 'Start the bot now');
  await terminal.shows('The bot is live. Type /setup in Discord. Ctrl+C here stops the bot.');
  terminal.types(CTRL_C);

  expect(await terminal.ended).toBe(0);
  expect(readdirSync(join(cwd, 'data')).toSorted()).toEqual(['bot.db', 'bot.db.key']);
}

test.skipIf(absent)(
  `the archive is the same each time that it is made, and its checksum is right${skipped}`,
  async () => {
    const [archive, again] = [await sharedArchive(), await release(temporaryFolder())];

    expect(readFileSync(again).equals(readFileSync(archive))).toBe(true);
    expect(execFileSync('sha256sum', ['--check', `${archive}.sha256`], { cwd: dirname(archive) }).toString()).toBe(
      `plan-vote-bot-${packageJson.version}.tar.gz: OK\n`,
    );
  },
);

test.skipIf(absent)(
  `an ordinary user unpacks it, finds it whole, claims in the sandbox, and goes live${skipped}`,
  async () => {
    const cwd = await unpack();
    const options = { ...ACCOUNT, cwd, env: { PATH }, encoding: 'utf8' } as const;

    expect(spawnSync('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], options)).toMatchObject({
      status: 0,
      stdout: '',
    });
    const input = '/claimvote playername:Steve\n';
    const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/main.js'], { ...options, input });
    expect(stdout).toMatch(/This is the sandbox[^]*Reward claimed/);
    expect([status, stderr]).toEqual([0, '']);
    if (!maySkip(pythonPath)) await goLive(cwd);
    // What is written there names nothing that is not there.
    for (const file of ['README.md', '.env.example', 'ops/plan-vote-bot.service']) {
      expect(readFileSync(join(cwd, file), 'utf8')).not.toMatch(/npm |\bsrc\//);
    }
  },
);
