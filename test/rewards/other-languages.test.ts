import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, test } from 'vitest';

import { findProgram, maySkip } from '../services-at-hand.ts';

const SECRET = `whsec_${randomBytes(32).toString('base64')}`;
const OTHER_SECRET = `whsec_${randomBytes(32).toString('base64')}`;
/** With bytes beyond ASCII, and spaces that are lost when JSON is written again. */
const BODY = '{"type": "vote.claimed", "data": {"player": "Stevé 💎"}}\n';

type Delivery = { id: string; timestamp: string; signatures: string; body: string };

/** Far enough from the borders of five minutes that a slow compiler changes nothing. */
const NOW = Date.now();

function delivery({ secondsAgo = 0, secret = SECRET } = {}): Delivery {
  const at = new Date(NOW - secondsAgo * 1000);
  const signatures = new Webhook(secret).sign('claim-1', at, BODY);
  return { id: 'claim-1', timestamp: String(Math.floor(at.getTime() / 1000)), signatures, body: BODY };
}

const right = delivery();
const [own, others] = [right.signatures, delivery({ secret: OTHER_SECRET }).signatures];

const CASES: [name: string, message: Delivery, isRight: boolean][] = [
  ['accepts a right message', right, true],
  ['accepts one that is three minutes old', delivery({ secondsAgo: 180 }), true],
  ['accepts two signatures, the first its own', { ...right, signatures: `${own} ${others}` }, true],
  ['accepts two signatures, the second its own', { ...right, signatures: `${others} ${own}` }, true],
  ['refuses two signatures of others', { ...right, signatures: `${others} ${others}` }, false],
  ['refuses a signature with another secret', { ...right, signatures: others }, false],
  ['refuses a signature of no version', { ...right, signatures: own.slice('v1,'.length) }, false],
  ['refuses a part of a signature', { ...right, signatures: own.slice(0, 20) }, false],
  ['refuses a message without a signature', { ...right, signatures: '' }, false],
  ['refuses a changed body', { ...right, body: BODY.replace('Stevé', 'Steve') }, false],
  ['refuses a body that was written again', { ...right, body: JSON.stringify(JSON.parse(BODY)) }, false],
  ['refuses another ID', { ...right, id: 'claim-2' }, false],
  ['refuses a timestamp that was not signed', { ...right, timestamp: delivery({ secondsAgo: 9 }).timestamp }, false],
  ['refuses an old timestamp', delivery({ secondsAgo: 301 }), false],
  ['refuses a timestamp to come', delivery({ secondsAgo: -420 }), false],
  ['refuses a timestamp that is no number', { ...right, timestamp: 'today' }, false],
  ['refuses a message without a timestamp', { ...right, timestamp: '' }, false],
];

type Language = {
  /** Where its block of docs/rewards.md goes, and the program of `verifiers/` that says what it answers. */
  files: { block: string; program: string };
  compile: [program: string, ...args: string[]][];
  run: [program: string, ...args: string[]];
};

const LANGUAGES: Record<string, Language> = {
  python: {
    files: { block: 'rewards.py', program: 'main.py' },
    compile: [],
    run: ['python3', '-B', 'main.py'],
  },
  go: {
    files: { block: 'rewards.go', program: 'main/main.go' },
    compile: [
      ['go', 'mod', 'init', 'example.com/rewards'],
      ['go', 'build', '-o', 'verify', './main'],
    ],
    run: ['./verify'],
  },
  java: {
    files: { block: 'Rewards.java', program: 'Main.java' },
    compile: [['javac', '-Xlint:all', '-Werror', 'Rewards.java', 'Main.java']],
    run: ['java', 'Main'],
  },
};

/** Compiles the block once, and gives it every message. @returns whether it accepts each */
function verifyIn(language: string, { files, compile, run }: Language): boolean[] {
  const folder = mkdtempSync(join(tmpdir(), `${language}-`));
  try {
    const [, block = ''] =
      new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'm').exec(readFileSync('docs/rewards.md', 'utf8')) ?? [];
    const program = join(folder, files.program);
    mkdirSync(dirname(program), { recursive: true });
    writeFileSync(join(folder, files.block), block);
    copyFileSync(join('test/rewards/verifiers', basename(program)), program);
    const env = { ...process.env, GOPROXY: 'off', GOTOOLCHAIN: 'local', GOWORK: 'off' };
    const start = ([command, ...args]: Language['run'], input = '') =>
      execFileSync(command, args, { cwd: folder, env, input, encoding: 'utf8', stdio: 'pipe' });
    for (const step of compile) start(step);
    const lines = CASES.map(([, { id, timestamp, signatures, body }]) =>
      [id, timestamp, signatures, Buffer.from(body).toString('base64')].join('\t'),
    );
    const [command, ...args] = run;
    const answers = start([command, ...args, SECRET], `${lines.join('\n')}\n`);
    return answers
      .trim()
      .split(/\r?\n/)
      .map((answer) => answer === 'true');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

for (const [name, language] of Object.entries(LANGUAGES)) {
  const missing = [...language.compile, language.run]
    .map(([program]) => program)
    .find((program) => !program.startsWith('./') && findProgram(program) === undefined);

  describe.skipIf(missing !== undefined && maySkip(undefined))(
    `the block in ${name}${missing === undefined ? '' : `: ${missing} is not installed: skipped`}`,
    () => {
      let verified: boolean[] = [];
      beforeAll(() => {
        verified = verifyIn(name, language);
      });

      test.each(CASES.map(([says, , isRight], index) => ({ says, isRight, index })))('$says', ({ isRight, index }) => {
        expect(verified[index]).toBe(isRight);
      });
    },
  );
}
