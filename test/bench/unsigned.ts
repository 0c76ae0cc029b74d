import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts';
import { freePort } from '../database/free-port.ts';
import { isReady, MAIN, memoryOf, startBot } from './bot-process.ts';
import { quantile } from './quantile.ts';
import type { Scenario } from './scenario.ts';
import { STRANGE_KINDS, type StrangeKind, type Visit } from './strangers.ts';

const STRANGERS = fileURLToPath(new URL('strangers.ts', import.meta.url));
const CONNECTIONS = 300;
const PING = '{"type":1}';
const PING_EVERY_MS = 50;
const HELP_EVERY_MS = 200;
const MEMORY_EVERY_MS = 100;
/** Discord waits no longer. */
const GIVEN_UP_AFTER_MS = 3_000;

/** Times in ms, of PINGs; Infinity for what had no answer within three seconds. `memory`: the most resident memory, in MB */
type Seen = { pings: number[]; helps: number[]; memory: number };

type Bot = { sandbox: Sandbox; child: ChildProcess; port: number };

/** The bot by HTTP. */
async function startByHttp(databaseUrl: string): Promise<Bot> {
  const sandbox = await startSandbox();
  const [port, metricsPort] = [await freePort(), await freePort()];
  const own = { INTERACTIONS_PORT: String(port), METRICS_PORT: String(metricsPort), DATABASE_URL: databaseUrl };
  const registered = once(sandbox.discord.commands, 'overwritten');
  const child = startBot(MAIN, { ...sandbox.environment, ...own });
  await Promise.all([registered, isReady(metricsPort)]);
  sandbox.discord.application.endpoint.url = `http://127.0.0.1:${port}/`;
  return { sandbox, child, port };
}

/** How long a PING on a connection of its own takes, in ms. */
function ping({ sandbox, port }: Bot): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const startedAt = performance.now();
  const headers = { ...sandbox.discord.application.endpoint.headersFor(PING), 'content-length': PING.length };
  const outgoing = request({ port, host: '127.0.0.1', method: 'POST', headers, agent: false });
  outgoing.setTimeout(GIVEN_UP_AFTER_MS, () => outgoing.destroy(new Error('no answer')));
  outgoing.once('response', (answer) => {
    answer.resume();
    resolve(answer.statusCode === 200 ? performance.now() - startedAt : Infinity);
  });
  outgoing.once('error', () => {
    resolve(Infinity);
  });
  outgoing.end(PING);
  return promise;
}

/** How long somebody who has asked for nothing before waits for `/help`, in ms. */
async function askForHelp({ sandbox }: Bot): Promise<number> {
  const person = sandbox.discord.addPerson({ guild: sandbox.guild, name: 'Somebody' });
  const startedAt = performance.now();
  try {
    await person.command('help').reply();
    return performance.now() - startedAt;
  } catch {
    return Infinity;
  }
}

/** What Discord and people see of a bot for a while. */
async function watch(bot: Bot, ms: number): Promise<Seen> {
  const seen: Seen = { pings: [], helps: [], memory: 0 };
  const over = performance.now() + ms;
  const every = async (intervalMs: number, use: () => Promise<void>) => {
    const uses: Promise<void>[] = [];
    while (performance.now() < over) {
      uses.push(use());
      await delay(intervalMs);
    }
    await Promise.all(uses);
  };
  await Promise.all([
    every(PING_EVERY_MS, async () => {
      seen.pings.push(await ping(bot));
    }),
    every(HELP_EVERY_MS, async () => {
      seen.helps.push(await askForHelp(bot));
    }),
    every(MEMORY_EVERY_MS, () => {
      seen.memory = Math.max(seen.memory, memoryOf(bot.child));
      return Promise.resolve();
    }),
  ]);
  return seen;
}

/** What is seen while visitors in a process of their own come. `closed`: how often one of their connections was */
async function watchVisited(bot: Bot, visit: Visit, ms: number): Promise<Seen & { closed: number }> {
  const visitors = fork(STRANGERS, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  visitors.send(visit);
  const seen = await watch(bot, ms);
  visitors.send('stop');
  const [closed] = (await once(visitors, 'message')) as [number];
  return { ...seen, closed };
}

const unanswered = (values: readonly number[]) => values.filter((value) => value === Infinity).length;

type Figures = Record<string, number | string>;

function figuresOf(name: string, { pings, helps, memory }: Seen): Figures {
  return {
    [`${name}: PING p99, ms`]: quantile(pings, 0.99),
    [`${name}: PINGs without an answer`]: `${unanswered(pings)} of ${pings.length}`,
    [`${name}: /help without an answer`]: `${unanswered(helps)} of ${helps.length}`,
    [`${name}: resident memory, MB`]: memory,
  };
}

/** One kind of strangers, at a bot of their own. */
async function measure(kind: StrangeKind, times: { quietMs: number; attackMs: number }): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'plan-vote-bot-bench-'));
  const bot = await startByHttp(`sqlite:${join(folder, 'bench.db')}`);
  try {
    const quiet = await watch(bot, times.quietMs);
    const strange = await watchVisited(bot, { port: bot.port, connections: CONNECTIONS, kind }, times.attackMs);
    return {
      ...figuresOf(`${kind}, quiet`, quiet),
      ...figuresOf(kind, strange),
      [`${kind}: memory over quiet, MB`]: strange.memory - quiet.memory,
      [`${kind}: connections closed a second`]: (strange.closed / times.attackMs) * 1_000,
    };
  } finally {
    const ended = once(bot.child, 'exit');
    bot.child.kill('SIGTERM');
    await ended;
    await bot.sandbox.close();
    rmSync(folder, { recursive: true });
  }
}

/** What those who cannot sign take from those who can. */
export const UNSIGNED: Scenario = {
  name: 'unsigned',
  async run(quick) {
    const times = quick ? { quietMs: 1_000, attackMs: 2_000 } : { quietMs: 5_000, attackMs: 20_000 };
    const figures: Figures = {};
    for (const kind of STRANGE_KINDS) Object.assign(figures, await measure(kind, times));
    return figures;
  },
};
