import type { Fault } from '../../src/sandbox/loopback-server.ts';
import type { Play } from './batch.ts';
import { deliverAgain } from './disturbances.ts';
import { PENDING } from './rules/words.ts';
import { DISCORD, LATE_EDIT_MS, LATE_LANDING_MS, REST_TIMEOUT_MS } from './timings.ts';
import type { Asked, World } from './world.ts';

/**
 * More than the bot takes to do anything, on whatever machine; reached only when what a scene waits for never comes.
 */
const LONG_MS = 60_000;
/** More than the bot waits for its database. */
const FAILS_MS = 1_500;
const OUTAGE: Fault = { kind: 'status', status: 503 };
const OUTAGE_POSTS = 40;

/** Stories that went wrong once. Each is told correctly, unless the mutant that it belongs to is at work. */
export const SCENES = {
  'an answer is lost': async (world, name) => {
    world.main.castVote(name);
    spoil(world, name, { kind: 'lost-answer' });
    await answered(world, ask(world, name));
  },

  'a vote arrives while the answer about another one is lost': async (world, name) => {
    world.main.castVote(name);
    world.voteAfter(name, 1);
    spoil(world, name, { kind: 'lost-answer' });
    await answered(world, ask(world, name));
  },

  'a vote is claimed after a claim of an earlier one was parked': async (world, name) => {
    await parked(world, name);
    world.main.castVote(name);
    await answered(world, ask(world, name));
  },

  'the service refuses after a claim was parked': async (world, name) => {
    await parked(world, name);
    spoil(world, name, { kind: 'status', status: 401 });
    await answered(world, ask(world, name));
  },

  'another spelling is another player': async (world, name) => {
    const other = name.toUpperCase();
    world.main.castVote(name);
    spoil(world, name, { kind: 'lost-answer' });
    await answered(world, ask(world, name));
    world.main.castVote(other);
    await answered(world, ask(world, other));
    await answered(world, ask(world, name));
  },

  'a POST takes effect after it was given up': async (world, name) => {
    world.voteAfter(name, 0);
    spoil(world, name, { kind: 'latency', ms: LATE_LANDING_MS });
    await answered(world, ask(world, name));
    await world.until(
      () => world.main.claims.some((claim) => claim.playername === name && claim.claimed === 1),
      LONG_MS,
    );
  },

  'an edit lands over a later one': async (world, name) => {
    world.main.castVote(name);
    spoil(world, name, { kind: 'hang' });
    spoil(world, name, { kind: 'latency', ms: 650 });
    const asked = ask(world, name);
    const path = new RegExp(`${tokenStart(asked)}.*/@original$`);
    world.discord.server.inject({ kind: 'latency', ms: LATE_EDIT_MS }, { times: 1, path });
    await answered(world, asked);
    await world.until(() => false, 2 * LATE_EDIT_MS);
  },

  'the database fails while a verdict is told': async (world, name) => {
    world.main.castVote(name);
    const asked = ask(world, name);
    const path = new RegExp(`${tokenStart(asked)}.*/@original$`);
    world.discord.server.inject({ kind: 'lost-answer' }, { times: 1, path });
    world.discord.server.inject({ kind: 'latency', ms: REST_TIMEOUT_MS / 2 }, { times: 1, path });
    await answered(world, asked);
    world.trouble('database', Date.now(), Number.POSITIVE_INFINITY);
    await world.ledger.fail(2 * REST_TIMEOUT_MS);
  },

  'Discord cannot be reached when a failure is to be shown': async (world, name) => {
    world.trouble('database', Date.now(), Number.POSITIVE_INFINITY);
    const failing = world.ledger.fail(FAILS_MS);
    const asked = ask(world, name);
    const path = new RegExp(`${tokenStart(asked)}.*/@original$`);
    world.discord.server.inject({ kind: 'reset' }, { times: 2, path });
    await Promise.all([failing, answered(world, asked)]);
  },

  'two processes get the same interaction': async (world, name) => {
    world.main.castVote(name);
    const asked = ask(world, name);
    deliverAgain(world);
    await answered(world, asked);
  },

  'somebody asks': async (world, name) => {
    world.main.castVote(name);
    await answered(world, ask(world, name));
  },
} as const satisfies Record<string, Play>;

export type Scene = keyof typeof SCENES;

function ask(world: World, playername: string): Asked {
  const [guild] = world.guilds;
  if (!guild) throw new Error('there is no guild');
  const person = world.discord.addPerson({ guild, name: `asks for ${playername}` });
  return world.ask(person, playername, person.command('claimvote', { playername }));
}

/** What the token of an interaction of the loopback Discord begins with: as much of its id as base64 keeps apart. */
function tokenStart({ exchange }: Asked): string {
  return Buffer.from(`interaction:${exchange.interactionId}`).subarray(0, -2).toString('base64url').slice(0, -2);
}

function spoil(world: World, playername: string, fault: Fault, times = 1): void {
  const from = Date.now();
  world.main.server.inject(fault, { times, body: new RegExp(`"${playername}"`) });
  world.trouble('host', from, Number.POSITIVE_INFINITY);
}

/** Waits until somebody is told something that is not to be continued. */
async function answered(world: World, { exchange }: Asked): Promise<void> {
  const title = () => exchange.message?.embeds[0]?.title ?? '';
  await world.until(() => exchange.failed || !['', PENDING].includes(title()), LONG_MS);
}

/**
 * A vote is claimed, the answer is lost, and nothing more is heard of the service until the reply's token has expired.
 */
async function parked(world: World, playername: string): Promise<void> {
  world.main.castVote(playername);
  spoil(world, playername, { kind: 'lost-answer' });
  spoil(world, playername, OUTAGE, OUTAGE_POSTS);
  const { exchange } = ask(world, playername);
  await world.until(() => exchange.failed || Date.now() - exchange.startedAt > 2 * DISCORD.tokenLifetimeMs, LONG_MS);
  await world.ledgerIsQuiet();
  world.main.server.heal();
}
