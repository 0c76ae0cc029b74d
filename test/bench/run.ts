import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { PostgresServer } from '../database/postgres-server.ts';
import { initdbPath } from '../services-at-hand.ts';
import type { Answer, CommandName, Result, Task } from './messages.ts';

/**
 * `npm run bench`: the whole bot against a bare one, each in a process of its own, with a Discord and hosts of its own
 * in another. `-- --quick` takes less than a minute; `-- --json FILE` writes the figures down; `-- --on SQLite` or
 * `Postgres` measures on one database alone.
 */
const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, json: { type: 'string' }, on: { type: 'string' } },
});
const { rounds, count, inFlight, warmUp, bursts, paced } = options.quick
  ? { rounds: 1, count: 300, inFlight: 64, warmUp: 100, bursts: [400], paced: { perSecond: 50, count: 100 } }
  : {
      rounds: 3,
      count: 4_000,
      inFlight: 64,
      warmUp: 500,
      bursts: [400, 1_000, 2_000, 10_000],
      paced: { perSecond: 50, count: 500 },
    };

const MAIN = 'src/main.ts';
const BARE = fileURLToPath(new URL('bare-bot.ts', import.meta.url));
const WORLD = fileURLToPath(new URL('world.ts', import.meta.url));
/** Of the CPU times in `/proc`. */
const TICKS_A_SECOND = 100;

/** A bot in as many processes as it takes, and the world that it is in. */
class Scene {
  readonly #world: ChildProcess;
  readonly #bots: ChildProcess[];
  /** from the first process's start until it was ready, in ms */
  readonly startMs: number;

  private constructor(world: ChildProcess, bots: ChildProcess[], startMs: number) {
    this.#world = world;
    this.#bots = bots;
    this.startMs = startMs;
  }

