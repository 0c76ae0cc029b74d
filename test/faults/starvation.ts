import { readFileSync } from 'node:fs';

const WINDOW_MS = 1_000;
/** An answer takes many turns, each of which waits: also those of Postgres, which nobody watches. */
const STARVED_MS = WINDOW_MS / 4;

/**
 * Watches whether a machine has processors enough, as far as it tells.
 *
 * @param pids - of the processes that need them
 * @param onStarved - told of a time, in ms since the epoch, of which one of them waited for a processor a quarter
 * @returns what ends it
 */
export function watchStarvation(pids: () => number[], onStarved: (from: number, until: number) => void): () => void {
  let before = new Map<number, number>();
  let from = Date.now();
  const timer = setInterval(() => {
    const until = Date.now();
    const now = new Map(pids().flatMap((pid) => waitedBy(pid).map((ms) => [pid, ms] as const)));
    const isStarved = [...now].some(([pid, ms]) => ms - (before.get(pid) ?? ms) > STARVED_MS);
    if (isStarved) onStarved(from, until);
    before = now;
    from = until;
  }, WINDOW_MS);
  return () => {
    clearInterval(timer);
  };
}

/** How long a process has waited for a processor so far, in ms (Linux's documentation, "Scheduler Statistics"). */
function waitedBy(pid: number): [number] | [] {
  try {
    const [, waitedNs] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return [Number(waitedNs) / 1e6];
  } catch {
    // It has ended, or this is another system.
    return [];
  }
}
