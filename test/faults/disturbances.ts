import { setTimeout as delay } from 'node:timers/promises';

import { rateLimited } from '../../src/sandbox/discord/rest/rate-limited.ts';
import type { Fault } from '../../src/sandbox/loopback-server.ts';
import type { Random } from './random.ts';
import {
  DATABASE_STEP_MS,
  DISCORD,
  HEALED_WITHIN_MS,
  LATE_EDIT_MS,
  REST_TIMEOUT_MS,
  TIMINGS,
  TRY_LASTS_MS,
} from './timings.ts';
import type { World } from './world.ts';

/** What befalls the bot, whoever is asking at the time, and how often compared with the others. */
export const WEATHER = {
  answer: 4,
  edit: 3,
  'late edit': 2,
  'follow-up': 2,
  channel: 2,
  'direct message': 2,
  role: 2,
  database: 2,
  commit: 4,
  'dead connections': 1,
  partition: 2,
  pause: 1.5,
  clock: 1,
  'database clock': 1,
  twice: 3,
  shared: 1,
  'game server': 4,
  unwanted: 0.7,
};
export type Weather = Partial<typeof WEATHER>;

const MAX_OUTAGE_MS = 1_600;
/** Longer than a statement may take, and than a lease. */
const MAX_PARTED_MS = 1.5 * TIMINGS.leaseMs;
const MAX_PAUSED_MS = 1.5 * TIMINGS.leaseMs;
const CLOCK_STEP_MS = 3_000;

/** What a transaction writes whose COMMIT is lost, or anything. */
const ANYTHING = 'anything';
const WRITES = [
  ANYTHING,
  'insert into claim_requests',
  'update claim_requests',
  'insert into claim_attempts',
  'update claim_attempts',
  'update claims',
  'update reward_hooks',
  'update reward_deliveries',
  'insert into posts',
  'update posts',
  'update guilds',
  'insert into reminders',
  'update reminders',
  'update voter_role_grants',
];
const MAX_COMMITS = 3;

const FAULTS: readonly Fault[] = [
  { kind: 'lost-answer' },
  { kind: 'reset' },
  { kind: 'hang' },
  { kind: 'latency', ms: REST_TIMEOUT_MS / 2 },
  { kind: 'status', status: 500 },
  rateLimited(1),
];

/** What befalls a delivery. */
const GAME_SERVER_FAULTS: readonly Fault[] = [
  { kind: 'lost-answer' },
  { kind: 'lost-answer' },
  { kind: 'reset' },
  { kind: 'hang' },
  { kind: 'off' },
  { kind: 'latency', ms: 1.5 * TRY_LASTS_MS },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 429, headers: { 'retry-after': '1' } },
  { kind: 'status', status: 302, headers: { location: '/rewards' } },
];
const MAX_STRUCK = 3;
const UNWANTED: Fault = { kind: 'status', status: 410 };

/** Resolves when it is over, except for a fault that waits for the next call it strikes. */
export async function disturb(world: World, weather: Weather, random: Random): Promise<void> {
  const from = Date.now();
  const kind = random.weighted(weather);
  const fail = (path: RegExp, fault = random.pick(FAULTS)): void => {
    world.discord.server.inject(fault, { times: 1, path });
  };
  switch (kind) {
    case 'answer':
      fail(/\/callback$/);
      break;
    case 'edit':
      fail(/\/messages\/@original$/);
      break;
    case 'late edit':
      fail(/\/messages\/@original$/, { kind: 'latency', ms: LATE_EDIT_MS });
      break;
    case 'follow-up':
      fail(/\/webhooks\/\d+\/[^/]+$/);
      break;
    case 'channel':
      fail(/\/channels\/\d+\/messages$/);
      break;
    case 'database':
      await world.ledger.fail(random.next() * MAX_OUTAGE_MS);
      // What failed then may be told up to nine seconds later.
      world.trouble(kind, from, Date.now() + TIMINGS.parkAfterMs);
      return;
    case 'commit': {
      const of = random.pick(WRITES);
      world.loseCommit(
        {
          of: of === ANYTHING ? undefined : of,
          times: 1 + Math.floor(random.next() * MAX_COMMITS),
          isDone: random.next() < 0.6,
          isSilent: random.next() < 0.5,
        },
        random,
      );
      return;
    }
    case 'dead connections':
      if (world.links.length === 0) return;
      random.pick(world.links).forget(random.next() < 0.5 ? {} : { most: 1 });
      world.trouble('database', from, Date.now() + HEALED_WITHIN_MS);
      return;
    case 'partition':
      await partition(world, random.next() * MAX_PARTED_MS, random);
      world.trouble('database', from, Date.now() + TIMINGS.parkAfterMs);
      return;
    case 'pause':
      await pause(world, random.next() * MAX_PAUSED_MS, random);
      world.trouble(kind, from, Date.now() + TIMINGS.leaseMs);
      return;
    case 'clock':
      for (const life of world.lives.all) {
        life.tell({ skewMs: (random.next() - 0.5) * 2 * CLOCK_STEP_MS });
      }
      world.trouble(kind, from, Number.POSITIVE_INFINITY);
      return;
    case 'database clock':
      await world.ledger.stepClock(-Math.round(random.next() * DATABASE_STEP_MS));
      break;
    case 'twice':
      world.wayIn.deliverAgain();
      return;
    // These are no trouble to a claim, and so excuse nothing that is told of one.
    case 'direct message':
      fail(directMessages(world));
      return;
    case 'role':
      fail(/\/members\/\d+\/roles\/\d+$/);
      return;
    case 'game server':
      await troubleGameServer(world, random);
      return;
    case 'unwanted':
      world.game.server.inject(UNWANTED, { times: 1 });
      await delay(random.next() * MAX_OUTAGE_MS);
      await world.ledger.resumeHooks();
      return;
    case 'shared':
      await world.wayIn.failShared(random.next() * MAX_OUTAGE_MS);
      break;
  }
  world.trouble(kind, from, from + DISCORD.tokenLifetimeMs);
}

/** The calls that open a conversation and write in one, of which the path of the latter is that of a guild's channel. */
function directMessages({ guilds }: World): RegExp {
  const channels = guilds.map(({ channel }) => channel.id).join('|');
  return new RegExp(`/users/@me/channels$|/channels/(?!${channels})\\d+/messages$`);
}

async function troubleGameServer({ game: { server } }: World, random: Random): Promise<void> {
  const fault = random.pick(GAME_SERVER_FAULTS);
  if (fault.kind !== 'off') {
    server.inject(fault, { times: 1 + Math.floor(random.next() * MAX_STRUCK) });
    return;
  }
  server.inject(fault);
  await delay(random.next() * MAX_OUTAGE_MS);
  server.heal();
}

/** Cuts one process off from Postgres, and nobody else. */
async function partition({ links }: World, ms: number, random: Random): Promise<void> {
  if (links.length === 0) return;
  const link = random.pick(links);
  link.cut();
  await delay(ms);
  link.mend();
}

/** Stops a process in the middle of whatever it does, and lets it go on. */
async function pause(world: World, ms: number, random: Random): Promise<void> {
  const running = [...world.lives.all].filter(({ isReady, isPaused }) => isReady && !isPaused);
  if (running.length === 0) return;
  const life = random.pick(running);
  life.isPaused = true;
  life.signal('SIGSTOP');
  await delay(ms);
  life.signal('SIGCONT');
  life.isPaused = false;
}
