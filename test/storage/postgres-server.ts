import { execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

import pg from 'pg';

import { initdbPath, postgresPath } from '../services-at-hand.ts';
import { freePort } from './free-port.ts';

const LOOPBACK = '127.0.0.1';
const USER = 'postgres';
const NOBODY = 65_534;
const READY = 'database system is ready to accept connections';

type Account = { uid?: number; gid?: number };

/** A Postgres of its own for a test file. */
export class PostgresServer {
  readonly #port: number;
  readonly #folder: string;
  readonly #process: ChildProcessByStdio<null, null, Readable>;
  #databases = 0;

  private constructor(port: number, folder: string, process: ChildProcessByStdio<null, null, Readable>) {
    this.#port = port;
    this.#folder = folder;
    this.#process = process;
  }

  static async start(): Promise<PostgresServer> {
    if (initdbPath === undefined || postgresPath === undefined) throw new Error('Postgres is not installed');
    const account = unprivileged();
    const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
    if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? account.uid);
    const options = ['--pgdata', folder, '--auth', 'trust', '--username', USER, '--encoding', 'UTF8', '--no-sync'];
    execFileSync(initdbPath, options, { ...account, cwd: folder, stdio: 'ignore' });
    const port = await freePort();
    const settings = ['fsync=off', `listen_addresses=${LOOPBACK}`, `port=${port}`, 'unix_socket_directories='];
    const server = spawn(postgresPath, ['-D', folder, ...settings.flatMap((setting) => ['-c', setting])], {
      ...account,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    for await (const line of createInterface(server.stderr)) {
      if (line.includes(READY)) break;
    }
    server.stderr.resume();
    if (server.exitCode !== null) throw new Error('Postgres did not start');
    return new PostgresServer(port, folder, server);
  }

  /** Makes an empty database. @returns its URL */
  async createDatabase(): Promise<string> {
    const name = `test_${(this.#databases += 1)}`;
    const client = new pg.Client({ connectionString: this.#url(USER) });
    await client.connect();
    await client.query(`create database ${name}`);
    await client.end();
    return this.#url(name);
  }

  async stop(): Promise<void> {
    const exited = once(this.#process, 'exit');
    this.#process.kill('SIGQUIT');
    await exited;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #url(database: string): string {
    return `postgres://${USER}@${LOOPBACK}:${this.#port}/${database}`;
  }
}

/** Postgres refuses to run as root; then it runs as the account that its package made, or as nobody. */
function unprivileged(): Account {
  if (process.getuid?.() !== 0) return {};
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, USER], { encoding: 'utf8', stdio: 'pipe' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return { uid: NOBODY, gid: NOBODY };
  }
}
