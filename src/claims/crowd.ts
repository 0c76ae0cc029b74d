import { type Clock, NOT_NEEDED } from '../work/clock.ts';
import { succeeds } from '../work/retry.ts';

/** More acknowledgements than these are a crowd. */
const FEW_ACKS = 100;

export type Crowd = ReturnType<typeof createCrowd>;

/**
 * The claims that are under way in this process.
 *
 * @param bound - how many there may be. Guilds with less than an equal share of it may bring twice as many
 */
export function createCrowd(bound: number) {
  const inside = new Map<string, number>();
  let total = 0;
  let refused = 0;
  return {
    counts: () => ({ underWay: total, refused }),
    /** @returns what to call once the claim is told; undefined when there are too many, and the guild has its share */
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

/** When to come back, in ms since the epoch: `forMs` from now on average, spread so that not all come at once. */
export function afterCrowd(forMs: number, clock: Pick<Clock, 'now' | 'random'>): number {
  return clock.now() + forMs * (0.5 + clock.random());
}

/** Delays the work on claims, at most `forMs`, while many people wait for their acknowledgement. */
export function createAcksFirst({ forMs, clock }: { forMs: number; clock: Clock }) {
  let outstanding = 0;
  /** shared by all work that is delayed */
  let pause: ReturnType<typeof delay> | undefined;

  function delay() {
    const stop = new AbortController();
    const end = () => {
      stop.abort(NOT_NEEDED);
      pause = undefined;
    };
    return { over: clock.sleep(forMs, stop.signal).then(end), end };
  }

  return {
    /** Whether so many acknowledgements are outstanding that the next one is sent at once. */
    isCrowd: () => outstanding >= FEW_ACKS,
    /** Counts an acknowledgement until it has succeeded or failed. */
    watch(acknowledged: Promise<void>): void {
      outstanding += 1;
      void succeeds(acknowledged).then(() => {
        outstanding -= 1;
        if (outstanding <= FEW_ACKS) pause?.end();
      });
    },
    /** Resolves once few acknowledgements are outstanding, or after `forMs`. */
    async calm(): Promise<void> {
      if (outstanding <= FEW_ACKS) return;
      pause ??= delay();
      await pause.over;
    },
  };
}
