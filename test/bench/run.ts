import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { backUp } from '../../src/database/backup.ts';
import { openStore } from '../../src/database/database.ts';
import { createRetention } from '../../src/database/retention.ts';
import { Secret } from '../../src/secret.ts';
import { DAY_MS } from '../../src/work/clock.ts';
import { PostgresServer } from '../database/postgres-server.ts';
import { RedisServer } from '../database/redis-server.ts';
import { initdbPath, redisServerPath } from '../services-at-hand.ts';
import { MAIN } from './bot-process.ts';
import { fillHistory, HISTORY_DAYS, type HistoryDatabase } from './history.ts';
import { type CommandName, LOOKS, type Result } from './messages.ts';
import { quantile } from './quantile.ts';
import type { Scenario } from './scenario.ts';
import { BARE, Scene } from './scene.ts';
import { START } from './start.ts';
import { UNSIGNED } from './unsigned.ts';

/**
 * `npm run bench`: the whole bot against a bare one, each in a process of its own, with a Discord and hosts of its own
 * in another, and then each scenario. `-- --quick` takes two minutes; `-- --json FILE` writes the figures down;
 * `-- --on SQLite` or `Postgres` measures on one database alone; `-- --only NAME,NAME` runs these scenarios alone.
 * Instead of all that, `-- --history 2000000` compares the bot with so many claims on record with itself on a new
 * database, and `-- --minutes 60` watches its memory at 50 claims a second.
 */
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    on: { type: 'string' },
    only: { type: 'string' },
    history: { type: 'string' },
    minutes: { type: 'string' },
  },
});
const history = options.history === undefined ? undefined : Number(options.history);
if (history !== undefined && !(history >= 1)) throw new Error('--history takes a number of claims');
const minutes = options.minutes === undefined ? undefined : Number(options.minutes);
if (minutes !== undefined && !(minutes >= 1)) throw new Error('--minutes takes a number of minutes');
/** In the order in which they run; `-- --only` takes their names. */
const SCENARIOS: readonly Scenario[] = [START, UNSIGNED];
/** Among the scenarios, the name of {@link measureProcesses}. */
const PROCESSES = 'processes';
const only = options.only?.split(',');
const onlyProcesses = only?.includes(PROCESSES) ?? false;
const known = [PROCESSES, ...SCENARIOS.map(({ name }) => name)];
const unknown = only?.filter((name) => !known.includes(name)) ?? [];
if (unknown.length > 0) throw new Error(`there is no scenario ${unknown.join(', ')}`);
const { rounds, count, warmUp, bursts, pacedCount } = options.quick
  ? { rounds: 1, count: 300, warmUp: 100, bursts: [400], pacedCount: 100 }
  : { rounds: 3, count: 4_000, warmUp: 500, bursts: [400, 1_000, 2_000, 10_000], pacedCount: 500 };
const inFlight = 64;
const perSecond = 50;

/** Three processes leave the larger part of two cores to Postgres, Redis, Discord and both services. */
const HELD_TO = 0.15;
/** Of a bot that is new: enough for a list and a file of each kind. */
const FEW_CLAIMS = 1_000;

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

/** @returns the last of several starts, the first of which finds nothing compiled and an empty database, and their median */
async function startAgainAndAgain(
  program: string,
  environment: Record<string, string>,
): Promise<{ scene: Scene; startMs: number }> {
  const times: number[] = [];
  for (;;) {
    const scene = await Scene.start(program, environment);
    times.push(scene.startMs);
    if (times.length === rounds) return { scene, startMs: median(times) };
    await scene.end();
  }
}

async function measure(database: string, environment: Record<string, string>): Promise<void> {
  const { scene: bot, startMs } = await startAgainAndAgain(MAIN, environment);
  const { scene: bare, startMs: bareStartMs } = await startAgainAndAgain(BARE, {});
  try {
    note(`${database}: start to ready, ms`, startMs, bareStartMs);
    await compare(database, bot, bare, 'claim');
    note(`${database}: resident memory after ${warmUp + rounds * count} claims, MB`, bot.memory(), bare.memory());
    await compare(database, bot, bare, 'plan');
    const task = { kind: 'paced', command: 'claim', perSecond, count: pacedCount } as const;
    const [ours, theirs] = [await bot.perform(task), await bare.perform(task)];
    for (const [name, share] of [['p50', 0.5] as const, ['p99', 0.99] as const]) {
      const what = `${database}: acknowledgement at ${perSecond} a second, ${name}, ms`;
      note(what, quantile(ours.acks, share), quantile(theirs.acks, share));
    }
    for (const size of bursts) {
      await bot.loopDelay();
      const result = await bot.perform({ kind: 'burst', command: 'claim', count: size });
      const name = `${database}: ${size} claims at once`;
      note(`${name}: acknowledgement p99, ms`, quantile(result.acks, 0.99));
      note(`${name}: last acknowledgement, ms`, quantile(result.acks, 1));
      note(`${name}: last answer, ms`, quantile(result.answers, 1), undefined, outcomes(result));
      note(`${name}: longest delay of the event loop, ms`, await bot.loopDelay());
    }
  } finally {
    await Promise.all([bot.end(), bare.end()]);
  }
}

