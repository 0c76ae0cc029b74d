import type { Person } from '../../src/sandbox/discord/person/person.ts';
import type { Fault } from '../../src/sandbox/loopback-server.ts';
import { offers } from './insisting.ts';
import { moderate } from './moderating.ts';
import type { Random } from './random.ts';
import { KEEP_LOOKING } from './rules/words.ts';
import { DISCORD, LATE_LANDING_MS, TIMINGS } from './timings.ts';
import type { Asked, World } from './world.ts';

/** What can happen to a player's votes and claims, and how often compared with the others. */
const HABITS = {
  vote: 5,
  'claim elsewhere': 0.7,
  ask: 6,
  'ask differently': 3,
  'check again': 3,
  'keep looking': 3,
  'stop looking': 0.7,
  'take another name': 1,
  spoil: 4,
  wait: 5,
  'wait long': 0.6,
  outage: 0.5,
  twins: 1.5,
  'be reminded': 1.5,
  'stop reminders': 0.5,
  'change a setting': 1,
  'ask a moderator': 1.5,
  'be forgotten': 0.4,
  leave: 0.4,
};
type Deed = keyof typeof HABITS;

const MIN_DEEDS = 4;
const DEEDS_MORE = 7;
const PEOPLE = 3;
/** How many people ask to be reminded before they ask for anything else. */
const REMINDED_SHARE = 0.4;
/** The share of players whose people have a vote looked for before there is one. */
const LOOKING_SHARE = 0.5;
/** How often somebody asks until nothing is found, of which a dying bot tells few. */
const MAX_TRIES = 3;
/** The share of requests that wait for a process to be there. */
const PATIENCE = 0.93;
const MAX_START_MS = 20_000;
const OUTAGE_POSTS = 20;
const MOMENT_MS = 2_000;
/** How long somebody is away at most. */
const AWAY_MS = 4_000;
const CHECK_AGAIN = 'Check again';
const ANOTHER_NAME = 'Another name';
const STOP = 'Stop';

const FAULTS: readonly Fault[] = [
  { kind: 'lost-answer' },
  { kind: 'lost-answer' },
  { kind: 'lost-answer' },
  { kind: 'reset' },
  { kind: 'hang' },
  { kind: 'latency', ms: LATE_LANDING_MS },
  { kind: 'latency', ms: 3 * LATE_LANDING_MS },
  { kind: 'latency', ms: TIMINGS.attemptDeadlineMs / 3 },
  { kind: 'garbage' },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 401 },
  { kind: 'status', status: 429 },
];

/**
 * Lets the people around one player do things at moments of which none suits the bot. Resolves when they have done
 * enough.
 */
export async function play(world: World, name: string, random: Random): Promise<void> {
  const people = Array.from({ length: PEOPLE }, (_, index) => {
    const guild = world.guilds[index % world.guilds.length];
    if (!guild) throw new Error('there is no guild');
    return world.discord.addPerson({ guild, name: `asks for ${name}` });
  });
  const spellings = [name.toUpperCase(), name.toLowerCase(), name.normalize('NFD')];
  const anySpelling = new RegExp([name, ...spellings].map((one) => JSON.stringify(one)).join('|'), 'u');
  let last: Asked | undefined;

  async function ask(person: Person, playername = name): Promise<void> {
    if (random.next() < PATIENCE) await world.until(() => world.isServed(), MAX_START_MS);
    last = world.ask(person, playername, person.command('claimvote', { playername }));
  }

  async function askAndRead(person: Person): Promise<void> {
    await ask(person);
    await world.until(() => titleOf(last?.exchange.message) !== '', MOMENT_MS);
  }

  async function wish(person: Person, isOn: boolean): Promise<void> {
    await world.until(() => world.isServed(), MAX_START_MS);
    await world.wish(person, isOn);
  }

  function spoil(fault: Fault, times: number): void {
    const from = Date.now();
    world.main.server.inject(fault, { times, body: anySpelling });
    world.trouble('host', from, Number.POSITIVE_INFINITY);
  }

  const deeds: Record<Deed, () => Promise<void> | void> = {
    vote: () => void world.main.castVote(name),
    'claim elsewhere': () => {
      world.main.claimElsewhere(name);
    },
    ask: () => ask(random.pick(people)),
    'ask differently': () => ask(random.pick(people), random.pick(spellings)),
    twins: async () => {
      await Promise.all(people.map((person) => ask(person)));
    },
    'be reminded': () => wish(random.pick(people), true),
    'stop reminders': () => wish(random.pick(people), false),
    'change a setting': () => world.change(random.pick(world.managers)),
    'ask a moderator': () => moderate(world, random.pick(world.moderators), random),
    'be forgotten': () => world.forget(random.pick(people)),
    leave: () => world.leave(random.pick(people), random.next() * AWAY_MS),
    'check again': () => {
      checkAgain(world, random.pick(people));
    },
    'keep looking': async () => {
      const person = random.pick(people);
      for (let tries = 0; tries < MAX_TRIES && !lastOffering(world, person, KEEP_LOOKING); tries += 1) {
        await askAndRead(person);
      }
      keepLooking(world, person);
    },
    'stop looking': () => {
      const person = random.pick(people);
      const found = lastOffering(world, person, STOP);
      if (found) person.click(found.message, STOP);
    },
    'take another name': async () => {
      const person = random.pick(people);
      const found = lastOffering(world, person, ANOTHER_NAME);
      const playername = random.pick([name, ...spellings]);
      const submitted =
        found &&
        (await person.submit(person.click(found.message, ANOTHER_NAME), { playername }).catch(() => undefined));
      if (submitted) last = world.ask(person, playername, submitted);
    },
    spoil: () => {
      spoil(random.pick(FAULTS), 1);
    },
    outage: async () => {
      spoil({ kind: 'status', status: 503 }, OUTAGE_POSTS);
      await ask(random.pick(people));
      await world.until(() => isExpired(last), DISCORD.tokenLifetimeMs + MOMENT_MS);
      world.main.server.heal();
      world.main.castVote(name);
    },
    wait: async () => {
      const moment = random.pick(MOMENTS);
      await world.until(() => last === undefined || moment(world, last), MOMENT_MS);
    },
    'wait long': () => world.until(() => isExpired(last), DISCORD.tokenLifetimeMs + MOMENT_MS),
  };

  for (const person of people) if (random.next() < REMINDED_SHARE) await wish(person, true);
  // Where nobody has ever voted, there is nothing to find.
  if (random.next() < LOOKING_SHARE) {
    await deeds['keep looking']();
    await world.until(() => false, random.next() * DISCORD.tokenLifetimeMs);
  }
  if (random.next() < 0.7) world.main.castVote(name);
  if (random.next() < 0.5) spoil(random.pick(FAULTS), 1);
  await ask(random.pick(people));
  const count = MIN_DEEDS + Math.floor(random.next() * DEEDS_MORE);
  for (let done = 0; done < count; done += 1) await deeds[random.weighted(HABITS)]();
}

