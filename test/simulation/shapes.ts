import type { Capacity } from '../../src/claims/capacity.ts';
import type { Play, Shape } from '../faults/batch.ts';
import { WEATHER } from '../faults/disturbances.ts';
import type { Arm } from '../faults/kill-points.ts';
import type { Mutant } from '../faults/mutants.ts';
import { play, playCrowded } from '../faults/players.ts';
import type { Random } from '../faults/random.ts';
import { type Scene, SCENES } from '../faults/scenes.ts';
import { SHORT_NONCE_MS, STOPPED_MS, TIMINGS } from '../faults/timings.ts';
import { CALM, type Fates } from './machine.ts';

/**
 * How a history goes. `toOne`: each interaction reaches one process, where there are several. `freezeMs`: the longest time
 * for which a process stands still; `stops`: where each does
 */
export type Plan = {
  shape: Shape;
  fates: Fates;
  processes: number;
  toOne: boolean;
  caseSensitive: boolean;
  ownNames: boolean;
  leaseMs: number;
  capacity: Partial<Capacity>;
  maxSkewMs: number;
  freezeMs: number;
  stops: readonly Arm[];
  nonceLifetimeMs: number | undefined;
};

/** What `--without` may name, besides the fates. */
export const PARTS = ['weather', 'skew', 'crowds', 'scenes'] as const;

const MAX_SKEW_MS = 120_000;
const PLAYERS = 14;
const PLAYERS_AT_ONCE = 10;
const PLAYERS_A_SCENE = 4;
const CROWDED_SHARE = 0.2;
const SCENE_SHARE = 0.2;
const LONG_FREEZES_SHARE = 0.2;
const OWN_NAMES_SHARE = 0.4;
/** Room for so few that a few players who ask at once are a crowd. */
const NARROW: Capacity = { freshSlots: 8, recoveredSlots: 4, claimsUnderWay: 16 };
/** What belongs to a place of its own: all players take part in it, or it needs a crowd. */
const APART: readonly Scene[] = ['people claim one after the other', 'a crowd waits for a slow host'];
const ANYWHERE = (Object.keys(SCENES) as Scene[]).filter((scene) => !APART.includes(scene));

/** A history of whatever may happen. @param without - the names of what is left out of it */
export function anyPlan(random: Random, without: ReadonlySet<string>): Plan {
  const has = (part: (typeof PARTS)[number]) => !without.has(part);
  const isCrowded = random.next() < CROWDED_SHARE && has('crowds');
  const hasScenes = has('scenes');
  const processes = random.weighted({ 1: 4, 2: 4, 3: 2 });
  return {
    shape: {
      players: PLAYERS,
      atOnce: PLAYERS_AT_ONCE,
      play: isCrowded ? playCrowded : (...given) => playAny(hasScenes, ...given),
      weather: WEATHER,
      disturbedEveryMs: random.next() < 0.3 || !has('weather') ? undefined : 1_500,
      renewsToken: random.next() < 0.4,
      isOver: () => false,
    },
    fates: fatesOf(random, without),
    processes: Number(processes),
    toOne: processes === '3' || random.next() < 0.3,
    caseSensitive: random.next() < 0.3,
    ownNames: random.next() < OWN_NAMES_SHARE,
    leaseMs: TIMINGS.leaseMs,
    capacity: isCrowded ? NARROW : {},
    maxSkewMs: has('skew') ? MAX_SKEW_MS : 0,
    freezeMs: random.next() < LONG_FREEZES_SHARE ? STOPPED_MS.long : STOPPED_MS.lease,
    stops: [],
    nonceLifetimeMs: undefined,
  };
}

/** A scene, and what befalls each process in it. */
export type Staged = Omit<Mutant, 'name' | 'patches'>;

/** A scene in which nothing else happens. */
export function scenePlan(staged: Staged): Plan {
  const {
    scene,
    caseSensitive = false,
    ownNames = false,
    processes = 1,
    toOne = false,
    crowded = false,
    stops = [],
  } = staged;
  return {
    shape: {
      players: PLAYERS_A_SCENE,
      atOnce: PLAYERS_A_SCENE,
      play: SCENES[scene],
      weather: {},
      disturbedEveryMs: undefined,
      renewsToken: false,
      isOver: () => false,
    },
    fates: CALM,
    processes,
    toOne,
    caseSensitive,
    ownNames,
    leaseMs: staged.leaseMs ?? TIMINGS.leaseMs,
    capacity: crowded ? NARROW : {},
    maxSkewMs: 0,
    freezeMs: 0,
    stops,
    nonceLifetimeMs: stops.length > 0 ? SHORT_NONCE_MS : undefined,
  };
}

async function playAny(hasScenes: boolean, ...given: Parameters<Play>): Promise<void> {
  const [, , random] = given;
  const isScene = hasScenes && random.next() < SCENE_SHARE;
  await (isScene ? SCENES[random.pick(ANYWHERE)] : play)(...given);
}

/** What befalls the processes of a history: another mixture in each. */
function fatesOf(random: Random, without: ReadonlySet<string>): Fates {
  const some = (most: number) => (random.next() < 0.15 ? 0 : random.next() * most);
  const drawn: Fates = {
    kill: some(0.25),
    freeze: some(0.006),
    idleShare: 0.03,
    commitLost: some(0.06),
    writeFails: some(0.01),
  };
  for (const name of Object.keys(drawn) as (keyof Fates)[]) if (without.has(name)) drawn[name] = 0;
  return drawn;
}
