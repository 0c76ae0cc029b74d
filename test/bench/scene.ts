import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { freePort } from '../database/free-port.ts';
import { holdCpu } from './held-cpu.ts';
import type { Answer, Look, Result, Task } from './messages.ts';
import { NODE_FLAGS } from './node-flags.ts';

export const MAIN = 'src/main.ts';
export const BARE = fileURLToPath(new URL('bare-bot.ts', import.meta.url));
const LOOP_DELAY = new URL('loop-delay.ts', import.meta.url).href;
const WORLD = fileURLToPath(new URL('world.ts', import.meta.url));
/** Of the CPU times in `/proc`. */
const TICKS_A_SECOND = 100;
const READY_ASKED_EVERY_MS = 20;

/** A bot, in one process or several, and the world that it is in. */
export class Scene {
  readonly #world: ChildProcess;
  readonly #bots: ChildProcess[];
  readonly #held: (() => void)[] = [];
  /** until it was ready, in ms */
  readonly startMs: number;

  private constructor(world: ChildProcess, bots: ChildProcess[], startMs: number) {
    this.#world = world;
    this.#bots = bots;
    this.startMs = startMs;
  }

  static async start(program: string, environment: Record<string, string>): Promise<Scene> {
    const world = startWorld();
    const given = await answerOf(world, 'environment');
    const startedAt = performance.timeOrigin + performance.now();
    const bot = startBot(program, { ...given, ...environment });
    return new Scene(world, [bot], (await answerOf(world, 'ready')) - startedAt);
  }

  /** Equal processes, to which interactions are posted in turns. */
  static async startByHttp(environment: Record<string, string>, processes: number): Promise<Scene> {
    const world = startWorld();
    const given = await answerOf(world, 'environment');
    const bots: ChildProcess[] = [];
    const ports: number[] = [];
    for (let index = 0; index < processes; index += 1) {
      const [port, metricsPort] = [await freePort(), await freePort()];
      const own = { INTERACTIONS_PORT: String(port), METRICS_PORT: String(metricsPort) };
      bots.push(startBot(MAIN, { ...given, ...environment, ...own }));
      // The first one registers the commands for all.
      if (index === 0) await answerOf(world, 'ready');
      await isReady(metricsPort);
      ports.push(port);
    }
    world.send({ kind: 'post', ports } satisfies Task);
    await answerOf(world, 'posts');
    return new Scene(world, bots, NaN);
  }

  /** @returns what people saw, and the CPU time of all processes of the bot, in ms */
  async perform(task: Exclude<Task, { kind: 'look' | 'post' }>): Promise<Result & { cpuMs: number }> {
    const cpuBefore = this.#cpuMs();
    this.#world.send(task);
    const result = await answerOf(this.#world, 'result');
    return { ...result, cpuMs: this.#cpuMs() - cpuBefore };
  }

  /** @returns until it was answered, in ms, and the longest delay of the event loop meanwhile */
  async look(look: Look): Promise<{ ms: number; delayMs: number }> {
    await this.loopDelay();
    this.#world.send({ kind: 'look', look } satisfies Task);
    const ms = await answerOf(this.#world, 'looked');
    return { ms, delayMs: await this.loopDelay() };
  }

  /** The longest delay of an event loop since this was last asked, in ms. */
  async loopDelay(): Promise<number> {
    const delays = this.#bots.map(async (bot) => {
      bot.send('how long?');
      const [longest] = (await once(bot, 'message')) as [number];
      return longest;
    });
    return Math.max(...(await Promise.all(delays)));
  }

  /** Resident memory of all processes of the bot, in MB. */
  memory(): number {
    const sizes = this.#bots.map(({ pid }) => {
      const [, kilobytes = 'NaN'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? [];
      return Number(kilobytes) / 1_024;
    });
    return sizes.reduce((sum, size) => sum + size, 0);
  }

  #cpuMs(): number {
    const times = this.#bots.map(({ pid }) => {
      const fields =
        readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
          .split(') ')[1]
          ?.split(' ') ?? [];
      return ((Number(fields[11]) + Number(fields[12])) / TICKS_A_SECOND) * 1_000;
    });
    return times.reduce((sum, time) => sum + time, 0);
  }

  /** Holds each process of the bot to a share of one core. @returns whether that is possible here */
  hold(share: number): boolean {
    const released = this.#bots.map(({ pid = NaN }) => holdCpu(pid, share));
    this.#held.push(...released.filter((release) => release !== undefined));
    return this.#held.length === this.#bots.length;
  }

  async end(): Promise<void> {
    const ended = this.#bots.map((bot) => once(bot, 'exit'));
    for (const bot of this.#bots) bot.kill('SIGTERM');
    await Promise.all(ended);
    for (const release of this.#held) release();
    this.#world.disconnect();
    await once(this.#world, 'exit');
  }
}

function startWorld(): ChildProcess {
  const world = fork(WORLD, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  world.once('exit', (code) => {
    if (code !== 0) throw new Error('the process of Discord and the hosts ended, see above');
  });
  return world;
}

function startBot(program: string, environment: Record<string, string>): ChildProcess {
  const { PATH = '' } = process.env;
  const env = { PATH, LOG_LEVEL: 'error', ...environment };
  return spawn(process.execPath, [...NODE_FLAGS, '--import', LOOP_DELAY, program], {
    env,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

/** Resolves once a process says so. */
async function isReady(metricsPort: number): Promise<void> {
  const asked = () =>
    fetch(`http://127.0.0.1:${metricsPort}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await asked())) await delay(READY_ASKED_EVERY_MS);
}

type ValueOf<Key, Union> = Union extends Record<Key & string, infer Value> ? Value : never;

/** The world's next answer of this kind. */
async function answerOf<Key extends 'environment' | 'ready' | 'posts' | 'result' | 'looked'>(
  world: ChildProcess,
  key: Key,
): Promise<ValueOf<Key, Answer>> {
  for (;;) {
    const [answer] = (await once(world, 'message')) as [Answer];
    if (key in answer) return (answer as Record<Key, ValueOf<Key, Answer>>)[key];
  }
}
