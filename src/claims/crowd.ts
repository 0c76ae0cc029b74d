import { type Clock, NOT_NEEDED } from '../clock.ts';

/** More are a crowd. */
const FEW_ACKS = 100;
/** About as many as can be settled while people wait for an answer. */
export const CLAIMS_UNDER_WAY = 4_000;

/** How many claims are under way in this process, and whether one more is taken on. */
export type Crowd = {
  /**
   * Takes a claim on, unless there are too many already and this guild has its share of them.
   *
   * @returns what to call once the claim is told; undefined when it is not taken on
   */
  enter(guildId: string): (() => void) | undefined;
  /** how many claims are under way, and how many were not taken on so far */
  counts: () => { underWay: number; refused: number };
};

/**
 * @param bound - how many claims may be under way. Up to twice as many, only guilds are served that have fewer than
 * their equal share of it.
 */
export function createCrowd(bound: number): Crowd {
  const inside = new Map<string, number>();
  let total = 0;
  let refused = 0;
  return {
    counts: () => ({ underWay: total, refused }),
    enter(guildId) {
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

/**
 * When to come back, in ms since the epoch: not all at once.
 *
 * @param forMs - how long that takes, on average
 */
export function afterCrowd(forMs: number, clock: Pick<Clock, 'now' | 'random'>): number {
  return clock.now() + forMs * (0.5 + clock.random());
}

/** Keeps the work on claims from delaying the acknowledgements of those who have just asked. */
export type AcksFirst = {
  /** Whether many acknowledgements are outstanding, so that the next one waits for nothing. */
  isCrowd(): boolean;
  /** Counts an acknowledgement until it has succeeded or failed. */
  watch(acknowledged: Promise<void>): void;
  /** Resolves at once while few acknowledgements are outstanding; in a crowd once they are few again, or in time. */
  calm(): Promise<void>;
};

/** @param options.forMs - how long work is held back at most */
export function createAcksFirst({ forMs, clock }: { forMs: number; clock: Clock }): AcksFirst {
  let outstanding = 0;
  /** what everyone waits for who is held back at this moment */
  let pause: { over: Promise<void>; end: () => void } | undefined;

  function begin(): { over: Promise<void>; end: () => void } {
    const stop = new AbortController();
    const end = () => {
      stop.abort(NOT_NEEDED);
      pause = undefined;
    };
    return { over: clock.sleep(forMs, stop.signal).then(end), end };
  }

  function acknowledge(): void {
    outstanding -= 1;
    if (outstanding <= FEW_ACKS) pause?.end();
  }

  return {
    isCrowd: () => outstanding >= FEW_ACKS,
    watch(acknowledged) {
      outstanding += 1;
      acknowledged.then(acknowledge, acknowledge);
    },
    async calm() {
      if (outstanding <= FEW_ACKS) return;
      pause ??= begin();
      await pause.over;
    },
  };
}
