import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { PostgresServer } from './database/postgres-server.ts';
import { apply, type Patch } from './faults/patches.ts';

/** The variable that tells the workers whom to ask. */
const ASKED_AT = 'SHARED_BY_TESTS';
/** Of all workers together, each of which has a dozen stores open at the most. */
const CONNECTIONS = 500;
/** The bundle speaks of itself, and tests read what an operator of the project reads. */
const WORDS: Patch = ['src/work/own-command.ts', "!import.meta.url.endsWith('.ts')", 'false'];

/** Shares what takes long to make between all test files: it is made when a test first asks for it. */
export default async function share(): Promise<() => Promise<void>> {
  let postgres: Promise<PostgresServer> | undefined;
  let program: Promise<string> | undefined;
  let archive: Promise<string> | undefined;
  const folder = mkdtempSync(join(tmpdir(), 'shared-'));
  // An ordinary user unpacks the archive.
  chmodSync(folder, 0o755);
  const makers: Partial<Record<string, () => Promise<string>>> = {
    '/database': async () => {
      postgres ??= PostgresServer.start([`max_connections=${CONNECTIONS}`]);
      return (await postgres).createDatabase();
    },
    '/program': () => (program ??= bundleProgram(join(folder, 'dist'))),
    '/archive': () => (archive ??= makeArchive(join(folder, 'release'))),
  };
  const asked = createServer(({ url = '' }, response) => {
    Promise.try(async () => makers[url]?.()).then(
      (made) => response.end(made),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  asked.listen(0, '127.0.0.1');
  await once(asked, 'listening');
  process.env[ASKED_AT] = `http://127.0.0.1:${(asked.address() as AddressInfo).port}`;
  return async () => {
    asked.closeAllConnections();
    asked.close();
    const server = await postgres?.catch(() => undefined);
    await server?.stop();
    rmSync(folder, { recursive: true });
  };
}

/** @returns what starts there as `src/main.ts` does, in half of the time */
async function bundleProgram(folder: string): Promise<string> {
  const { bundle } = await import('../ops/bundle/bundle.ts');
  const plugin = {
    name: 'words of the project',
    load: (path: string) => (path === resolve(WORDS[0]) ? apply(readFileSync(path, 'utf8'), WORDS) : null),
  };
  await bundle(folder, { entry: 'src/main.ts', plugins: [plugin] });
  return join(folder, 'main.js');
}

async function makeArchive(folder: string): Promise<string> {
  const { release } = await import('../ops/release/release.ts');
  return release(folder);
}

async function ask(what: string): Promise<string> {
  const answer = await fetch(`${process.env[ASKED_AT] ?? ''}/${what}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

/** Creates an empty database on the server that all test files share. @returns its URL */
export const createSharedDatabase = (): Promise<string> => ask('database');

/** @returns the bot as a few files, which starts as `src/main.ts` does and says the same */
export const sharedProgram = (): Promise<string> => ask('program');

/** @returns the path of the archive of this version, with its checksum beside it */
export const sharedArchive = (): Promise<string> => ask('archive');