  static async start(program: string, environment: Record<string, string>, processes = 1): Promise<Scene> {
    const world = fork(WORLD, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const given = await answerOf(world, 'environment');
    const { PATH = '' } = process.env;
    const bots: ChildProcess[] = [];
    let startMs = 0;
    for (let shard = 0; shard < processes; shard += 1) {
      const shards = processes > 1 ? { SHARD_IDS: String(shard), SHARD_COUNT: String(processes) } : {};
      const startedAt = performance.timeOrigin + performance.now();
      const env = { PATH, LOG_LEVEL: 'error', ...given, ...environment, ...shards };
      bots.push(spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'inherit'] }));
      const ready = await answerOf(world, 'ready');
      startMs ||= ready - startedAt;
    }
    return new Scene(world, bots, startMs);
  }

  /** @returns what people saw, and the CPU time of all processes of the bot, in ms */
  async perform(task: Task): Promise<Result & { cpuMs: number }> {
    const cpuBefore = this.#cpuMs();
    this.#world.send(task);
    const result = await answerOf(this.#world, 'result');
    return { ...result, cpuMs: this.#cpuMs() - cpuBefore };
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

  async end(): Promise<void> {
    const ended = [...this.#bots, this.#world].map((child) => once(child, 'exit'));
    for (const bot of this.#bots) bot.kill('SIGTERM');
    this.#world.disconnect();
    await Promise.all(ended);
  }
}

type ValueOf<Key, Union> = Union extends Record<Key & string, infer Value> ? Value : never;

/** The world's next answer of this kind. */
async function answerOf<Key extends 'environment' | 'ready' | 'result'>(
  world: ChildProcess,
  key: Key,
): Promise<ValueOf<Key, Answer>> {
  for (;;) {
    const [answer] = (await once(world, 'message')) as [Answer];
    if (key in answer) return (answer as Record<Key, ValueOf<Key, Answer>>)[key];
  }
}

const sorted = (values: readonly number[]) => values.toSorted((one, other) => one - other);
const quantile = (values: readonly number[], share: number) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? NaN;
const median = (values: readonly number[]) => quantile(values, 0.5);

type Figure = { figure: string; bot: number; bare?: number; ratio?: number; more?: string };
const figures: Figure[] = [];

function note(figure: string, bot: number, bare?: number, more?: string): void {
  const against = bare === undefined ? {} : { bare, ratio: bot / bare };
  figures.push({ figure, bot, ...against, ...(more === undefined ? {} : { more }) });
}

const outcomes = ({ titles, unacknowledged, posts, repeated }: Result) =>
  [
    ...Object.entries(titles).map(([title, times]) => `${times} × ${title}`),
    ...(unacknowledged > 0 ? [`${unacknowledged} × no answer`] : []),
    `${posts} POSTs`,
    ...(repeated > 0 ? [`${repeated} of them repeated`] : []),
  ].join(', ');

/** Rounds side by side, first one bot and then the other. */
async function compare(database: string, bot: Scene, bare: Scene, command: CommandName): Promise<void> {
  const rates: [bot: number[], bare: number[]] = [[], []];
  const costs: [bot: number[], bare: number[]] = [[], []];
  for (const scene of [bot, bare]) await scene.perform({ kind: 'stream', command, count: warmUp, inFlight });
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, scene] of [bot, bare].entries()) {
      const { seconds, cpuMs, answers } = await scene.perform({ kind: 'stream', command, count, inFlight });
      rates[index]?.push(answers.length / seconds);
      costs[index]?.push(cpuMs / count);
    }
  }
  note(`${database}: ${command}s a second, ${inFlight} in flight`, median(rates[0]), median(rates[1]));
  note(`${database}: CPU for one ${command}, ms`, median(costs[0]), median(costs[1]));
}

async function measure(database: string, environment: Record<string, string>): Promise<void> {
  const bot = await Scene.start(MAIN, environment);
  const bare = await Scene.start(BARE, {});
  try {
    note(`${database}: start to ready, ms`, bot.startMs, bare.startMs);
    await compare(database, bot, bare, 'claim');
    note(`${database}: resident memory after ${warmUp + rounds * count} claims, MB`, bot.memory(), bare.memory());
    await compare(database, bot, bare, 'plan');
    const [ours, theirs] = [
      await bot.perform({ kind: 'paced', command: 'claim', ...paced }),
      await bare.perform({ kind: 'paced', command: 'claim', ...paced }),
    ];
    for (const [name, share] of [['p50', 0.5] as const, ['p99', 0.99] as const]) {
      const what = `${database}: acknowledgement at ${paced.perSecond} a second, ${name}, ms`;
      note(what, quantile(ours.acks, share), quantile(theirs.acks, share));
    }
    for (const size of bursts) {
      const result = await bot.perform({ kind: 'burst', command: 'claim', count: size });
      const name = `${database}: ${size} claims at once`;
      note(`${name}: acknowledgement p99, ms`, quantile(result.acks, 0.99));
      note(`${name}: last acknowledgement, ms`, quantile(result.acks, 1));
      note(`${name}: last answer, ms`, quantile(result.answers, 1), undefined, outcomes(result));
    }
  } finally {
    await Promise.all([bot.end(), bare.end()]);
  }
}

const folder = mkdtempSync(join(tmpdir(), 'plan-vote-bot-bench-'));
const startedAt = performance.now();
try {
  if (options.on !== 'Postgres') await measure('SQLite', { DATABASE_URL: `sqlite:${join(folder, 'bench.db')}` });
  if (options.on !== 'SQLite' && initdbPath !== undefined) {
    const postgres = await PostgresServer.start();
    try {
      await measure('Postgres', {
        DATABASE_URL: await postgres.createDatabase(),
        ENCRYPTION_KEY: `1:${randomBytes(32).toString('base64')}`,
      });
    } finally {
      await postgres.stop();
    }
  }
} finally {
  rmSync(folder, { recursive: true });
}

const round = (value: number | undefined) => (value === undefined ? '' : Number(value.toPrecision(3)));
console.table(
  figures.map(({ figure, bot, bare, ratio, more = '' }) => ({
    figure,
    bot: round(bot),
    bare: round(bare),
    ratio: round(ratio),
    more,
  })),
);
const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;
console.log(`${machine}, ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify({ machine, figures }, undefined, 2)}\n`);
