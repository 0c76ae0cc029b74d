import { ANSWER_WITHIN_MS } from '../../src/database/postgres.ts';
import type { Person } from '../../src/sandbox/discord/person/person.ts';
import type { Fault } from '../../src/sandbox/loopback-server.ts';
import type { Play } from './batch.ts';
import { moderate } from './moderating.ts';
import { checkAgain, keepLooking } from './players.ts';
import { GRANTED, PENDING, saysLooking } from './rules/words.ts';
import {
  DISCORD,
  LATE_EDIT_MS,
  LATE_LANDING_MS,
  REST_TIMEOUT_MS,
  ROLE_HOURS,
  roleLastsMs,
  STOPPED_MS,
  TIMINGS,
} from './timings.ts';
import type { Asked, World } from './world.ts';

/** More than the bot takes to do anything, and than it stands still; reached only when what a scene waits for never comes. */
const LONG_MS = STOPPED_MS.long + DISCORD.tokenLifetimeMs / 2;
/** Until nobody can be told any more: with several writes in line, the bot waits for its database several times over. */
const FAILS_MS = DISCORD.tokenLifetimeMs;
/** A crowd's first POSTs take half of the time that its last ones may wait for. */
const SLOW_MS = TIMINGS.attemptDeadlineMs / 2;
/** With those of the other players, as many as are taken on at once: more than get their turn. */
const CROWD_OF_A_PLAY = 4;
/** How often somebody looks after a hook that may be off. */
const NEXT_LOOK_MS = 500;
const MAX_LOOKS = LONG_MS / NEXT_LOOK_MS;
/** More than a crossing takes. */
const MARGIN_MS = 100;
const OUTAGE: Fault = { kind: 'status', status: 503 };
const OUTAGE_POSTS = 40;
/** As often as discord.js sends a call, which is one try for the bot. */
const ONE_TRY = 4;
/** Which guild has the role that is short. */
const WITH_SHORT_ROLE = 1;
/** In the middle of the time for which a claim gives the role that is short. */
const CLAIMED_AGAIN_AFTER_MS = roleLastsMs(ROLE_HOURS.short) / 2;

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
    await claim(world, name);
  },

  'the service refuses after a claim was parked': async (world, name) => {
    await parked(world, name);
    spoil(world, name, { kind: 'status', status: 401 });
    await answered(world, ask(world, name));
  },

  'a moderator decides on a claim that was parked': async (world, name, random) => {
    const person = newcomer(world, name);
    await parked(world, name, person);
    const moderator = world.moderators.find(({ guild }) => guild === person.guild);
    if (moderator) await moderate(world, moderator, random, { typed: { playername: name } });
  },

  'whoever asked has their data deleted, and somebody else asks': async (world, name) => {
    const person = newcomer(world, name);
    await parked(world, name, person);
    await world.forget(person);
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

  'an answer lands over the one to what was asked next': async (world, name) => {
    const asked = ask(world, name);
    const path = new RegExp(`${tokenStart(asked)}.*/@original$`);
    world.discord.server.inject({ kind: 'latency', ms: LATE_EDIT_MS }, { times: 1, path });
    await answered(world, asked);
    const askNext = numberOf(name) % 2 === 0 ? keepLooking : checkAgain;
    askNext(world, asked.person);
    await world.until(() => false, LATE_EDIT_MS + 2 * TIMINGS.lateEditMs);
  },

  'the database fails while a verdict is told': async (world, name) => {
    world.main.castVote(name);
    // The verdict is shown at last when the bot has just begun to say that there is none.
    spoil(world, name, OUTAGE);
    spoil(world, name, { kind: 'latency', ms: TIMINGS.attemptDeadlineMs - MARGIN_MS });
    const asked = ask(world, name);
    const path = new RegExp(`${tokenStart(asked)}.*/@original$`);
    world.discord.server.inject({ kind: 'lost-answer' }, { times: 1, path });
    world.discord.server.inject({ kind: 'latency', ms: REST_TIMEOUT_MS - MARGIN_MS }, { times: 1, path });
    await answered(world, asked);
    world.trouble('database', Date.now(), Number.POSITIVE_INFINITY);
    await world.ledger.fail(TIMINGS.tellPendingAfterMs);
  },

  'Discord cannot be reached when a failure is to be shown': async (world, name) => {
    world.trouble('database', Date.now(), Number.POSITIVE_INFINITY);
    const failing = world.ledger.fail(FAILS_MS);
    const asked = ask(world, name);
    const path = new RegExp(`${tokenStart(asked)}.*/@original$`);
    world.discord.server.inject({ kind: 'reset' }, { times: 2, path });
    await Promise.all([failing, answered(world, asked)]);
  },

  'the service is out when somebody asks': async (world, name) => {
    // Another process lives on.
    if (numberOf(name) > 0) return;
    spoil(world, name, OUTAGE, OUTAGE_POSTS);
    await answered(world, ask(world, name));
    world.main.server.heal();
  },

  'two processes get the same interaction': async (world, name) => {
    world.main.castVote(name);
    const asked = ask(world, name);
    // The first to acknowledge is the one that holds the claim; Discord takes the other one's word.
    const path = new RegExp(`/interactions/${asked.exchange.interactionId}/`);
    world.discord.server.inject({ kind: 'latency', ms: REST_TIMEOUT_MS / 4 }, { times: 1, path });
    world.wayIn.deliverAgain();
    await answered(world, asked);
  },

  'a process without a database gets an interaction that another one has answered': async (world, name) => {
    world.main.castVote(name);
    const asked = ask(world, name);
    await answered(world, asked);
    world.trouble('database', Date.now(), Number.POSITIVE_INFINITY);
    const failing = world.ledger.fail(FAILS_MS);
    // It finds the reply, and takes itself for the one that was acknowledged.
    const path = new RegExp(`/interactions/${asked.exchange.interactionId}/`);
    world.discord.server.inject({ kind: 'lost-answer' }, { times: ONE_TRY, path });
    world.wayIn.deliverAgain();
    await failing;
  },

  'the answer to the COMMIT of a request is lost': async (world, name) => {
    // Alone, since each of several is tried again by itself.
    if (numberOf(name) > 0) return;
    loseCommit(world, 'insert into claim_requests');
    await answered(world, ask(world, name));
  },

  'the answer to the COMMIT of an attempt is lost': async (world, name) => {
    world.main.castVote(name);
    loseCommit(world, 'insert into claim_attempts');
    await answered(world, ask(world, name));
  },

  'the answers to the COMMITs of an attempt are lost': async (world, name) => {
    world.main.castVote(name);
    // Of both runs.
    for (let run = 1; run <= 2 && numberOf(name) === 0; run += 1) loseCommit(world, 'insert into claim_attempts');
    await answered(world, ask(world, name));
  },

  'somebody joins a claim, and the answers to their COMMITs are lost': async (world, name) => {
    world.main.castVote(name);
    // No fault: it answers in time.
    world.main.server.inject({ kind: 'latency', ms: SLOW_MS }, { times: 1, body: new RegExp(`"${name}"`) });
    const asked = ask(world, name);
    await world.until(() => asked.exchange.message !== undefined, LONG_MS);
    // The first comes so late that the verdict has been shown, and the second run fails at once.
    loseCommit(world, 'insert into claim_requests', { isSilent: true });
    loseCommit(world, 'insert into guilds');
    await Promise.all([answered(world, asked), answered(world, ask(world, name))]);
    await world.until(() => false, 2 * ANSWER_WITHIN_MS);
  },

  'a crowd waits for a slow host': async (world, name) => {
    const end = world.crowd();
    const names = Array.from({ length: CROWD_OF_A_PLAY }, (_, at) => `${name}n${at}`);
    for (const one of names) world.main.castVote(one);
    // No fault: it answers in time.
    world.main.server.inject({ kind: 'latency', ms: SLOW_MS }, { body: new RegExp(`"${name}n`) });
    await Promise.all(names.map((one) => answered(world, ask(world, one))));
    end();
  },

  'the answer of a game server is lost': (world, name) => toldThrough(world, name, { kind: 'lost-answer' }),

  'the answer to a vote is lost': async (world, name) => {
    world.main.castVote(name);
    world.game.votifier.inject({ kind: 'lost-answer' }, { times: 2 });
    await answered(world, ask(world, name));
    await lookUntil(world, () => world.votes.some(({ playername }) => playername === name));
  },

  'a game server fails': (world, name) => toldThrough(world, name, { kind: 'status', status: 500 }),

  'a game server wants no more, and is turned on again': (world, name) =>
    toldThrough(world, name, { kind: 'status', status: 410 }),

  'the answer about a reminder is lost': (world, name) => remindedThrough(world, name, { kind: 'lost-answer' }),

  'a reminder does not arrive at first': (world, name) => remindedThrough(world, name, { kind: 'status', status: 500 }),

  'somebody stops reminders': async (world, name) => {
    const person = newcomer(world, name);
    await world.wish(person, true);
    await claim(world, name, person);
    await world.wish(person, false);
  },

  'a process sleeps before it posts': async (world, name) => {
    await claim(world, name);
    const sleeps = () => world.lives.all.values().some(({ isPaused }) => isPaused);
    await world.until(sleeps, LONG_MS / 5);
    await world.until(() => !sleeps(), LONG_MS);
  },

  'a process sleeps before it shows a grant': async (world, name) => {
    // The other process stays awake.
    if (numberOf(name) > 0) return;
    await claim(world, name);
    await world.until(() => !world.lives.all.values().some(({ isPaused }) => isPaused), LONG_MS);
  },

  'a process dies while somebody waits': async (world, name) => {
    // The other process lives on.
    if (numberOf(name) > 0) return;
    spoil(world, name, { kind: 'hang' });
    const { exchange, heirs } = ask(world, name);
    await world.until(() => exchange.failed || exchange.message !== undefined, LONG_MS);
    for (const life of heirs) life.signal('SIGKILL');
    await world.until(() => (exchange.message?.embeds.length ?? 0) > 0, LONG_MS);
  },

  'a role is not given at first': async (world, name) => {
    const person = newcomer(world, name);
    world.main.castVote(name);
    failRole(world, person);
    await answered(world, askAs(world, person, name));
    await allHaveStruck(world);
  },

  'a role is not taken at first': async (world, name) => {
    const person = newcomer(world, name, WITH_SHORT_ROLE);
    await claim(world, name, person);
    await world.until(() => world.roleChanges.some(({ personId }) => personId === person.id), LONG_MS);
    failRole(world, person);
    await allHaveStruck(world);
  },

  'somebody claims again before the role ends': async (world, name) => {
    const person = newcomer(world, name, WITH_SHORT_ROLE);
    await claim(world, name, person);
    await world.until(() => false, CLAIMED_AGAIN_AFTER_MS);
    await claim(world, name, person);
  },

  'people claim one after the other': async (world, name) => {
    const before = numberOf(name);
    world.main.castVote(name);
    await world.until(() => world.shown.filter(({ title }) => title === GRANTED).length >= before, LONG_MS);
    await answered(world, ask(world, name));
  },

  'somebody keeps looking until the vote is there': async (world, name) => {
    const asked = ask(world, name);
    await answered(world, asked);
    const look = keepLooking(world, asked.person);
    const says = () => look?.exchange.message?.embeds[0];
    await world.until(() => saysLooking({ text: says()?.description ?? '' }), LONG_MS);
    world.main.castVote(name);
    await world.until(() => says()?.title === GRANTED, DISCORD.tokenLifetimeMs);
    // Nothing more is looked for.
    await world.until(() => false, DISCORD.tokenLifetimeMs);
  },

  'somebody keeps looking until it is over': async (world, name) => {
    const asked = ask(world, name);
    await answered(world, asked);
    const look = keepLooking(world, asked.person);
    const says = () => saysLooking({ text: look?.exchange.message?.embeds[0]?.description ?? '' });
    await world.until(says, LONG_MS);
    await world.until(() => !says(), 2 * DISCORD.tokenLifetimeMs);
  },

  'two members ask with the same name': async (world, name) => {
    const [first, second] = [newcomer(world, name), newcomer(world, name)];
    for (const person of [first, second, first]) await claim(world, name, person);
  },

  'somebody asks': (world, name) => claim(world, name),
} as const satisfies Record<string, Play>;

