import fc from 'fast-check';
import { expect } from 'vitest';

import { ClaimLostError } from '../../../src/claims/store/ledger.ts';
import { Secret } from '../../../src/secret.ts';
import { HOUR_MS } from '../../../src/work/clock.ts';
import { anyCall } from './ledger-any-call.ts';
import type { Call, LedgerCalls, Played, Seen } from './ledger-calls.ts';
import { lookAtAll } from './ledger-look-ups.ts';
import type { LedgerModel } from './ledger-model.ts';

/** Calls that are made at once, some time after the ones before. */
export type Step = { afterMs: number; calls: readonly Call[] };

/** On either side of what the ledger tells apart: leases, pauses, replies, doubt. And the clock may be set back. */
const WAITS_MS = [0, -60_000, 1_000, 29_999, 30_000, 60_000, 870_000, 12 * HOUR_MS, 24 * HOUR_MS];

const afterMs = fc.oneof(
  { arbitrary: fc.constant(1), weight: 4 },
  { arbitrary: fc.constantFrom(...WAITS_MS), weight: 1 },
);

/** @param atOnce - how many calls a step has at most */
export function anyHistory({ steps, atOnce }: { steps: number; atOnce: number }): fc.Arbitrary<Step[]> {
  const calls = fc.array(anyCall, { minLength: 1, maxLength: atOnce, size: 'max' });
  return fc.array(fc.record({ afterMs, calls }), { maxLength: steps, size: 'max' });
}

/** A state that the ledger may be in, as far as its answers show. */
type Belief = { model: LedgerModel; seen: Seen; names: Names };

/**
 * Plays a history, and compares the answers of each step with those that the model gives to the same calls in one order
 * or another. Then looks at everything, call by call.
 *
 * @param processes - that have the ledger open; the calls of a step are spread over them
 * @param advance - lets time pass
 */
export async function expectModelled(
  processes: readonly LedgerCalls[],
  model: LedgerModel,
  advance: (ms: number) => void,
  history: readonly Step[],
): Promise<void> {
  const seen: Seen = { claims: [], requests: [], attempts: [] };
  const names = new Names();
  let beliefs: Belief[] = [{ model, seen: copyOf(seen), names: names.copy() }];

  async function take({ afterMs: waitMs, calls }: Step): Promise<void> {
    advance(waitMs);
    const played = await Promise.all(calls.map((call, at) => play(call, processOf(at), seen)));
    const shown = names.in(played.map(({ answer }) => answer));
    const possible = (await Promise.all(beliefs.map((belief) => inEveryOrder(belief, calls, played)))).flat();
    const right = possible.filter((one) => JSON.stringify(one.shown) === JSON.stringify(shown));
    if (right.length === 0) expect(shown, `the answers to: ${calls.join(', ')}`).toEqual(possible[0]?.shown);
    beliefs = withoutEquals(right.map(({ belief }) => belief));
    for (const { learn } of played) learn?.(seen);
  }

  function processOf(at: number): LedgerCalls {
    const process = processes[at % processes.length];
    if (!process) throw new Error('no process has the ledger open');
    return process;
  }

  for (const step of history) await take(step);
  for (const call of lookAtAll(seen)) await take({ afterMs: 0, calls: [call] });
}

/** What the model answers, for each order in which the calls may have been carried out. */
async function inEveryOrder(before: Belief, calls: readonly Call[], played: readonly Played[]) {
  const possible: { belief: Belief; shown: unknown }[] = [];
  for (const order of permutations(calls.map((_call, at) => at))) {
    const [model, seen, names] = [before.model.fork(), copyOf(before.seen), before.names.copy()];
    const modelled: Played[] = [];
    for (const at of order) {
      const call = calls[at];
      const others = calls.toSpliced(at, 1);
      model.isLocked = (claim) =>
        played[at]?.leaves?.(claim) === true && others.some((other) => other.locks(claim, before.seen));
      if (call) modelled[at] = await play(call, model, before.seen);
    }
    const shown = names.in(modelled.map(({ answer }) => answer));
    for (const { learn } of modelled) learn?.(seen);
    possible.push({ belief: { model, seen, names }, shown });
  }
  return possible;
}

async function play(call: Call, ledger: LedgerCalls, seen: Seen): Promise<Played> {
  try {
    return await call.play(ledger, seen);
  } catch (error) {
    if (error instanceof ClaimLostError) return { answer: 'the claim is lost' };
    throw error;
  }
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((first, at) => permutations(items.toSpliced(at, 1)).map((rest) => [first, ...rest]));
}

function withoutEquals(beliefs: readonly Belief[]): Belief[] {
  const byContent = beliefs.map((belief) => {
    const { claims, requests, announced, ...rest } = belief.model.rows;
    const content = { claims: new Set(claims), requests: new Set(requests), announced: new Set(announced), ...rest };
    return [JSON.stringify(belief.names.copy().in(content)), belief] as const;
  });
  return [...new Map(byContent).values()];
}

function copyOf({ claims, requests, attempts }: Seen): Seen {
  return { claims: [...claims], requests: [...requests], attempts: [...attempts] };
}

const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$|^[2-9A-HJ-NP-Z]{8}$/;

/**
 * Names the random ids and references in answers by the order in which they were first seen, so that answers can be
 * compared.
 */
class Names {
  readonly #names: Map<string, string>;

  constructor(names: Iterable<readonly [string, string]> = []) {
    this.#names = new Map(names);
  }

  copy(): Names {
    return new Names(this.#names);
  }

  /**
   * The value as plain data, with names for ids, and the items of sets in an order that depends on their contents only.
   */
  in(value: unknown): unknown {
    return this.#plain(value, (id) => {
      const name = this.#names.get(id) ?? `#${this.#names.size + 1}`;
      this.#names.set(id, name);
      return name;
    });
  }

  #plain(value: unknown, nameOf: (id: string) => string): unknown {
    if (typeof value === 'string') return ID.test(value) ? nameOf(value) : value;
    if (value instanceof Secret) return value.reveal();
    if (value instanceof Set) return this.#sorted(value).map((item) => this.#plain(item, nameOf));
    if (Array.isArray(value)) return value.map((item) => this.#plain(item, nameOf));
    if (typeof value !== 'object' || value === null) return value ?? null;
    const entries = Object.entries(value).filter(([, content]) => content !== undefined);
    return Object.fromEntries(entries.toSorted().map(([key, content]) => [key, this.#plain(content, nameOf)]));
  }

  #sorted(set: ReadonlySet<unknown>): unknown[] {
    const keyed = [...set].map((item) => {
      const key = JSON.stringify(this.#plain(item, (id) => this.#names.get(id) ?? 'unseen'));
      return { key, item };
    });
    return keyed.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ item }) => item);
  }
}
