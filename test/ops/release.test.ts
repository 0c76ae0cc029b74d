import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import packageJson from '../../package.json' with { type: 'json' };
import { release } from '../../ops/release/release.ts';
import { openSandbox } from '../e2e/program.ts';
import { absentFor, maySkip } from '../services-at-hand.ts';
import { sharedArchive } from '../shared.ts';
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

let folder: string;
let archive: string;
beforeAll(async () => {
  if (absent !== undefined) return;
  folder = mkdtempSync(join(tmpdir(), 'release-'));
  chmodSync(folder, 0o755);
  archive = await sharedArchive();
});
afterAll(() => {
  if (absent === undefined) rmSync(folder, { recursive: true });
});

/** @returns what the archive has unpacked */
function unpack(): string {
  const home = join(folder, 'home');
  mkdirSync(home);
  if (ACCOUNT.uid !== undefined) chownSync(home, ACCOUNT.uid, ACCOUNT.gid);
  execFileSync('tar', ['--extract', '--file', archive], { ...ACCOUNT, cwd: home });
  return join(home, `plan-vote-bot-${packageJson.version}`);
}

/** By the second step of its README, in a terminal. */
async function goLive(cwd: string): Promise<void> {
  const { sandbox } = await openSandbox();
  const { DISCORD_TOKEN = '', DISCORD_API_URL = '', ...others } = sandbox.environment;
  const { AUTH_URL = '', BASE_URL = '', APPLICATION_KEY = '' } = others;
  const terminal = openTerminal(cwd, { DISCORD_API_URL }, 'setup', {
    program: join(cwd, 'dist/main.js'),
    by: AS_ACCOUNT,
  });
  const answers = { DISCORD_TOKEN, AUTH_URL, BASE_URL, APPLICATION_KEY, ACCESS_TOKEN: '' };
  for (const [name, answer] of Object.entries(answers)) await terminal.answer(name, answer);
  await terminal.choose('All is asked.', 'Start the bot now');
  await terminal.shows('The bot is live.');
  terminal.types(CTRL_C);

  expect(await terminal.ended).toBe(0);
  expect(readdirSync(join(cwd, 'data')).toSorted()).toEqual(['bot.db', 'bot.db.key']);
}

test.skipIf(absent)(
  `the archive is the same each time that it is made, and its checksum is right${skipped}`,
  async () => {
    const again = await release(join(folder, 'again'));

    expect(readFileSync(again).equals(readFileSync(archive))).toBe(true);
    expect(execFileSync('sha256sum', ['--check', `${archive}.sha256`], { cwd: dirname(archive) }).toString()).toBe(
      `plan-vote-bot-${packageJson.version}.tar.gz: OK\n`,
    );
  },
);

test.skipIf(absent)(
  `an ordinary user unpacks it, finds it whole, claims in the sandbox, and goes live${skipped}`,
  async () => {
    const cwd = unpack();
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
