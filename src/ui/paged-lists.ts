import { LRUCache } from 'lru-cache';

import type { Member } from '../member.ts';
import { atMost } from '../work/at-most.ts';
import { MINUTE_MS } from '../work/clock.ts';
import { newId } from '../work/ids.ts';

/** Lists that people are paging through, by the id that their buttons carry. */
export type PagedLists<T> = {
  /** @param size - how many entries it has; beyond {@link MAX_LISTED_IN_GUILD} a guild's least recently used give way */
  open(owner: Member, list: T, size: number): Promise<string>;
  /** @returns undefined when the list has expired, or is not this person's in this guild */
  find(owner: Member, id: string): Promise<T | undefined>;
};

export const LIST_LASTS_MS = 30 * MINUTE_MS;
/** Ten of the largest reports. */
const MAX_LISTED_IN_GUILD = 10_000;
/** Of all guilds together. Beyond it the guild with the most entries gives way. */
const MAX_LISTED = 100_000;
const MAX_GUILDS = 10_000;

export function createPagedLists<T>(now: () => number): PagedLists<T> {
  const expiring = { ttl: LIST_LASTS_MS, ttlResolution: 0, perf: { now } } as const;
  type Lists = LRUCache<string, { userId: string; list: T }>;
  // Those of a guild are kept as long as the one that was opened last.
  const guilds = new LRUCache<string, Lists>({ ...expiring, ...atMost(MAX_GUILDS) });

  return {
    open({ guildId, userId }, list, size) {
      const id = newId();
      const lists: Lists = guilds.get(guildId) ?? new LRUCache({ ...expiring, maxSize: MAX_LISTED_IN_GUILD });
      lists.set(id, { userId, list }, { size: Math.max(1, size) });
      guilds.set(guildId, lists);
      guilds.purgeStale();
      const all = [...guilds.values()];
      while (all.reduce((sum, { calculatedSize }) => sum + calculatedSize, 0) > MAX_LISTED) {
        all.reduce((one, other) => (other.calculatedSize > one.calculatedSize ? other : one)).pop();
      }
      return Promise.resolve(id);
    },
    find({ guildId, userId }, id) {
      const found = guilds.get(guildId)?.get(id);
      return Promise.resolve(found?.userId === userId ? found.list : undefined);
    },
  };
}
