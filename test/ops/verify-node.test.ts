import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import packageJson from '../../package.json' with { type: 'json' };
import { findProgram, maySkip } from '../services-at-hand.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const VERSION = '24.1.2';
const BINARY = 'as Node built it';
const ARCHIVE = `node-v${VERSION}-linux-x64.tar.xz`;

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

/** Somebody with a key of their own. */
class Signer {
  readonly #home = mkdtempSync(join(tmpdir(), 'signer-'));
  readonly keys = join(this.#home, 'keys');

  constructor() {
    this.#gpg('--passphrase', '', '--quick-generate-key', 'signer@node.invalid', 'ed25519', 'sign');
    this.#gpg('--output', this.keys, '--export');
  }

  /** As Node's releasers sign: what is signed can be read. */
  sign(file: string): void {
    this.#gpg('--output', `${file}.asc`, '--clearsign', file);
  }

  leave(): void {
    execFileSync('gpgconf', ['--homedir', this.#home, '--kill', 'gpg-agent']);
    rmSync(this.#home, { recursive: true, force: true });
  }

  #gpg(...args: string[]): void {
    execFileSync('gpg', ['--homedir', this.#home, '--batch', '--quiet', '--pinentry-mode', 'loopback', ...args]);
  }
}

/** Node's releases as they are on nodejs.org, of one version, and who has signed them. */
function releases(signer?: Signer, { archive = BINARY, listed = '' } = {}) {
  const root = temporaryFolder();
  const dist = join(root, `v${VERSION}`);
  const unpacked = ARCHIVE.replace('.tar.xz', '');
  mkdirSync(join(root, unpacked, 'bin'), { recursive: true });
  mkdirSync(dist);
  writeFileSync(join(root, unpacked, 'bin/node'), archive);
  execFileSync('tar', ['-cJf', join(dist, ARCHIVE), '-C', root, unpacked]);
  const hash = listed || sha256(readFileSync(join(dist, ARCHIVE)));
  const list = join(dist, 'SHASUMS256.txt');
  writeFileSync(list, `${hash}  ${ARCHIVE}\n${sha256(BINARY)}  win-x64/node.exe\n`);
  signer?.sign(list);
  return { root, list };
}

function verify({ root }: { root: string }, { keys }: Signer, binary: string, platform = 'linux-x64') {
  const path = join(root, 'installed');
  writeFileSync(path, binary);
  const env = { ...process.env, NODE_DIST: pathToFileURL(root).href, NODE_KEYS: pathToFileURL(keys).href };
  const { status, stdout, stderr } = spawnSync('.ci/verify-node', [platform, VERSION, path], { env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

const missing = ['gpg', 'gpgv', 'xz', 'curl'].find((name) => findProgram(name) === undefined);

describe.skipIf(missing !== undefined && maySkip(undefined))(
  `the Node of a package${missing === undefined ? '' : `: ${missing} is not installed: skipped`}`,
  () => {
    let releaser: Signer;
    let stranger: Signer;
    // Only when a test runs: skipped tests are collected as well, where there is no GnuPG.
    beforeAll(() => {
      releaser = new Signer();
      stranger = new Signer();
    });
    afterAll(() => {
      releaser.leave();
      stranger.leave();
    });

    /** @param why - a part of what is said */
    function expectRefused(made: ReturnType<typeof releases>, binary: string, platform: string, why: string): void {
      const { status, stdout, stderr } = verify(made, releaser, binary, platform);
      expect([status, stdout, stderr]).toEqual([1, '', expect.stringContaining(why)]);
    }

    test.each(['linux-x64', 'win-x64'])("passes when it is Node's own, for %s", (platform) => {
      const made = releases(releaser);

      expect(verify(made, releaser, BINARY, platform)).toEqual({
        status: 0,
        stdout: `Node ${VERSION} for ${platform} is Node's own: ${sha256(BINARY)}\n`,
        stderr: '',
      });
    });

    test.each(['linux-x64', 'win-x64'])('fails when it is another, for %s', (platform) => {
      const made = releases(releaser);
      expectRefused(made, `${BINARY}, and a little more`, platform, "is not Node's own");
    });

    test('fails when the archive is not the one that was signed', () => {
      const made = releases(releaser, { archive: 'something else', listed: sha256('the true archive') });
      expectRefused(made, 'something else', 'linux-x64', 'is not what was signed');
    });

    test('fails when a stranger has signed', () => {
      expectRefused(releases(stranger), BINARY, 'linux-x64', 'no signature of a releaser');
    });

    test('fails when what was signed has been changed', () => {
      const made = releases(releaser);
      const signed = readFileSync(`${made.list}.asc`, 'utf8');
      writeFileSync(`${made.list}.asc`, signed.replace(sha256(BINARY), sha256('something else')));
      expectRefused(made, 'something else', 'win-x64', 'no signature of a releaser');
    });

    test.each(['before', 'after'])('fails when its hash stands %s what was signed', (place) => {
      const made = releases();
      writeFileSync(made.list, `${sha256(BINARY)}  ${ARCHIVE}\n`);
      releaser.sign(made.list);
      const signed = readFileSync(`${made.list}.asc`, 'utf8');
      const line = `${sha256('something else')}  win-x64/node.exe\n`;
      writeFileSync(`${made.list}.asc`, place === 'before' ? line + signed : signed + line);
      expectRefused(made, 'something else', 'win-x64', '');
    });

    test('fails when the list is as it was before it was signed', () => {
      const made = releases();
      copyFileSync(made.list, `${made.list}.asc`);
      expectRefused(made, BINARY, 'linux-x64', '');
    });

    test('fails when the version is not there', () => {
      const { status, stdout } = verify(releases(), releaser, BINARY);

      expect(status).not.toBe(0);
      expect(stdout).toBe('');
    });
  },
);

test('each Node that the packages bring along is named to operators', () => {
  const paper = readFileSync('docs/operations.md', 'utf8');

  expect(Object.values(packageJson.optionalDependencies).filter((version) => !paper.includes(version))).toEqual([]);
});

test('each Node that the packages bring along is one that Node releases', () => {
  const versions = Object.entries(packageJson.optionalDependencies);

  expect(versions.filter(([name]) => !/^node-(bin-)?(darwin|linux|win)-(x64|arm64)$/.test(name))).toEqual([]);
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});
