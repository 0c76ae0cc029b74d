import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';

import { Random } from '../faults/random.ts';

/** What something belongs to that may stop: an event that was meant for it waits, or never happens. */
export type Owner = { enter(work: () => void): void };

type Event = { at: number; order: number; run: () => void; owner: Owner | null; isOver: boolean };

const STARTS_AT = Date.UTC(2026, 2, 1, 12);
const nextTurn = setImmediate;

/** Whose work is under way. */
export const owners = new AsyncLocalStorage<Owner | null>();

/**
 * The time and the chance of a simulated history. Time jumps from one event to the next; between two, everything happens
 * that needs no time.
 */
class Time {
  now = STARTS_AT;
  random = new Random(0);
  #events: Event[] = [];
  #order = 0;

  /** Begins another history. */
  restart(seed: number): void {
    this.now = STARTS_AT;
    this.random = new Random(seed);
    this.#events = [];
    this.#order = 0;
  }

  /** @param owner - whose event it is: by default of whoever asks for it */
  after(ms: number, run: () => void, owner: Owner | null = owners.getStore() ?? null): () => void {
    // A snapshot of all storages takes three times as long.
    const context = new AsyncResource('simulated event', { requireManualDestroy: true });
    const at = this.now + Math.max(0, ms || 0);
    const inContext = () => {
      context.runInAsyncScope(() => {
        owners.run(owner, run);
      });
    };
    const event: Event = { at, order: (this.#order += 1), run: inContext, owner, isOver: false };
    this.#insert(event);
    return () => {
      event.isOver = true;
    };
  }

  /** By chance. */
  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => Math.floor(this.random.next() * 256)));
  }

  /** Resolves after so long, for its owner. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve));
  }

  /** Lets time pass until the work is done. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    let end: { value: T } | { error: unknown } | undefined;
    work().then(
      (value) => (end = { value }),
      (error: unknown) => (end = { error }),
    );
    await this.#settle();
    while (!end) {
      const event = this.#events.pop();
      if (!event) throw new Error('nothing is going to happen any more');
      if (event.isOver) continue;
      this.now = event.at;
      event.isOver = true;
      if (event.owner) event.owner.enter(event.run);
      else event.run();
      await this.#settle();
    }
    if ('error' in end) throw end.error;
    return end.value;
  }

  /** An immediate of Node runs only when nothing is left that needs no turn of the event loop. */
  #settle(): Promise<void> {
    return new Promise((resolve) => nextTurn(resolve));
  }

  /** Keeps the events in order, the next one last. */
  #insert(event: Event): void {
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#events[middle];
      if (other && (other.at > event.at || (other.at === event.at && other.order > event.order))) low = middle + 1;
      else high = middle;
    }
    this.#events.splice(low, 0, event);
  }
}

export const time = new Time();

/** What `setTimeout` and `setInterval` return: those who hold one cancel it, or have it keep no process. */
function timer(run: () => void, ms: number, isRepeated = false): object {
  const begin = (): (() => void) =>
    time.after(ms, () => {
      if (isRepeated) cancel = begin();
      run();
    });
  let cancel = begin();
  const handle = {
    cancel: () => {
      cancel();
    },
    ref: () => handle,
    unref: () => handle,
  };
  return handle;
}

function clear(handle: unknown): void {
  (handle as { cancel?: () => void } | undefined)?.cancel?.();
}

type Callback = (...given: unknown[]) => void;

/**
 * Takes time away from what does not have it from a `Clock`, and is loaded from now on: from the sandbox and the players,
 * and from libraries. `Date.now`: cockatiel, the queues of `@discordjs/rest`, standardwebhooks.
 * `performance.now`: lru-cache. `setTimeout`: these too; `setInterval`: what discord.js and its REST sweep, each of which
 * would hold a whole process after its death. Chance in `node:crypto`: tokens of the sandbox, which a history names.
 */
export function takeOver(): void {
  const ofTimers = {
    setTimeout: (run: Callback, ms = 0, ...given: unknown[]) =>
      timer(() => {
        run(...given);
      }, ms),
    setInterval: (run: () => void, ms: number) => timer(run, ms, true),
    clearTimeout: clear,
    clearInterval: clear,
  };
  Object.assign(globalThis, ofTimers);
  Object.assign(timers, ofTimers);
  Object.assign(timersPromises, { setTimeout: (ms: number) => time.sleep(ms) });
  Date.now = () => Math.floor(time.now);
  Object.defineProperty(performance, 'now', { value: () => time.now - STARTS_AT, configurable: true });
  const random = {
    randomBytes: (length: number) => time.bytes(length),
    randomUUID: () => time.bytes(16).toString('hex'),
  };
  Object.assign(crypto, random);
  syncBuiltinESMExports();
}
