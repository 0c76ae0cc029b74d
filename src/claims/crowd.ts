import { type Clock, NOT_NEEDED } from '../clock.ts';
import { succeeds } from '../retry.ts';

/** More are a crowd. */
const FEW_ACKS = 100;

export type Crowd = ReturnType<typeof createCrowd>;

/**
 * The claims that are under way in this process.
 *
 * @param bound - how many claims may be under way. Up to twice as many, only guilds are served that have fewer than
 * their equal share of it.
 */
export function createCrowd(bound: number) {
  const inside = new Map<string, number>();
  let total = 0;
  let refused = 0;
  return {
    counts: () => ({ underWay: total, refused }),
    /**
     * @returns what to call once the claim is told; undefined when it is not taken on, because there are too many already
     * and this guild has its share of them
     */
    enter(guildId: string): (() => void) | undefined {
      const ofGuild = inside.get(guildId) ?? 0;
      const guilds = inside.size + (ofGuild === 0 ? 1 : 0);
      if (total >= bound && (ofGuild >= bound / guilds || total >= 2 * bound)) {
        refused += 1;
        return undefined;
      }
      inside.set(guildId, ofGuild + 1);
      total += 1;
      return () => {
        total -= 1;
        const left = (inside.get(guildId) ?? 1) - 1;
        if (left > 0) inside.set(guildId, left);
        else inside.delete(guildId);
      };
    },
  };
}

/** When to come back, in ms since the epoch: `forMs` from now on average, but not all at once. */
export function afterCrowd(forMs: number, clock: Pick<Clock, 'now' | 'random'>): number {
  return clock.now() + forMs * (0.5 + clock.random());
}

/**
 * Keeps the work on claims from delaying the acknowledgements of those who have just asked.
 *
 * @param options.forMs - how long work is held back at most
 */
export function createAcksFirst({ forMs, clock }: { forMs: number; clock: Clock }) {
  let outstanding = 0;
  /** what everyone waits for who is held back at this moment */
  let pause: { over: Promise<void>; end: () => void } | undefined;

  function hold(): { over: Promise<void>; end: () => void } {
    const stop = new AbortController();
    const end = () => {
      stop.abort(NOT_NEEDED);
      pause = undefined;
    };
    return { over: clock.sleep(forMs, stop.signal).then(end), end };
  }

  return {
    /** Whether many acknowledgements are outstanding, so that the next one waits for nothing. */
    isCrowd: () => outstanding >= FEW_ACKS,
    /** Counts an acknowledgement until it has succeeded or failed. */
    watch(acknowledged: Promise<void>): void {
      outstanding += 1;
      void succeeds(acknowledged).then(() => {
        outstanding -= 1;
        if (outstanding <= FEW_ACKS) pause?.end();
      });
    },
    /** Resolves at once while few acknowledgements are outstanding; in a crowd once they are few again, or in time. */
    async calm(): Promise<void> {
      if (outstanding <= FEW_ACKS) return;
      pause ??= hold();
      await pause.over;
    },
  };
}
