import { AsyncLocalStorage } from 'node:async_hooks';
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import perfHooks from 'node:perf_hooks';
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
    const context = AsyncLocalStorage.snapshot();
    const at = this.now + Math.max(0, ms || 0);
    const inContext = () => {
      context(() => {
        owners.run(owner, run);
      });
    };
    const event: Event = { at, order: (this.#order += 1), run: inContext, owner, isOver: false };
    this.#insert(event);
    return () => {
      event.isOver = true;
    };
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

type Signalled = { signal?: AbortSignal };

function timer(run: () => void, ms: number): object {
  let cancel = time.after(ms, run);
  const handle = {
    cancel: () => {
      cancel();
    },
    refresh() {
      cancel();
      cancel = time.after(ms, run);
      return handle;
    },
    ref: () => handle,
    unref: () => handle,
    hasRef: () => true,
    [Symbol.dispose]: () => {
      cancel();
    },
  };
  return handle;
}

function interval(run: () => void, ms: number): object {
  let current = timer(again, ms);
  function again(): void {
    current = timer(again, ms);
    run();
  }
  const handle = {
    cancel: () => {
      clear(current);
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

/** Sleeps as the timers do that are promises. */
async function delay<T>(ms = 0, value?: T, { signal }: Signalled = {}): Promise<T | undefined> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<T | undefined>();
  const cancel = time.after(ms, () => {
    resolve(value);
  });
  signal?.addEventListener('abort', () => {
    cancel();
    reject(signal.reason as Error);
  });
  return promise;
}

function bytes(length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => Math.floor(time.random.next() * 256)));
}

function fill<T extends NodeJS.ArrayBufferView>(view: T): T {
  bytes(view.byteLength).copy(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
  return view;
}

function uuid(): string {
  const hex = bytes(16).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/**
 * Takes time and chance away from everything that is loaded from now on, also from libraries: what the bot does not take
 * from its `Clock` would be another in each run.
 */
export function takeOver(): void {
  const RealDate = Date;
  const VirtualDate = new Proxy(RealDate, {
    construct: (target, given: unknown[], newTarget) =>
      Reflect.construct(target, given.length === 0 ? [time.now] : given, newTarget) as object,
  });
  VirtualDate.now = () => Math.floor(time.now);
  const ofTimers = {
    setTimeout: (run: Callback, ms = 0, ...given: unknown[]) =>
      timer(() => {
        run(...given);
      }, ms),
    setInterval: (run: Callback, ms = 0, ...given: unknown[]) =>
      interval(() => {
        run(...given);
      }, ms),
    setImmediate: (run: Callback, ...given: unknown[]) =>
      timer(() => {
        run(...given);
      }, 0),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  };
  Object.assign(globalThis, ofTimers, { Date: VirtualDate });
  Object.assign(timers, ofTimers);
  Object.assign(timersPromises, { setTimeout: delay, setImmediate: (value: unknown) => delay(0, value) });
  const now = () => time.now - STARTS_AT;
  Object.defineProperty(performance, 'now', { value: now, configurable: true });
  Object.defineProperty(perfHooks.performance, 'now', { value: now, configurable: true });
  Math.random = () => time.random.next();
  AbortSignal.timeout = (ms: number) => {
    const controller = new AbortController();
    time.after(ms, () => {
      controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
    });
    return controller.signal;
  };
  const random = {
    randomBytes: bytes,
    randomUUID: uuid,
    randomInt: (below: number) => Math.floor(time.random.next() * below),
    randomFillSync: fill,
  };
  Object.assign(crypto, random);
  const ofWeb = {
    getRandomValues: { value: fill, configurable: true },
    randomUUID: { value: uuid, configurable: true },
  };
  Object.defineProperties(globalThis.crypto, ofWeb);
  syncBuiltinESMExports();
}
