import { z } from 'zod';

import type { OwedKind } from '../people/store/owed.ts';
import { DAY_MS } from '../work/clock.ts';

/**
 * What takes rewards at a hook. `webhook`: a receiver of signed messages (Standard Webhooks), which knows one that comes
 * twice. `votifier`: a game server with NuVotifier, which does not
 */
const HOOK_KINDS = ['webhook', 'votifier'] as const;
export type HookKind = (typeof HOOK_KINDS)[number];

/** Where a guild has rewards sent. Times in ms since the epoch. */
export type Hook = {
  id: string;
  kind: HookKind;
  /** from 1, within the guild */
  number: number;
  /** undefined when the key that sealed it is lost */
  address: string | undefined;
  /**
   * `paused`: by a manager; `stopped`: the last try of a message failed; `gone`: the receiver answered that it wants no
   * more (410). Messages are queued in every state, and sent in `on`.
   */
  state: 'on' | 'paused' | 'stopped' | 'gone';
  /** restricts the hook to the claims of one credential */
  credentialId: string | undefined;
  /** until then the secret before the present one signs too */
  oldSecretUntil: number | undefined;
  /** how many messages are not delivered yet */
  waiting: number;
  /** what went wrong last, and since when; undefined unless tries in a row failed, a test, or a look at the address */
  failing: { since: number; outcome: Outcome | undefined } | undefined;
};

/** A single failure may be a restart of the receiver. */
export const FAILING_AFTER = 2;

/** Owed to the managers for each hook that has failed {@link FAILING_AFTER} times in a row. */
export const HOOK_FAILING = {
  name: 'hook-failing',
  detail: z.object({ number: z.number(), kind: z.enum(HOOK_KINDS), outcome: z.string() }),
} satisfies OwedKind<unknown>;

/** Owed to the managers for each hook that we turned off. */
export const HOOK_STOPPED = {
  name: 'hook-stopped',
  detail: z.object({
    number: z.number(),
    // Before there were others, each was a webhook.
    kind: z.enum(HOOK_KINDS).default('webhook'),
    state: z.enum(['stopped', 'gone']),
  }),
} satisfies OwedKind<unknown>;

export const MAX_HOOKS = 5;

/** How long the former secret signs too, so that receivers can be given the new one. */
export const OLD_SECRET_LASTS_MS = DAY_MS;

/**
 * The result of a try. `unreachable`: nothing was sent; `no-answer`: no answer came in time; `blocked`: nothing may be
 * sent to this address, by its text; `unreadable`: the key that sealed the hook is lost. The others are of game servers
 * with NuVotifier. `vote-taken`: it took the vote; `vote-failed`: it reported an error with which it may have taken it;
 * the rest say why it did not: there was no greeting that we know, or it refused the name, the token, the service or the
 * challenge, speaks `protocol-1` alone, got the vote `garbled`, or `closed` the connection as it does on what is no vote.
 * All reasons why nothing was sent share one word, and so do all why nothing greeted. Otherwise a manager could ask the
 * bot's DNS for private names, and look for open ports around the bot.
 */
export type Outcome = { kind: 'answered'; status: number } | { kind: (typeof WITHOUT_STATUS)[number] };

const WITHOUT_STATUS = [
  'unreachable',
  'no-answer',
  'blocked',
  'unreadable',
  'vote-taken',
  'vote-failed',
  'no-votifier',
  'bad-name',
  'bad-token',
  'unknown-service',
  'bad-challenge',
  'protocol-1',
  'closed',
  'garbled',
] as const;

/**
 * What became of a message. `held`: a moderator decides whether it is due. `sending`: a vote that may have gone out and
 * is not answered yet. `parked`: a moderator decides whether it arrived. `dropped`: it will not be sent
 */
export type DeliveryState = 'held' | 'due' | 'sending' | 'parked' | 'delivered' | 'dropped';

/** A message for one hook, as moderators see it. `kind`: of the hook, undefined once that is gone */
export type PastDelivery = {
  hookNumber: number;
  kind: HookKind | undefined;
  /** its hook is there, and sends nothing for now */
  isOff?: boolean;
  state: DeliveryState;
  /** since it was last due from the start, and those before */
  tries: number;
  earlierTries: number;
  outcome: Outcome | undefined;
  /** when it was delivered or dropped */
  endedAt: number | undefined;
};

/**
 * What a moderator did about a claim's message to one hook, without which a reward is handed out once. `by`: undefined
 * once they had their data deleted
 */
export type PastDecision = { hookNumber: number; kind: 'sent-again' | 'arrived'; by: string | undefined; at: number };