export type Scene = keyof typeof SCENES;

/** Which of the players of a scene this is, from 0. */
function numberOf(name: string): number {
  return Number(/\d+/.exec(name)?.[0]);
}

/** The next COMMIT of what writes this is done, and its answer is lost. */
function loseCommit(world: World, of: string, { isSilent = false } = {}): void {
  world.loseCommit({ of, times: 1, isDone: true, isSilent });
}

function ask(world: World, playername: string): Asked {
  return askAs(world, newcomer(world, playername), playername);
}

/** Somebody who has asked for nothing yet. @param at - which guild they are in */
function newcomer(world: World, playername: string, at = 0): Person {
  const guild = world.guilds[at];
  if (!guild) throw new Error('there is no guild');
  return world.discord.addPerson({ guild, name: `asks for ${playername}` });
}

/** Somebody votes, asks, and is answered. */
async function claim(world: World, playername: string, person = newcomer(world, playername)): Promise<void> {
  world.main.castVote(playername);
  await answered(world, askAs(world, person, playername));
}

function askAs(world: World, person: Person, playername: string): Asked {
  return world.ask(person, playername, person.command('claimvote', { playername }));
}

/** What the token of an interaction of the loopback Discord begins with: as much of its id as base64 keeps apart. */
function tokenStart({ exchange }: Asked): string {
  return Buffer.from(`interaction:${exchange.interactionId}`).subarray(0, -2).toString('base64url').slice(0, -2);
}

