import { MINUTE_MS } from '../clock.ts';
import type { Member } from '../member.ts';
import { randomUUID } from 'node:crypto';

import { LRUCache } from 'lru-cache';

/**
 * Lists that people are paging through, by the id that their buttons carry. They are kept in this process only: all
 * interactions of a guild arrive at one process, and a person whose list is gone runs the command again.
 */
export type PagedLists<T> = {
  /**
   * @param size - the list's number of entries; of all lists together {@link MAX_LISTED} are kept, least recently used
   * out first
   */
  open(owner: Member, list: T, size: number): string;
  /** @returns undefined when the list has expired, or is not this person's in this guild */
  find(owner: Member, id: string): T | undefined;
};

export const LIST_LASTS_MS = 30 * MINUTE_MS;
const MAX_LISTED = 100_000;

export function createPagedLists<T>(now: () => number): PagedLists<T> {
  const lists = new LRUCache<string, { owner: Member; list: T }>({
    maxSize: MAX_LISTED,
    ttl: LIST_LASTS_MS,
    ttlResolution: 0,
    perf: { now },
  });
  return {
    open({ guildId, userId }, list, size) {
      const id = randomUUID();
      lists.set(id, { owner: { guildId, userId }, list }, { size: Math.max(1, size) });
      return id;
    },
    find({ guildId, userId }, id) {
      const found = lists.get(id);
      return found?.owner.guildId === guildId && found.owner.userId === userId ? found.list : undefined;
    },
  };
}
