import { setTimeout as delay } from 'node:timers/promises';

import { rateLimited } from '../../src/sandbox/discord/rest/rate-limited.ts';
import type { Fault } from '../../src/sandbox/loopback-server.ts';
import type { Random } from './random.ts';
import { DISCORD, LATE_EDIT_MS, REST_TIMEOUT_MS, TIMINGS } from './timings.ts';
import type { World } from './world.ts';

/** What befalls the bot, whoever is asking at the time, and how often compared with the others. */
export type Weather = Readonly<Partial<Record<Disturbance, number>>>;
type Disturbance =
  | 'answer'
  | 'edit'
  | 'late edit'
  | 'follow-up'
  | 'channel'
  | 'database'
  | 'pause'
  | 'clock'
  | 'database clock'
  | 'twice';

export const WEATHER: Weather = {
  answer: 2,
  edit: 3,
  'late edit': 2,
  'follow-up': 1,
  channel: 1,
  database: 2,
  pause: 1.5,
  clock: 1,
  'database clock': 1,
  twice: 3,
};

const MAX_OUTAGE_MS = 1_600;
const MAX_PAUSED_MS = 1.5 * TIMINGS.leaseMs;
const CLOCK_STEP_MS = 3_000;
/** Less than a lease, which a larger step would end while its holder is at work. */
const DATABASE_STEP_MS = TIMINGS.leaseMs / 2;

const FAULTS: readonly Fault[] = [
  { kind: 'lost-answer' },
  { kind: 'reset' },
  { kind: 'hang' },
  { kind: 'latency', ms: REST_TIMEOUT_MS / 2 },
  { kind: 'status', status: 500 },
  rateLimited(1),
];

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
    case 'pause':
      await pause(world, random.next() * MAX_PAUSED_MS, random);
      world.trouble(kind, from, Date.now() + TIMINGS.leaseMs);
      return;
    case 'clock':
      for (const life of world.lives.all) {
        world.lives.command(life, { skewMs: (random.next() - 0.5) * 2 * CLOCK_STEP_MS });
      }
      world.trouble(kind, from, Number.POSITIVE_INFINITY);
      return;
    case 'database clock':
      await world.ledger.stepClock(-Math.round(random.next() * DATABASE_STEP_MS));
      break;
    case 'twice':
      deliverAgain(world);
      return;
  }
  world.trouble(kind, from, from + DISCORD.tokenLifetimeMs);
}

/** Stops a process in the middle of whatever it does, and lets it go on. */
async function pause(world: World, ms: number, random: Random): Promise<void> {
  const running = [...world.lives.all].filter(({ isReady, isPaused }) => isReady && !isPaused);
  if (running.length === 0) return;
  const life = random.pick(running);
  life.isPaused = true;
  life.child.kill('SIGSTOP');
  await delay(ms);
  life.child.kill('SIGCONT');
  life.isPaused = false;
}

/** Gives the last interaction to every process, as Discord may while one process takes over from another. */
export function deliverAgain(world: World): void {
  const last = world.lastInteraction;
  if (!last) return;
  for (const life of world.lives.all) if (life.isReady) last.asked?.heirs.add(life);
  world.discord.gateway.dispatchToAll('INTERACTION_CREATE', last.payload);
}