/**
 * What more processes on the same database add. Here they share two cores with all else; so they are also held to a
 * share of a core each, as if each had a machine of its own, and the database another.
 *
 * @param start - the scene with so many, on an empty database
 */
async function measureProcesses(start: (processes: number) => Promise<Scene>): Promise<void> {
  for (const share of [undefined, HELD_TO]) {
    const rates: number[] = [];
    const costs: number[] = [];
    let isHeld = true;
    for (const processes of [1, 3]) {
      const bots = await start(processes);
      try {
        await bots.perform({ kind: 'stream', command: 'claim', count: warmUp, inFlight });
        if (share !== undefined) isHeld &&= bots.hold(share);
        if (!isHeld) continue;
        const claims = share === undefined ? count : count / 4;
        const task = { kind: 'stream', command: 'claim', count: claims, inFlight } as const;
        const { seconds, answers, cpuMs } = await bots.perform(task);
        rates.push(answers.length / seconds);
        costs.push(cpuMs / claims);
      } finally {
        await bots.end();
      }
    }
    const [one = NaN, several = NaN] = rates;
    const [cost = NaN, costOfSeveral = NaN] = costs;
    const held = share === undefined ? '' : `, each held to ${share} of a core`;
    const what = `Postgres and Redis: three processes by HTTP${held}`;
    if (!isHeld) console.log(`${what}: not measured, since this user may not make control groups`);
    else {
      note(`${what}: claims a second`, several, undefined, `${(several / one).toFixed(2)} of one process`);
      const ofOne = `${(costOfSeveral / cost).toFixed(2)} of one process`;
      note(`${what}: CPU for one claim, ms`, costOfSeveral, undefined, ofOne);
    }
  }
}

type NewDatabase = { database: HistoryDatabase; environment: Record<string, string> };

/** What years of claims cost: a bot with so many on record, against one with {@link FEW_CLAIMS}. */
async function measureHistory(database: string, claims: number, create: () => Promise<NewDatabase>): Promise<void> {
  const [old, fresh] = [await create(), await create()];
  await fillHistory(old.database, claims);
  await fillHistory(fresh.database, FEW_CLAIMS);
  const { scene: bot, startMs } = await startAgainAndAgain(MAIN, old.environment);
  const { scene: empty, startMs: emptyStartMs } = await startAgainAndAgain(MAIN, fresh.environment);
  try {
    note(`${database}: start to ready, ms`, startMs, emptyStartMs);
    const sinceStart = `${database}: longest delay of the event loop since the start, ms`;
    note(sinceStart, await bot.loopDelay(), await empty.loopDelay());
    await compare(database, bot, empty, 'claim');
    await compare(database, bot, empty, 'plan');
    for (const look of LOOKS) {
      const [ours, theirs] = [await bot.look(look), await empty.look(look)];
      note(`${database}: ${look}, ms`, ours.ms, theirs.ms);
      note(`${database}: ${look}, longest delay of the event loop, ms`, ours.delayMs, theirs.delayMs);
    }
  } finally {
    await Promise.all([bot.end(), empty.end()]);
  }
  const [ours, theirs] = [await purgeADay(old.database), await purgeADay(fresh.database)];
  note(`${database}: purge of a day's claims, ms`, ours.ms, theirs.ms);
  note(`${database}: purge of a day's claims, longest delay of the event loop, ms`, ours.delayMs, theirs.delayMs);
  if (old.database.kind === 'sqlite' && fresh.database.kind === 'sqlite') {
    note(`${database}: backup, ms`, msOf(old.database.path), msOf(fresh.database.path));
  }
}

