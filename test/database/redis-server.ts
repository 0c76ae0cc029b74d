import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

import { redisServerPath } from '../services-at-hand.ts';
import { freePort } from './free-port.ts';

const LOOPBACK = '127.0.0.1';
const READY = 'Ready to accept connections';

/** A Redis server for one test, in memory only, that can be killed, revived and made to hang. */
export class RedisServer {
  readonly port: number;
  readonly #folder: string | undefined;
  #process: ChildProcessByStdio<null, Readable, null> | undefined;

  private constructor(port: number, folder: string | undefined) {
    this.port = port;
    this.#folder = folder;
  }

  /** @param folder - for snapshots, if somebody turns them on */
  static async start(folder?: string): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), folder);
    await server.revive();
    return server;
  }

  get url(): string {
    return `redis://${LOOPBACK}:${this.port}`;
  }

  /** Restarts it on the same port, empty. */
  async revive(): Promise<void> {
    if (redisServerPath === undefined) throw new Error('redis-server is not installed');
    const options = ['--port', String(this.port), '--bind', LOOPBACK, '--save', '', '--appendonly', 'no'];
    this.#process = spawn(redisServerPath, options, { stdio: ['ignore', 'pipe', 'ignore'], cwd: this.#folder });
    for await (const line of createInterface(this.#process.stdout)) {
      if (line.includes(READY)) break;
    }
    this.#process.stdout.resume();
    if (this.#process.exitCode !== null) throw new Error('redis-server did not start');
  }

  /** Suspends it: connections stay open, but nothing is answered. */
  hang(): void {
    this.#process?.kill('SIGSTOP');
  }

  /** Ends it at once, even if it hangs. */
  async kill(): Promise<void> {
    if (!this.#process || this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exited = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await exited;
  }
}
