import { z } from 'zod';

import type { Member } from '../member.ts';
import type { Redis } from '../work/redis.ts';
import { LIST_LASTS_MS, type PagedLists } from './paged-lists.ts';

/** A list is at most half a megabyte, a report of a thousand plans. */
const SHARED_IN_GUILD = 20;

/**
 * Lists that any process, perhaps of another version, can page through: each is kept where it was opened, and in Redis
 * for the others. While Redis is away, the process that opened a list alone knows it.
 */
export function shareLists<T>(
  own: PagedLists<T>,
  { redis, name, schema, now }: { redis: Redis; name: string; schema: z.ZodType<T>; now: () => number },
): PagedLists<T> {
  const shared = z.object({ guildId: z.string(), userId: z.string(), list: schema });
  const keyOf = (id: string) => redis.keyOf('list', name, id);

  /** The oldest lists of the guild give way. */
  async function share(owner: Member, id: string, list: T): Promise<void> {
    const ofGuild = redis.keyOf('lists', name, owner.guildId);
    const [, , , count] = await redis.client
      .multi()
      .set(keyOf(id), JSON.stringify({ ...owner, list }), { expiration: { type: 'PX', value: LIST_LASTS_MS } })
      .zAdd(ofGuild, { score: now(), value: id })
      .pExpire(ofGuild, LIST_LASTS_MS)
      .zCard(ofGuild)
      .exec();
    const surplus = Number(count) - SHARED_IN_GUILD;
    if (surplus <= 0) return;
    const oldest = await redis.client.zPopMinCount(ofGuild, surplus);
    await redis.client.del(oldest.map(({ value }) => keyOf(value)));
  }

  return {
    async open({ guildId, userId }, list, size) {
      const id = await own.open({ guildId, userId }, list, size);
      await redis.patiently(share({ guildId, userId }, id, list)).catch(() => undefined);
      return id;
    },
    async find(owner, id) {
      const found = await own.find(owner, id);
      if (found !== undefined) return found;
      const text = await redis.patiently(redis.client.get(keyOf(id))).catch(() => null);
      const { data } = shared.safeParse(text === null ? undefined : JSON.parse(text));
      return data?.guildId === owner.guildId && data.userId === owner.userId ? data.list : undefined;
    },
  };
}