/**
 * Somebody's vote is claimed, and this befalls the first message about it. Whoever manages the guild turns the hook on
 * again when that turned it off.
 */
async function toldThrough(world: World, name: string, fault: Fault): Promise<void> {
  const { server } = world.game;
  world.main.castVote(name);
  server.inject(fault, { times: 1, body: new RegExp(`"${name}"`) });
  await answered(world, ask(world, name));
  await lookUntil(world, () => server.requests.some(({ requestBody }) => requestBody.includes(`"${name}"`)));
}

/** Waits for something, but not for ever, and turns every hook on again meanwhile. */
async function lookUntil(world: World, isSo: () => boolean): Promise<void> {
  for (let looks = 0; looks < MAX_LOOKS && !isSo(); looks += 1) {
    await world.until(isSo, NEXT_LOOK_MS);
    await world.ledger.resumeHooks();
  }
}

/** Somebody is to be reminded of a claim, and this befalls the first try. */
async function remindedThrough(world: World, name: string, fault: Fault): Promise<void> {
  const person = newcomer(world, name);
  await world.wish(person, true);
  world.main.castVote(name);
  world.discord.server.inject(fault, {
    times: ONE_TRY,
    path: new RegExp(`/channels/${world.discord.direct.open(person.id).id}/messages$`),
  });
  await answered(world, askAs(world, person, name));
  await allHaveStruck(world);
}

