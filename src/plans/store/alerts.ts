import { z } from 'zod';

import type { Queries, Store } from '../../database/store.ts';
import { type PostShape, queuePosts } from '../../guilds/store/posts.ts';
import { planNews, type PlanNews, stillNews } from '../changes.ts';
import { type Plan, storedPlan } from '../plan.ts';

export type Alert = {
  entityId: string;
  /** what the guild calls the entity */
  label: string;
  news: PlanNews[];
  /** after the news */
  plan: Plan;
  /** in ms since the epoch, on the database's clock */
  at: number;
};

/** `linkId`: of the guild's link to the entity; linking anew makes another */
type Detail = { linkId: number; news: PlanNews[]; plan: Plan };

/** While a newer process takes over, an older one tells the news that it knows, and leaves out the rest. */
const knownNews = z.array(z.unknown()).transform((all) => all.flatMap((news) => planNews.safeParse(news).data ?? []));

export const alert: PostShape<Detail, Alert> = {
  detail: z.object({ linkId: z.number(), news: knownNews, plan: storedPlan }),
  async read(db, { takenAt, detail: { linkId, news: all, plan } }) {
    const link = await db
      .selectFrom('linked_entities')
      .select(['entity_id as entityId', 'label'])
      .where('id', '=', linkId)
      .executeTakeFirst();
    const news = stillNews(all, takenAt);
    return link && news.length > 0 ? { ...link, news, plan, at: takenAt } : undefined;
  },
};

/** Queues an alert for each guild that wants alerts about the entity, within the caller's transaction. */
export async function addAlerts(
  db: Queries,
  store: Store,
  { entityId, news, plan }: Pick<Alert, 'entityId' | 'news' | 'plan'>,
): Promise<void> {
  const links = await db
    .selectFrom('linked_entities')
    .select(['id', 'guild_id'])
    .where('entity_id', '=', entityId)
    .execute();
  const posts = links.map(({ id: linkId, guild_id: guildId }) => ({
    kind: 'alert' as const,
    guildId,
    channel: 'alerts' as const,
    detail: { linkId, news, plan },
  }));
  await queuePosts(db, store, posts);
}