/** A vote that a manager had sent to try a hook. Plugins hand something over for it. */
export type TestVote = { hookNumber: number; playername: string; by: string | undefined; at: number };

/** Whether somebody has to look at a message: it waits for a decision, or keeps failing. */
export function needsAttention<D extends Pick<PastDelivery, 'state' | 'tries'>>(
  delivery: D,
): delivery is D & { state: 'held' | 'parked' | 'due' } {
  const { state, tries } = delivery;
  return state === 'held' || state === 'parked' || (state === 'due' && tries >= FAILING_AFTER);
}

/** From what needs nobody to what needs somebody most: the worst message of a reward counts, unless a place has accepted it. */
const WORSE_AND_WORSE = ['none', 'arrived', 'vouched', 'on-its-way', 'off', 'failing', 'unclear'] as const;

/**
 * How a claim's reward stands. `none`: nothing is sent for it; `on-its-way`: not accepted so far, which is nothing unusual;
 * `failing`: several tries in a row went wrong; `off`: sent once a manager turns its hook on; `unclear`: a moderator
 * decides; `partly`: a place has accepted it, and another one has not so far; `arrived`: every place has accepted it;
 * `vouched`: or else a moderator says that it arrived
 */
export type RewardState = (typeof WORSE_AND_WORSE)[number] | 'partly';

/** Of a claim's message, and of its hook, which a message that is due has. */
export type DeliveryAtHook = Pick<PastDelivery, 'state' | 'tries' | 'outcome'> & {
  hook: { state: Hook['state']; failures: number } | undefined;
};

export function rewardState(messages: readonly DeliveryAtHook[]): RewardState {
  const states = messages.map(stateOf);
  const worst = WORSE_AND_WORSE.findLast((state) => states.includes(state)) ?? 'none';
  const isOver = worst === 'none' || worst === 'arrived' || worst === 'vouched';
  return states.includes('arrived') && !isOver ? 'partly' : worst;
}

function stateOf({ state, tries, outcome, hook }: DeliveryAtHook): (typeof WORSE_AND_WORSE)[number] {
  switch (state) {
    case 'dropped':
      return 'none';
    case 'delivered':
      return isVouchedFor({ state, outcome }) ? 'vouched' : 'arrived';
    case 'sending':
      return 'on-its-way';
    case 'held':
    case 'parked':
      return 'unclear';
    case 'due':
      if (hook && hook.state !== 'on') return 'off';
      return Math.max(tries, hook?.failures ?? 0) >= FAILING_AFTER ? 'failing' : 'on-its-way';
  }
}

/** Any 2xx (Standard Webhooks 1.0.0, "Delivery"), or a vote that was taken. */
export function isDelivered(outcome: Outcome): boolean {
  if (outcome.kind === 'answered') return outcome.status >= 200 && outcome.status <= 299;
  return outcome.kind === 'vote-taken';
}

/** Whether a message arrived as a moderator says, and its receiver has not accepted it. */
export function isVouchedFor({ state, outcome }: Pick<PastDelivery, 'state' | 'outcome'>): boolean {
  return state === 'delivered' && outcome !== undefined && !isDelivered(outcome);
}

/** Whether the game server may have taken a vote that was sent, which it would hand over once more if it came again. */
export function mayHaveTaken(outcome: Outcome): boolean {
  return outcome.kind === 'no-answer' || outcome.kind === 'vote-failed';
}

/** The receiver is elsewhere (RFC 9110, section 15.4). */
export function isRedirect(outcome: Outcome): boolean {
  return outcome.kind === 'answered' && [301, 302, 303, 307, 308].includes(outcome.status);
}

/** The receiver does not know who sends (RFC 9110, section 15.5.2), as one with another secret answers. */
export function refusesSignature(outcome: Outcome): boolean {
  return outcome.kind === 'answered' && outcome.status === 401;
}

/** The receiver wants no more (RFC 9110, section 15.5.11). */
export function isGone(outcome: Outcome): boolean {
  return outcome.kind === 'answered' && outcome.status === 410;
}

export function writeOutcome(outcome: Outcome): string {
  return outcome.kind === 'answered' ? String(outcome.status) : outcome.kind;
}

/** Reads what {@link writeOutcome} wrote. Undefined for what only another version knows. */
export function readOutcome(written: string): Outcome | undefined {
  if (/^\d+$/.test(written)) return { kind: 'answered', status: Number(written) };
  const kind = WITHOUT_STATUS.find((known) => known === written);
  return kind && { kind };
}