/** Discord fails at the next try to give somebody a role, or to take it. */
function failRole({ discord }: World, { id }: Person): void {
  discord.server.inject({ kind: 'status', status: 500 }, { times: ONE_TRY, path: new RegExp(`/members/${id}/roles/`) });
}

/** What a mutant never tries again is not waited for any longer. */
async function allHaveStruck(world: World): Promise<void> {
  await world.until(() => world.discord.server.faults.length === 0, LONG_MS);
}

function spoil(world: World, playername: string, fault: Fault, times = 1): void {
  const from = Date.now();
  world.main.server.inject(fault, { times, body: new RegExp(`"${playername}"`) });
  world.trouble('host', from, Number.POSITIVE_INFINITY);
}

/** Waits until somebody is told something that is not to be continued, or until their reply cannot be written any more. */
async function answered(world: World, { exchange }: Asked, mostMs: number = DISCORD.tokenLifetimeMs): Promise<void> {
  const title = () => exchange.message?.embeds[0]?.title ?? '';
  await world.until(() => exchange.failed || !['', PENDING].includes(title()), mostMs);
}

/**
 * A vote is claimed, the answer is lost, and nothing more is heard of the service until the reply's token has expired.
 */
async function parked(world: World, playername: string, person = newcomer(world, playername)): Promise<void> {
  world.main.castVote(playername);
  spoil(world, playername, { kind: 'lost-answer' });
  spoil(world, playername, OUTAGE, OUTAGE_POSTS);
  const { exchange } = askAs(world, person, playername);
  await world.until(() => exchange.failed || Date.now() - exchange.startedAt > 2 * DISCORD.tokenLifetimeMs, LONG_MS);
  await world.ledgerIsQuiet();
  world.main.server.heal();
}
