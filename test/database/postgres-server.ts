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
type Options = { port: number; folder: string; account: Account; settings: readonly string[] };

/** A Postgres server for one test file, in its own folder, that can be killed and revived. */
export class PostgresServer {
  readonly #options: Options;
  #process: ChildProcessByStdio<null, null, Readable> | undefined;
  #databases = 0;

  private constructor(options: Options) {
    this.#options = options;
  }

  /** @param settings - beside our own, each as `name=value` */
  static async start(settings: readonly string[] = []): Promise<PostgresServer> {
    if (initdbPath === undefined) throw new Error('Postgres is not installed');
    const account = unprivileged();
    const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
    if (account.uid !== undefined) chownSync(folder, account.uid, account.gid ?? account.uid);
    const options = ['--pgdata', folder, '--auth', 'trust', '--username', USER, '--encoding', 'UTF8', '--no-sync'];
    execFileSync(initdbPath, options, { ...account, cwd: folder, stdio: 'ignore' });
    const server = new PostgresServer({ port: await freePort(), folder, account, settings });
    await server.revive();
    return server;
  }

  /** Creates an empty database. @returns its URL */
  async createDatabase(): Promise<string> {
    const name = `test_${(this.#databases += 1)}`;
    const client = new pg.Client({ connectionString: this.#url(USER) });
    await client.connect();
    await client.query(`create database ${name}`);
    await client.end();
    return this.#url(name);
  }

  /** Restarts it on the same port, with all that was committed. */
  async revive(): Promise<void> {
    if (postgresPath === undefined) throw new Error('Postgres is not installed');
    const { port, folder, account, settings } = this.#options;
    const own = ['fsync=off', `listen_addresses=${LOOPBACK}`, `port=${port}`, 'unix_socket_directories='];
    const set = [...own, ...settings].flatMap((setting) => ['-c', setting]);
    const server = spawn(postgresPath, ['-D', folder, ...set], {
      ...account,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = server;
    for await (const line of createInterface(server.stderr)) {
      if (line.includes(READY)) {
        server.stderr.resume();
        return;
      }
    }
    throw new Error('Postgres did not start');
  }

  /** Ends it and its connections at once, like a crash. */
  async kill(): Promise<void> {
    if (!this.#process || this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exited = once(this.#process, 'exit');
    this.#process.kill('SIGQUIT');
    await exited;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#options.folder, { recursive: true, force: true });
  }

  #url(database: string): string {
    return `postgres://${USER}@${LOOPBACK}:${this.#options.port}/${database}`;
  }
}

/** Postgres refuses to run as root: it then runs as the account that its package created, or as `nobody`. */
function unprivileged(): Account {
  if (process.getuid?.() !== 0) return {};
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, USER], { encoding: 'utf8', stdio: 'pipe' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return { uid: NOBODY, gid: NOBODY };
  }
}
