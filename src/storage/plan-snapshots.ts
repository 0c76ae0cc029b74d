import { sql } from 'kysely';

import type { Plan } from '../upstream/plan.ts';
import { addAlerts } from './alerts.ts';
import type { Queries, Store } from './store.ts';
import { givenReminders, readStored, storedPlan, type GivenReminders, type PlanNews } from './stored-plan.ts';

/** What was known of an entity's plan at one time. */
export type PlanSnapshot = {
  entityId: string;
  /** the last answer that was believed; undefined until there is one */
  plan: Plan | undefined;
  /** an answer since then that was not believed */
  doubtful: Plan | undefined;
  /** of the entity, whichever guilds there were to read them: one that begins to watch later is not given them again */
  reminders: GivenReminders;
  revision: number;
};

/**
 * How many entities are watched, or, when none is so far, how many there are to watch; and how long ago one was asked for, undefined when
 * none ever was.
 */
export type WatchOverview = { watched: number; askedMsAgo: number | undefined };

/** So that taking in very many does not exceed the database's patience. */
const FOLLOWED_AT_ONCE = 10_000;

/** The plans that guilds want to be alerted about. */
export type PlanSnapshots = {
  /** How things stood when {@link follow} was last called. Cheap, to be asked all the time. */
  overview(): Promise<WatchOverview>;
  /** Takes in what guilds have begun to watch, ten thousand at most, and forgets what none watches any more: should one begin again, it begins afresh. */
  follow(): Promise<void>;
  /**
   * Those that were asked for the longest time ago, or never.
   *
   * @param lateMs - how long ago they should have been taken: they count as asked for then, so that being late does not add up
   */
  takeOldest(most: number, lateMs: number): Promise<PlanSnapshot[]>;
  /**
   * Puts what is known now in a snapshot's place, and in the same transaction what there is to tell into the outbox of alerts.
   *
   * @returns false, with nothing written, when another process was faster
   */
  replace(
    snapshot: PlanSnapshot,
    known: Pick<PlanSnapshot, 'plan' | 'doubtful' | 'reminders'>,
    news: PlanNews[],
  ): Promise<boolean>;
};

export function createPlanSnapshots(store: Store): PlanSnapshots {
  function watchedEntities(db: Queries) {
    return db
      .selectFrom('linked_entities')
      .innerJoin('guilds', 'guilds.id', 'linked_entities.guild_id')
      .where('alerts_on', '=', 1)
      .where('alert_channel_id', 'is not', null)
      .select('linked_entities.entity_id');
  }

  async function overview(db: Queries): Promise<WatchOverview> {
    const { watched, asked_at, now } = await db
      .selectFrom('plan_snapshots')
      .select((row) => [
        row.fn.countAll<number>().as('watched'),
        row.fn.max('asked_at').as('asked_at'),
        store.now.as('now'),
      ])
      .executeTakeFirstOrThrow();
    return { watched: watched || (await countUnfollowed(db)), askedMsAgo: asked_at ? now - asked_at : undefined };
  }

  async function countUnfollowed(db: Queries): Promise<number> {
    const { count } = await db
      .selectFrom(watchedEntities(db).distinct().as('entities'))
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  }

  return {
    overview: () => store.read(overview),

    follow: () =>
      store.write(async (db) => {
        await db
          .deleteFrom('plan_snapshots')
          .where((row) =>
            row.not(
              row.exists(
                watchedEntities(db).where(
                  'linked_entities.entity_id',
                  '=',
                  sql.ref<string>('plan_snapshots.entity_id'),
                ),
              ),
            ),
          )
          .execute();
        await db
          .insertInto('plan_snapshots')
          .columns(['entity_id'])
          .expression(
            watchedEntities(db)
              .distinct()
              .where((row) =>
                row.not(
                  row.exists(
                    row
                      .selectFrom('plan_snapshots')
                      .select('plan_snapshots.entity_id')
                      .whereRef('plan_snapshots.entity_id', '=', 'linked_entities.entity_id'),
                  ),
                ),
              )
              .limit(FOLLOWED_AT_ONCE),
          )
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      }),

    takeOldest: (most, lateMs) =>
      store.write(async (db) => {
        const rows = await db
          .updateTable('plan_snapshots')
          .set({ asked_at: store.before(lateMs) })
          .where('entity_id', 'in', (oldest) =>
            oldest
              .selectFrom('plan_snapshots')
              .select('entity_id')
              .orderBy('asked_at')
              .orderBy('entity_id')
              .limit(most),
          )
          .returningAll()
          .execute();
        return rows.map((row) => ({
          entityId: row.entity_id,
          plan: readStored(storedPlan, row.plan),
          doubtful: readStored(storedPlan, row.doubtful_plan),
          reminders: readStored(givenReminders, row.reminders) ?? {},
          revision: row.revision,
        }));
      }),

    replace: ({ entityId, revision }, { plan, doubtful, reminders }, news) =>
      store.write(async (db) => {
        const replaced = await db
          .updateTable('plan_snapshots')
          .set({
            plan: plan ? JSON.stringify(plan) : null,
            doubtful_plan: doubtful ? JSON.stringify(doubtful) : null,
            reminders: JSON.stringify(reminders),
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
