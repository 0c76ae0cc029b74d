import { disturb, type Weather } from './disturbances.ts';
import type { History } from './history.ts';
import { moderate } from './moderating.ts';
import type { Random } from './random.ts';
import { TIMINGS } from './timings.ts';
import { World, type WorldOptions } from './world.ts';

export type Play = (world: World, playername: string, random: Random) => Promise<void>;

/** How a world goes: how many players, how many of them at a time, what they do, and what befalls the bot meanwhile. */
export type Shape = {
  players: number;
  atOnce: number;
  /** what the people around one player do */
  play: Play;
  weather: Weather;
  /** the mean pause between two disturbances, in ms; undefined for none */
  disturbedEveryMs: number | undefined;
  /** the share of disturbances that come with a new access token for the processes that start from then on */
  renewsToken: boolean;
  /** from then on no further player comes */
  isOver: (world: World) => boolean;
};

/**
 * After this many rounds of recovery without a change, nothing more is going to happen: with work left, and without any
 * that we know of.
 */
const ROUNDS_TO_SETTLE = { withWork: 40, withoutWork: 4 };
/** Whoever is still to be told something uses a command this often: it may fail to be shown once. */
const MAX_VISITS = 5;
const NAME_ENDS = ['é', 'O', 'z'];

/** Plays a world to its end, when nothing is left for the bot to do. @returns what was seen */
export async function runBatch(options: WorldOptions, shape: Shape, random: Random): Promise<History> {
  const world = await World.open(options);
  try {
    const over = new AbortController();
    const weather = blow(world, shape, random, over.signal);
    await playAll(world, shape, random);
    over.abort();
    await weather;
    world.calm();
    await settled(world, () => world.leftOfClaims(), ROUNDS_TO_SETTLE.withWork);
    await settled(world, () => world.unanswered(), ROUNDS_TO_SETTLE.withoutWork);
    await settled(world, () => world.ledger.toBeGiven(), ROUNDS_TO_SETTLE.withWork);
    await world.endRoles();
    for (let visits = 0; visits < MAX_VISITS && (visits === 0 || (await world.ledger.late()) > 0); visits += 1) {
      await world.comeBack(random);
      await settled(world, () => world.ledger.late(), ROUNDS_TO_SETTLE.withoutWork);
    }
    // Whoever knows that an edit may land late shows the verdict once more when it can do so no longer.
    await world.until(() => false, 2 * TIMINGS.lateEditMs);
    const [asks, { listed, undecided, parkedVotes }, goals] = await Promise.all([
      world.asks(),
      world.waiting(),
      world.goals(),
    ]);
    const decisions = await world.decisions();
    await settled(world, () => world.leftToDo(), ROUNDS_TO_SETTLE.withWork);
    const arrived = await world.ledger.arrived();
    const shown = [...world.shown];
    if (shape.weather.commit) await resolve(world, random);
    const changes = await world.changes();
    const { posts, channel, handedOver, votes, wishes, reminders, voterRoles, roleChanges, troubles, lives } = world;
    const { deletions, departures, ownNamesIn } = world;
    return {
      posts,
      asks,
      shown,
      channel,
      arrived,
      listed,
      undecided,
      handedOver,
      votes,
      parkedVotes,
      changes,
      decisions,
      deletions,
      departures,
      goals,
      wishes,
      reminders,
      voterRoles,
      ownNamesIn,
      roleChanges,
      troubles,
      lifetimes: lives.lifetimes,
      crashes: lives.crashes,
    };
  } finally {
    await world.close();
  }
}

/** In the end a moderator of each guild marks a claim as resolved, if there is one; the COMMIT of that is lost. */
async function resolve(world: World, random: Random): Promise<void> {
  const isDone = random.next() < 0.6;
  const isSilent = random.next() < 0.5;
  const before = () => {
    world.loseCommit({ of: 'update claims', times: 1, isDone, isSilent });
  };
  for (const moderator of world.moderators) {
    await moderate(world, moderator, random, { among: ['Mark resolved', 'Mark resolved: no reward'], before });
    world.spareCommits();
  }
}

async function playAll(world: World, shape: Shape, random: Random): Promise<void> {
  const { players, atOnce, play, isOver } = shape;
  const numbers = Array.from({ length: players }, (_, index) => index).values();
  const turns = Array.from({ length: atOnce }, async () => {
    for (const number of numbers) {
      if (isOver(world)) return;
      await play(world, `Player${number}${random.pick(NAME_ENDS)}`, random);
    }
  });
  await Promise.all(turns);
}

/** Disturbs the bot again and again. */
async function blow(world: World, shape: Shape, random: Random, over: AbortSignal): Promise<void> {
  const { weather, disturbedEveryMs, renewsToken } = shape;
  if (disturbedEveryMs === undefined) return;
  const under = new Set<Promise<void>>();
  while (!over.aborted) {
    await world.until(() => over.aborted, random.next() * 2 * disturbedEveryMs);
    if (renewsToken && random.next() < 0.1) world.renewToken();
    const one = disturb(world, weather, random).finally(() => under.delete(one));
    under.add(one);
  }
  await Promise.all(under);
}

/**
 * Resolves once nothing is left, or once nothing has changed for so many rounds of recovery that nothing will, however
 * long a round takes.
 */
async function settled(world: World, left: () => Promise<number>, rounds: number): Promise<void> {
  let seen = '';
  let since = world.lives.rounds;
  for (;;) {
    const open = await left();
    if (open === 0) return;
    const now = `${open} ${world.shown.length} ${world.posts.length} ${world.lives.kills}`;
    if (now !== seen) since = world.lives.rounds;
    seen = now;
    if (world.lives.rounds - since > rounds * world.lives.all.size) return;
    const finished = world.lives.rounds;
    while (world.lives.rounds === finished) await world.changed();
  }
}