/** What the bot does once a day. */
async function purgeADay(database: HistoryDatabase): Promise<{ ms: number; delayMs: number }> {
  const store = await openStore(database);
  const lasts = { doubtMs: DAY_MS, pendingLinkMs: DAY_MS, closedClaimMs: (HISTORY_DAYS - 1) * DAY_MS };
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const startedAt = performance.now();
  await createRetention(store, lasts).forgetOld();
  const ms = performance.now() - startedAt;
  await delay(2);
  delays.disable();
  await store.close();
  return { ms, delayMs: delays.max / 1e6 };
}

function msOf(path: string): number {
  const startedAt = performance.now();
  backUp(path, `${path}.backup`);
  return performance.now() - startedAt;
}

/** Whether memory levels off. */
async function measureMemory(database: string, environment: Record<string, string>, lasts: number): Promise<void> {
  const bot = await Scene.start(MAIN, environment);
  try {
    for (let minute = 1; minute <= lasts; minute += 1) {
      const task = { kind: 'paced', command: 'claim', perSecond, count: perSecond * 60 } as const;
      const { titles, cpuMs } = await bot.perform(task);
      const seen = Object.entries(titles).map(([title, times]) => `${times} × ${title}`);
      const used = `${Math.round(bot.memory())} MB, CPU ${(cpuMs / 600).toFixed(1)} %`;
      console.log(`${database}, minute ${minute}: ${used}, ${seen.join(', ')}`);
      note(`${database}: resident memory after ${minute} min, MB`, bot.memory());
    }
  } finally {
    await bot.end();
  }
}

/** What the options ask for, on databases of one kind. */
async function measureOn(name: string, create: () => Promise<NewDatabase>): Promise<void> {
  if (history !== undefined) await measureHistory(name, history, create);
  else if (minutes !== undefined) await measureMemory(name, (await create()).environment, minutes);
  else if (!onlyProcesses) await measure(name, (await create()).environment);
}

async function measureOnSqlite(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'plan-vote-bot-bench-'));
  let files = 0;
  try {
    await measureOn('SQLite', () => {
      const path = join(folder, `${String((files += 1))}.db`);
      return Promise.resolve({ database: { kind: 'sqlite', path }, environment: { DATABASE_URL: `sqlite:${path}` } });
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measureOnPostgres(): Promise<void> {
  const postgres = await PostgresServer.start();
  try {
    const ENCRYPTION_KEY = `1:${randomBytes(32).toString('base64')}`;
    await measureOn('Postgres', async () => {
      const url = await postgres.createDatabase();
      const environment = { DATABASE_URL: url, ENCRYPTION_KEY };
      return { database: { kind: 'postgres', url: new Secret(url) }, environment };
    });
    const isWhole = history === undefined && minutes === undefined && !options.quick;
    if ((isWhole || onlyProcesses) && redisServerPath !== undefined) {
      const redis = await RedisServer.start();
      await measureProcesses(async (processes) => {
        const DATABASE_URL = await postgres.createDatabase();
        return Scene.startByHttp({ DATABASE_URL, ENCRYPTION_KEY, REDIS_URL: redis.url }, processes);
      });
      await redis.kill();
    }
  } finally {
    await postgres.stop();
  }
}

const startedAt = performance.now();
const round = (value: number | undefined) => (value === undefined ? '' : Number(value.toPrecision(3)));
if (!only || onlyProcesses) {
  if (options.on !== 'Postgres' && !onlyProcesses) await measureOnSqlite();
  if (options.on !== 'SQLite' && initdbPath !== undefined) await measureOnPostgres();
  console.table(
    figures.map(({ figure, bot, bare, ratio, more = '' }) => ({
      figure,
      bot: round(bot),
      bare: round(bare),
      ratio: round(ratio),
      more,
    })),
  );
}
const scenarios: Record<string, Record<string, number | string>> = {};
for (const { name, run } of history === undefined && minutes === undefined ? SCENARIOS : []) {
  if (only && !only.includes(name)) continue;
  const measured = await run(options.quick);
  scenarios[name] = measured;
  console.log(name);
  const rounded = (value: number | string) => (typeof value === 'number' ? round(value) : value);
  console.table(Object.entries(measured).map(([figure, value]) => ({ figure, value: rounded(value) })));
}
const machine = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}`;
console.log(`${machine}, ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
if (options.json !== undefined) {
  writeFileSync(options.json, `${JSON.stringify({ machine, figures, scenarios }, undefined, 2)}\n`);
}
// The sandbox of a scenario would remember its interactions for another quarter of an hour.
process.exit();
