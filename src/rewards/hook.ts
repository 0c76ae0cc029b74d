import { z } from 'zod';

import type { OwedKind } from '../people/store/owed.ts';
import { DAY_MS } from '../work/clock.ts';

/** Where a guild has rewards sent. Times in ms since the epoch. */
export type Hook = {
  id: string;
  /** from 1, within the guild */
  number: number;
  /** undefined when the key that sealed it is lost */
  address: string | undefined;
  /**
   * `paused`: by a manager; `stopped`: the last try of a message failed; `gone`: the receiver answered that it wants no
   * more (410). Messages are queued in every state, and sent in `on`.
   */
  state: 'on' | 'paused' | 'stopped' | 'gone';
  /** limits the hook to the claims of one credential */
  credentialId: string | undefined;
  /** until then the secret before the present one signs too */
  oldSecretUntil: number | undefined;
  /** how many messages are not delivered yet */
  waiting: number;
};

/** Owed to the managers for each hook that we turned off. */
export const HOOK_STOPPED = {
  name: 'hook-stopped',
  detail: z.object({ number: z.number(), state: z.enum(['stopped', 'gone']) }),
} satisfies OwedKind<unknown>;

export const MAX_HOOKS = 5;

/** How long the former secret signs too, so that receivers can be given the new one. */
export const OLD_SECRET_LASTS_MS = DAY_MS;

/**
 * The result of a try. `unreachable`: nothing was sent; `no-answer`: no answer came in time; `blocked`: nothing may be
 * sent to this address; `unreadable`: the key that sealed the hook is lost
 */
export type Outcome = { kind: 'answered'; status: number } | { kind: (typeof WITHOUT_ANSWER)[number] };

const WITHOUT_ANSWER = ['unreachable', 'no-answer', 'blocked', 'unreadable'] as const;

/** A message for one hook, as moderators see it. `hasHook`: whether the hook still exists */
export type PastDelivery = {
  hookNumber: number;
  hasHook: boolean;
  state: 'held' | 'due' | 'delivered' | 'dropped';
  tries: number;
  outcome: Outcome | undefined;
  /** when it was delivered or dropped */
  endedAt: number | undefined;
};

/** Any 2xx (Standard Webhooks 1.0.0, "Delivery"). */
export function isDelivered(outcome: Outcome): boolean {
  return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status <= 299;
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
  const kind = WITHOUT_ANSWER.find((known) => known === written);
  return kind && { kind };
}
