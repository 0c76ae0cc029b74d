import { type Clock, NOT_NEEDED } from '../work/clock.ts';

/** Gives a slot back, for the next in line. */
export type Release = () => void;

export type Slots = ReturnType<typeof createSlots>;

/**
 * Slots, shared fairly between parties: each party has a line, and the parties take turns. A party may acquire another
 * slot while fewer are its own than are free, so one alone has half of them, two have a third each, and one is always
 * left for a newcomer (A. Choudhury and E. Hahne, "Dynamic Queue Length Thresholds").
 */
export function createSlots(total: number, clock: Clock) {
  const used = new Map<string, number>();
  /** by party, in the order of their turns */
  const lines = new Map<string, Set<(release: Release | undefined) => void>>();
  let free = total;

  const usedBy = (party: string) => used.get(party) ?? 0;
  const mayAcquire = (party: string) => usedBy(party) < free;

  function hand(party: string): Release {
    free -= 1;
    used.set(party, usedBy(party) + 1);
    return () => {
      free += 1;
      if (usedBy(party) > 1) used.set(party, usedBy(party) - 1);
      else used.delete(party);
      serve();
    };
  }

  function serve(): void {
    for (;;) {
      const next = lines.entries().find(([party]) => mayAcquire(party));
      const [first] = next?.[1] ?? [];
      if (!next || !first) return;
      const [party, line] = next;
      line.delete(first);
      lines.delete(party);
      if (line.size > 0) lines.set(party, line);
      first(hand(party));
    }
  }

  return {
    counts: () => ({
      underWay: total - free,
      waiting: [...lines.values()].reduce((sum, line) => sum + line.size, 0),
    }),
    /** Waits for a slot until `by`, in ms since the epoch. @returns undefined when there was none */
    async acquire(party: string, by: number): Promise<Release | undefined> {
      if (by < clock.now()) return undefined;
      if (!lines.has(party) && mayAcquire(party)) return hand(party);
      const line = lines.get(party) ?? new Set();
      lines.set(party, line);
      const { promise, resolve } = Promise.withResolvers<Release | undefined>();
      line.add(resolve);
      const served = new AbortController();
      void clock.sleep(by - clock.now(), served.signal).then(() => {
        if (served.signal.aborted) return;
        line.delete(resolve);
        if (line.size === 0) lines.delete(party);
        resolve(undefined);
      });
      const release = await promise;
      served.abort(NOT_NEEDED);
      return release;
    },
  };
}
