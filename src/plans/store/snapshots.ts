import type { Queries, Store } from '../../database/store.ts';
import { readStored } from '../../database/stored-json.ts';
import { type KnownPlan, lastWarnings, type PlanNews } from '../changes.ts';
import { storedPlan } from '../plan.ts';
import { addAlerts } from './alerts.ts';

/** What is known of an entity's plan. A guild that watches it later gets no earlier warnings. */
export type PlanSnapshot = { entityId: string; known: KnownPlan; revision: number };

/** How many entities are watched (before any is, how many are to be), and how long ago the latest read was. */
export type WatchState = { watched: number; askedMsAgo: number | undefined };

/** Keeps the transaction short enough for the database's timeout, however many entities are new. */
const FOLLOWED_AT_ONCE = 10_000;

export type PlanSnapshots = ReturnType<typeof createPlanSnapshots>;

export function createPlanSnapshots(store: Store) {
  function watchedEntities(db: Queries) {
    return db
      .selectFrom('linked_entities')
      .innerJoin('guilds', 'guilds.id', 'linked_entities.guild_id')
      .where('alerts_on', '=', 1)
      .where('alert_channel_id', 'is not', null)
      .select('linked_entities.entity_id');
  }

  return {
    /** As of the last `follow`. Cheap enough to poll. */
    async watchState(): Promise<WatchState> {
      const { watched, asked_at, now } = await store.read((db) =>
        db
          .selectFrom('plan_snapshots')
          .select((eb) => {
            const followed = eb.fn.countAll<number>();
            const unfollowed = eb
              .selectFrom(watchedEntities(db).distinct().as('entities'))
              .select(({ fn }) => fn.countAll<number>().as('count'));
            return [
              eb.case().when(followed, '>', 0).then(followed).else(unfollowed).end().as('watched'),
              eb.fn.max('asked_at').as('asked_at'),
              store.now.as('now'),
            ];
          })
          .executeTakeFirstOrThrow(),
      );
      return { watched, askedMsAgo: asked_at ? now - asked_at : undefined };
    },

    /** Adds up to ten thousand entities that guilds have begun to watch, and deletes those that none watches any more. */
    follow: (): Promise<void> =>
      store.write(async (db) => {
        const followed = db.selectFrom('plan_snapshots').select('entity_id');
        await db
          .deleteFrom('plan_snapshots')
          .where('entity_id', 'in', followed.except(watchedEntities(db)))
          .execute();
        await db
          .insertInto('plan_snapshots')
          .columns(['entity_id'])
          .expression(watchedEntities(db).except(followed).limit(FOLLOWED_AT_ONCE))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }),

    /**
     * Takes the entities that were read longest ago, or never.
     *
     * @param lateMs - how long ago they were due: they count as read then, so that delays do not add up
     */
    takeOldest: (max: number, lateMs: number): Promise<PlanSnapshot[]> =>
      store.write(async (db) => {
        const rows = await db
          .updateTable('plan_snapshots')
          .set({ asked_at: store.before(lateMs) })
          .where('entity_id', 'in', (eb) =>
            eb.selectFrom('plan_snapshots').select('entity_id').orderBy('asked_at').orderBy('entity_id').limit(max),
          )
          .returningAll()
          .execute();
        return rows.map((row) => ({
          entityId: row.entity_id,
          known: {
            plan: readStored(storedPlan, row.plan),
            doubtful: readStored(storedPlan, row.doubtful_plan),
            warned: readStored(lastWarnings, row.warned) ?? {},
          },
          revision: row.revision,
        }));
      }),

    /** Alerts of the news are queued with it. @returns false, with nothing written, if another process was first */
    replace: (
      { entityId, revision }: PlanSnapshot,
      { plan, doubtful, warned }: KnownPlan,
      news: PlanNews[],
    ): Promise<boolean> =>
      store.write(async (db) => {
        const replaced = await db
          .updateTable('plan_snapshots')
          .set({
            plan: plan ? JSON.stringify(plan) : null,
            doubtful_plan: doubtful ? JSON.stringify(doubtful) : null,
            warned: JSON.stringify(warned),
            revision: revision + 1,
          })
          .where('entity_id', '=', entityId)
          .where('revision', '=', revision)
          .returning('entity_id')
          .executeTakeFirst();
        if (replaced && plan && news.length > 0) await addAlerts(db, store, { entityId, news, plan });
        return replaced !== undefined;
      }),
  };
}
