import { z } from 'zod';

import { DAY_MS } from '../clock.ts';
import type { OwedKind } from '../people/store/owed.ts';

/**
 * What a hook does. `on`: it sends; `paused`: a manager had it pause; `stopped`: the last try of a message failed;
 * `gone`: the receiver answered that it wants no more (410). Whatever it does, messages go on being queued for it.
 */
export type HookState = 'on' | 'paused' | 'stopped' | 'gone';

/** Where a guild has rewards sent. Its secret is shown once, when it is made. Times in ms since the epoch. */
export type Hook = {
  id: string;
  /** from 1, by which people tell the hooks of a guild apart */
  number: number;
  /** undefined once the key that sealed it is lost */
  address: string | undefined;
  state: HookState;
  /** the only credential of whose claims it is told; undefined for all */
  credentialId: string | undefined;
  /** until then the secret before this one signs too */
  oldSecretUntil: number | undefined;
  /** messages that are not delivered yet */
  waiting: number;
};

/** Owed to the managers for each hook that we turned off. */
export const HOOK_STOPPED = {
  name: 'hook-stopped',
  detail: z.object({ number: z.number(), state: z.enum(['stopped', 'gone']) }),
} satisfies OwedKind<unknown>;

export const MAX_HOOKS = 5;

/** How long a receiver has for getting to know a new secret. */
export const OLD_SECRET_LASTS_MS = DAY_MS;

/**
 * What became of a try. `answered`: with this status; `unreachable`: nothing was sent; `no-answer`: it was sent, and no
 * answer came in time; `blocked`: the address leads where nothing may be sent; `unreadable`: the key that sealed the hook
 * is lost.
 */
export type Outcome =
  { kind: 'answered'; status: number } | { kind: 'unreachable' | 'no-answer' | 'blocked' | 'unreadable' };

/** A message for one hook, as moderators see it. `hasHook`: the hook is still there */
export type PastDelivery = {
  hookNumber: number;
  hasHook: boolean;
  state: 'held' | 'due' | 'delivered' | 'dropped';
  tries: number;
  outcome: Outcome | undefined;
  /** when it was delivered or dropped */
  endedAt: number | undefined;
};

/** Standard Webhooks 1.0.0, "Delivery": any 2xx is a success, and nothing else is. */
export function isDelivered(outcome: Outcome): boolean {
  return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status <= 299;
}

/** RFC 9110, section 15.5.11: the receiver wants no more. */
const GONE = 410;

export function isGone(outcome: Outcome): boolean {
  return outcome.kind === 'answered' && outcome.status === GONE;
}

export function writeOutcome(outcome: Outcome): string {
  return outcome.kind === 'answered' ? String(outcome.status) : outcome.kind;
}

/** Reads what {@link writeOutcome} wrote. */
export function readOutcome(written: string): Outcome {
  return /^\d+$/.test(written) ? { kind: 'answered', status: Number(written) } : ({ kind: written } as Outcome);
}
