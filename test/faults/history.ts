/** The reference of a claim, as people read it. */
export const REFERENCE = /\b[2-9A-HJ-NP-Z]{8}\b/;

/** Those whom a violation may name: a player, a claim, a person or a message. */
const NAMES = [/Player[\p{L}\d]+/u, REFERENCE, /\b\d{17,20}\b/];
const MAX_EVENTS = 40;

/**
 * One POST as it went over the network, and what the main service decided, if it did. Times are in ms since the epoch,
 * all from one clock.
 */
export type PostEvent = {
  playername: string;
  token: string;
  startedAt: number;
  endedAt: number;
  /** whether an attempt was on record for it when it was decided */
  hadAttemptRow: boolean;
  decided?: { at: number; claimed: 0 | 1 | 2; voteId: string | undefined } | undefined;
  /** whether the answer could be read by whoever asked */
  answered: boolean;
};

/** One request by a person: a command, or a click that shows its answer in the message that was clicked on. */
export type Ask = {
  id: string;
  personId: string;
  guildId: string;
  playername: string;
  at: number;
  messageId: string | undefined;
  /** how long Discord waited for the acknowledgement, if it came */
  acknowledgedAfterMs: number | undefined;
  /**
   * Of those that Discord shows as being worked on, `held` is not on record, but a process that was given it still
   * runs; `lost` is not on record, and every such process has died, so that nothing will come of it.
   */
  fate: 'acknowledged' | 'held' | 'lost' | 'not acknowledged';
  /** the processes that may have been given it, by their numbers */
  heirs: number[];
  /** to have the vote looked for that was not found */
  looks?: boolean;
};

/** A process of the bot, from when it was ready until it ended. */
export type Lifetime = { number: number; from: number; until: number };

/**
 * One state of a message that one person sees. `sentAt`: when the bot sent it, which may be long before it took effect.
 */
export type Shown = {
  at: number;
  sentAt: number;
  messageId: string;
  personId: string;
  title: string;
  text: string;
  /** of the claim that it is about */
  reference: string | undefined;
};

/**
 * A message that everyone in a channel sees. `goal`: how many claims it says that there are, until the end of the period
 * that it names. `saysArrival`: whether it says in the end that the reward has reached the game server; `saysByHand`: that
 * somebody can hand it out
 */
export type Post = {
  guildId: string;
  reference: string | undefined;
  title: string;
  goal?: { count: number; until: number } | undefined;
  saysArrival?: boolean;
  saysByHand?: boolean;
};

/** The goal of a guild as its manager reads it in the end. `claims`: how many were to be confirmed */
export type Goal = { guildId: string; claims: number; count: number; until: number };

/**
 * Somebody asks to be reminded, or to be reminded no more, or to have their data deleted. `doneAt`: when they read that it is so. `follows`: when the
 * reward was claimed of which they then read when its reminder comes.
 */
export type Wish = {
  personId: string;
  isOn: boolean;
  at: number;
  doneAt: number | undefined;
  follows: number | undefined;
};

/** A direct message. `claimedAt`: when the reward was claimed, as it says; in ms, but exact to the second */
export type Reminder = { personId: string; sentAt: number; claimedAt: number };

/** The voter role of a guild. `lastsMs`: after a claim; `endedAt`: when a manager turned it off */
export type VoterRole = { guildId: string; lastsMs: number; endedAt: number | undefined };

/** Discord gave somebody the voter role, or took it. `sentAt`: when it was asked to */
export type RoleChange = { guildId: string; personId: string; isGiven: boolean; at: number; sentAt: number };

/** A vote that the game server took, for a reward that was claimed at this time, in ms, as it says. */
export type Vote = { playername: string; claimedAt: number };

/** A reward that the game server handed over to a player, because a webhook told of its claim. */
export type HandOver = Vote & { reference: string };

/**
 * A manager changed a setting, or a moderator decided on a claim, and read this. `isKept`: whether it is on record;
 * `about`: the reference of the claim; `heirs`: the processes that may have been given it, by their numbers
 */
export type Change = {
  personId: string;
  what: string;
  at: number;
  heirs: number[];
  title: string;
  text: string;
  isKept: boolean;
  about?: string;
};

/** A claim that waits for a moderator. */
export type Listed = { reference: string; playername: string };

/** What a moderator decides: of a claim, whether its vote was claimed; of its reward, what becomes of it. */
export type DecisionKind = 'unstated' | 'claimed' | 'not-claimed' | 'arrived' | 'sent-again';

/** A moderator began to decide on a claim that waited for one. `isKept`: whether that is on record in the end */
export type Decision = Listed & { kind: DecisionKind; at: number; isKept: boolean };

/** Somebody asked to have their data deleted. `until`: when they read that it is; Infinity if they never did */
export type Deletion = { personId: string; at: number; until: number };

/** Somebody left their guild, and came back. */
export type Departure = { personId: string; at: number; until: number };

/**
 * What was done to the bot or to those it talks to, and when. A `crowd`, and a machine so busy that a process of the bot
 * is `starved`, are no fault: they make people wait, and nothing else.
 */
export type Trouble = { kind: string; from: number; until: number };

/** What the hosts did, what people were shown, and what befell the bot. The checker knows nothing else about it. */
export type History = {
  posts: PostEvent[];
  asks: Ask[];
  shown: Shown[];
  channel: Post[];
  /** references of claims of which every place has accepted the reward, as the bot has it on record */
  arrived: string[];
  listed: Listed[];
  /** claims that were likely granted, of which no moderator has said whether they were */
  undecided: Listed[];
  handedOver: HandOver[];
  votes: Vote[];
  /** claims of which a moderator is asked whether the vote arrived */
  parkedVotes: Listed[];
  changes: Change[];
  decisions: Decision[];
  deletions: Deletion[];
  departures: Departure[];
  goals: Goal[];
  wishes: Wish[];
  reminders: Reminder[];
  voterRoles: VoterRole[];
  /** ids of guilds in which names have owners */
  ownNamesIn: readonly string[];
  roleChanges: RoleChange[];
  troubles: Trouble[];
  lifetimes: Lifetime[];
  /** ways in which a process ended other than those we chose */
  crashes: string[];
};

/** What happened to those whom a violation names, the last of it, by time: a world never goes the same way twice. */
export function eventsBehind(history: History, violation: string): string[] {
  const names = NAMES.flatMap((name) => name.exec(violation)?.[0] ?? []);
  return Object.entries(history)
    .flatMap(([kind, some]) => some.map((event) => ({ at: timeOf(event), line: `  ${kind} ${JSON.stringify(event)}` })))
    .filter(({ line }) => names.some((name) => line.includes(name)))
    .toSorted((one, other) => one.at - other.at)
    .slice(-MAX_EVENTS)
    .map(({ line }) => line);
}

/** In ms; what is so in the end comes last. */
function timeOf(event: History[keyof History][number]): number {
  if (typeof event === 'string') return Infinity;
  const { at, startedAt, from, sentAt }: Partial<Record<string, unknown>> = event;
  const time = at ?? startedAt ?? from ?? sentAt;
  return typeof time === 'number' ? time : Infinity;
}