/** Moments of a request, at which to do the next thing. */
const MOMENTS: readonly ((world: World, asked: Asked) => boolean)[] = [
  (_, { exchange }) => exchange.failed || exchange.message !== undefined,
  ({ main }, { playername, exchange: { startedAt } }) =>
    main.claims.some((claim) => claim.playername === playername && claim.at >= startedAt),
  ({ posts }, { playername, exchange: { startedAt } }) =>
    posts.some((post) => post.playername === playername && post.endedAt >= startedAt),
  (_, { exchange }) => exchange.failed || titleOf(exchange.message) !== '',
];

/** The last answer to somebody, if it has this button. */
function lastOffering(world: World, person: Person, label: string) {
  const asked = world.asked.findLast((one) => one.person === person);
  const message = asked?.exchange.message && world.discord.messages.find(asked.exchange.message.id);
  return asked && message && offers(message, label) ? { asked, message } : undefined;
}

export function checkAgain(world: World, person: Person): Asked | undefined {
  const found = lastOffering(world, person, CHECK_AGAIN);
  return found && world.ask(person, found.asked.playername, person.click(found.message, CHECK_AGAIN));
}

/** Somebody whose vote was not found has it looked for. */
export function keepLooking(world: World, person: Person): Asked | undefined {
  const found = lastOffering(world, person, KEEP_LOOKING);
  return found && world.ask(person, found.asked.playername, person.click(found.message, KEEP_LOOKING), { looks: true });
}

function isExpired(asked: Asked | undefined): boolean {
  return asked === undefined || Date.now() - asked.exchange.startedAt > DISCORD.tokenLifetimeMs;
}

function titleOf(message: Asked['exchange']['message']): string {
  return message?.embeds[0]?.title ?? '';
}

const CROWD = { least: 12, more: 14 };
/** Instead of how many players crowds come, where there is room for few. */
const CROWD_SHARE = 0.3;
const JOINS_SHARE = 0.3;
const CROWD_LASTS_MS = DISCORD.tokenLifetimeMs + MOMENT_MS;
/** What the host does to the POSTs of a crowd, besides being slow. */
const CROWD_FAULTS = 5;

/**
 * Many people ask in the same instant, for players of their own or together, while the host is slow and fails some; when
 * they have been told something, some of them ask again.
 */
async function playCrowd(world: World, name: string, random: Random): Promise<void> {
  const names = Array.from(
    { length: CROWD.least + Math.floor(random.next() * CROWD.more) },
    (_, at) => `${name}n${at}`,
  );
  const asking = names.flatMap((playername) => [playername, ...(random.next() < JOINS_SHARE ? [playername] : [])]);
  const people = asking.map((playername, at) => {
    const guild = world.guilds[at % world.guilds.length];
    if (!guild) throw new Error('there is no guild');
    return { playername, person: world.discord.addPerson({ guild, name: `asks for ${playername}` }) };
  });
  const body = new RegExp(`"${name}n[0-9]+"`);
  for (const playername of names) if (random.next() < 0.7) world.main.castVote(playername);
  for (let at = 0; at < CROWD_FAULTS; at += 1) {
    const fault = random.pick(FAULTS);
    world.main.server.inject(fault, { times: 1, body: new RegExp(`"${random.pick(names)}"`) });
    world.trouble('host', Date.now(), Number.POSITIVE_INFINITY);
  }
  const slow: Fault = { kind: 'latency', ms: random.next() * TIMINGS.attemptDeadlineMs * 0.7 };
  world.main.server.inject(slow, { times: asking.length, body });
  await world.until(() => world.isServed(), MAX_START_MS);
  const reminded = people.filter(() => random.next() < REMINDED_SHARE / 2);
  await Promise.all(reminded.map(({ person }) => world.wish(person, true)));
  const asked = people.map(({ person, playername }) =>
    world.ask(person, playername, person.command('claimvote', { playername })),
  );
  const isTold = ({ exchange }: Asked) => exchange.failed || titleOf(exchange.message) !== '';
  await world.until(() => asked.every(isTold), CROWD_LASTS_MS);
  for (const { person } of people) if (random.next() < 0.3) checkAgain(world, person);
  await world.until(() => world.asked.every(isTold), CROWD_LASTS_MS);
}

/** Where there is room for few, a few players who ask at once are a crowd as well. */
export async function playCrowded(world: World, name: string, random: Random): Promise<void> {
  const end = world.crowd();
  await (random.next() < CROWD_SHARE ? playCrowd : play)(world, name, random);
  end();
}
