import { randomBytes } from 'node:crypto';

import { z } from 'zod';

import type { Queries, Store } from '../../database/store.ts';
import { createOutbox, DEFAULT_LOCALE, type Outbox, type OutboxOptions, type Post } from '../../guilds/store/outbox.ts';
import type { Log } from '../../log.ts';
import type { Plan } from '../plan.ts';
import { planNews, type PlanNews, readStored, storedPlan } from './stored-plan.ts';

/** News about an entity's plan for one guild. */
export type Alert = Post & {
  kind: 'alert';
  entityId: string;
  /** what the guild calls the entity */
  label: string;
  news: PlanNews[];
  /** the plan after the news */
  plan: Plan;
  /** the role to mention */
  roleId?: string | undefined;
};

const ID_BYTES = 15;

/**
 * The outbox of alerts. Reminders of deadlines that have passed are left out, and so are alerts about entities that are
 * no longer linked.
 */
export function createAlerts(options: OutboxOptions & { log: Log }): Outbox<Alert> {
  const { store, log } = options;

  function findOldest(guildId: string) {
    return store.read((db) =>
      db
        .selectFrom('alerts')
        .innerJoin('guilds', 'guilds.id', 'alerts.guild_id')
        .leftJoin('linked_entities', (join) =>
          join
            .onRef('linked_entities.guild_id', '=', 'alerts.guild_id')
            .onRef('linked_entities.entity_id', '=', 'alerts.entity_id'),
        )
        .select(['alerts.id', 'alerts.guild_id', 'alerts.entity_id', 'alerts.news', 'alerts.plan'])
        .select(['guilds.alert_channel_id', 'guilds.alert_role_id', 'guilds.locale'])
        .select(['linked_entities.label', store.now.as('now')])
        .where('alerts.guild_id', '=', guildId)
        .where('posted_at', 'is', null)
        .where('alerts_on', '=', 1)
        .where('alert_channel_id', 'is not', null)
        .orderBy('alerts.created_at')
        .limit(1)
        .executeTakeFirst(),
    );
  }

  return createOutbox({
    ...options,
    table: 'alerts',
    kindOf: () => 'alerts',
    findOldest,
    toPost: (row): Alert | undefined => {
      const plan = readStored(storedPlan, row.plan);
      const stored = readStored(z.array(planNews), row.news);
      if (!plan || !stored) {
        log.error({ postId: row.id }, 'a stored alert cannot be read, it is dropped');
        return undefined;
      }
      const news = stored.filter((one) => one.kind !== 'reminder' || one.at > row.now);
      if (row.label === null || news.length === 0) return undefined;
      return {
        kind: 'alert',
        id: row.id,
        nonce: row.id,
        guildId: row.guild_id,
        channelId: row.alert_channel_id ?? '',
        locale: row.locale ?? DEFAULT_LOCALE,
        entityId: row.entity_id,
        label: row.label,
        news,
        plan,
        roleId: row.alert_role_id ?? undefined,
      };
    },
  });
}

/** Queues an alert for each guild that wants alerts about the entity, within the caller's transaction. */
export async function addAlerts(
  db: Queries,
  store: Pick<Store, 'now'>,
  { entityId, news, plan }: Pick<Alert, 'entityId' | 'news' | 'plan'>,
): Promise<void> {
  const guilds = await db
    .selectFrom('guilds')
    .innerJoin('linked_entities', 'linked_entities.guild_id', 'guilds.id')
    .where('entity_id', '=', entityId)
    .where('alerts_on', '=', 1)
    .where('alert_channel_id', 'is not', null)
    .select('guilds.id')
    .execute();
  for (const { id: guildId } of guilds) {
    await db
      .insertInto('alerts')
      .values({
        id: randomBytes(ID_BYTES).toString('base64url'),
        guild_id: guildId,
        entity_id: entityId,
        news: JSON.stringify(news),
        plan: JSON.stringify(plan),
        created_at: store.now,
      })
      .execute();
  }
}
