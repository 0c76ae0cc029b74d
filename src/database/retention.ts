import { type RawBuilder, sql } from 'kysely';

import { chunksOf } from '../work/chunks.ts';
import { DAY_MS } from '../work/clock.ts';
import { deleteAbandonedClaims, deleteClaims, deleteRows, forgetGuild } from './forgetting.ts';
import { type Store, VALUES_AT_ONCE } from './store.ts';

/** What has not been posted by then is no longer news. */
const POST_KEPT_MS = 30 * DAY_MS;
/** A player who has waited for so long has had the reward by another way, or has left. */
const REWARD_KEPT_MS = 30 * DAY_MS;
/** A role that could not be removed for so long is left to the managers. */
const ROLE_KEPT_MS = 60 * DAY_MS;
/** Quiet hours of somebody who may want to be reminded again. */
const REMINDER_KEPT_MS = 90 * DAY_MS;
/** What a person was not told: they have not been here. */
const OWED_KEPT_MS = 90 * DAY_MS;
/** Longer than a month, which is the longest period of a goal: within it, its post is made once. */
const GOAL_KEPT_DAYS = 62;
const ABSENT_GUILD_KEPT_MS = 30 * DAY_MS;

export type Retention = ReturnType<typeof createRetention>;

/** What is kept, and for how long. `doubtMs`: attempts of deleted claims, as a lost answer puts later answers in doubt */
export function createRetention(
  store: Store,
  lasts: { doubtMs: number; pendingLinkMs: number; closedClaimMs: number },
) {
  const dropped = (isWaiting: RawBuilder<unknown>) =>
    sql`update reward_deliveries set state = 'dropped', ended_at = ${store.now}
        where ${isWaiting} and created_at < ${store.before(REWARD_KEPT_MS)}`;

  return {
    /** Deletes what has outlived its purpose. */
    async forgetOld(): Promise<void> {
      const isOver = sql`claim_id is null and started_at < ${store.before(lasts.doubtMs)}`;
      await deleteRows(store, 'claim_attempts', isOver);
      const isOld = sql`created_at < ${store.before(POST_KEPT_MS)}`;
      await deleteRows(
        store,
        'posts',
        sql`${isOld} and (kind <> 'goal' or created_at < ${store.before(GOAL_KEPT_DAYS * DAY_MS)})`,
      );
      await store.write(async (db) => {
        for (const statement of [
          sql`delete from pending_links where created_at <= ${store.before(lasts.pendingLinkMs)}`,
          sql`delete from goal_days where day < ${store.now} / ${sql.lit(DAY_MS)} - ${sql.lit(GOAL_KEPT_DAYS)}`,
          dropped(sql`state = 'held'`),
          dropped(sql`state = 'due'`),
          sql`update reward_hooks set sealed_old_secret = null, old_secret_until = null
              where old_secret_until <= ${store.now}`,
          sql`delete from reward_decisions where claim_id is null and at < ${store.before(lasts.closedClaimMs)}`,
          sql`delete from name_questions where outcome is not null and asked_at < ${store.before(POST_KEPT_MS)}`,
          sql`delete from voter_role_grants where until_at < ${store.before(ROLE_KEPT_MS)}`,
          sql`delete from reminders where state <> 'on' and changed_at < ${store.before(REMINDER_KEPT_MS)}`,
          sql`delete from owed where user_id is not null and at < ${store.before(OWED_KEPT_MS)}`,
        ]) {
          await statement.execute(db);
        }
      });
      await deleteAbandonedClaims(store);
      // Parked claims stay: what became of them is not known.
      const areOld = sql`state = 'closed' and closed_at < ${store.before(lasts.closedClaimMs)} order by closed_at`;
      await deleteClaims(store, areOld);
      // Nobody has claimed with it for so long.
      const isUnused = sql`owned_at < ${store.before(lasts.closedClaimMs)} and not exists (
        select 1 from claim_attempts
        where claim_attempts.folded_name = owned_names.folded_name and claim_attempts.guild_id = owned_names.guild_id)`;
      await deleteRows(store, 'owned_names', isUnused);
    },

    /** @param present - every guild that the bot is in; one that was in no such list for 30 days is deleted with its data */
    async keepGuilds(present: readonly string[]): Promise<void> {
      for (const some of chunksOf(present, VALUES_AT_ONCE)) {
        await store.write((db) =>
          db.updateTable('guilds').set({ last_seen_at: store.now }).where('id', 'in', some).execute(),
        );
      }
      const absent = await store.read((db) =>
        db.selectFrom('guilds').select('id').where('last_seen_at', '<', store.before(ABSENT_GUILD_KEPT_MS)).execute(),
      );
      const failures: unknown[] = [];
      for (const { id } of absent) await forgetGuild(store, id).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw new AggregateError(failures, 'not every guild could be forgotten');
    },
  };
}
