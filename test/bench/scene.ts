import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { freePort } from '../database/free-port.ts';
import { cpuMsOf, isReady, MAIN, memoryOf, startBot } from './bot-process.ts';
import { holdCpu } from './held-cpu.ts';
import type { Answer, Look, Result, Task } from './messages.ts';

export const UNBUNDLED = 'src/main.ts';
export const BARE = fileURLToPath(new URL('bare-bot.ts', import.meta.url));
const WATCHED = ['--import', new URL('loop-delay.js', import.meta.url).href];
const WORLD = fileURLToPath(new URL('world.ts', import.meta.url));

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
    const bot = startBot(program, { ...given, ...environment }, ...WATCHED);
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
      bots.push(startBot(MAIN, { ...given, ...environment, ...own }, ...WATCHED));
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
    const cpuBefore = this.cpuMs();
    this.#world.send(task);
    const result = await answerOf(this.#world, 'result');
    return { ...result, cpuMs: this.cpuMs() - cpuBefore };
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
    return sum(this.#bots.map(memoryOf));
  }

  /** The CPU time of all processes of the bot since they were started, in ms. */
  cpuMs(): number {
    return sum(this.#bots.map(cpuMsOf));
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

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

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
