import { bulkhead } from 'cockatiel';

import { SECOND_MS } from './clock.ts';
import { BusyError } from './errors.ts';

const MAX_WAITING = 5;
const TRY_AGAIN_AFTER_MS = 10 * SECOND_MS;

export type Turns = ReturnType<typeof createTurns>;

/**
 * Shares heavy work out, `atOnce` pieces at a time. Each guild has one piece under way or next in line, so that another
 * guild's waits for one of its pieces, however many it has.
 *
 * @param options.waiting - how many pieces of a guild may wait for their turn
 */
export function createTurns(options: { atOnce: number; waiting?: number; now: () => number }) {
  const { atOnce, waiting = MAX_WAITING, now } = options;
  const executor = bulkhead(atOnce, Infinity);
  const guilds = new Map<string, { pieces: number; last: Promise<unknown> }>();
  return {
    /** @throws {@link BusyError} when too much work of this guild waits already, and whatever `work` throws */
    async run<T>(guildId: string, work: () => Promise<T>): Promise<T> {
      const guild = guilds.get(guildId) ?? { pieces: 0, last: Promise.resolve() };
      if (guild.pieces > waiting) throw new BusyError(now() + TRY_AGAIN_AFTER_MS, 'turns');
      guilds.set(guildId, guild);
      guild.pieces += 1;
      const done = guild.last.then(() => executor.execute(work));
      guild.last = done.catch(() => undefined);
      try {
        return await done;
      } finally {
        guild.pieces -= 1;
        if (guild.pieces === 0) guilds.delete(guildId);
      }
    },
  };
}
