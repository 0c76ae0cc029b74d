import { vi } from 'vitest';

/** Whoever asks all the time takes the processor from what is waited for. */
const ASKED_EVERY_MS = 20;
/** For what never comes: the time limit of a test. */
const LASTS_MS = 60_000;

/** Resolves with what is found, once something is: for what tells nobody that it happens. */
export const until = <T>(find: () => T | Promise<T>) =>
  vi.waitUntil(find, { interval: ASKED_EVERY_MS, timeout: LASTS_MS });
