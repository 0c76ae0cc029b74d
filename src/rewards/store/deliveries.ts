import { sql } from 'kysely';

import { takeHeld } from '../../database/held-rows.ts';
import { among, REPEATABLE, type Store } from '../../database/store.ts';
import { queuePosts } from '../../guilds/store/posts.ts';
import { forgive, owe } from '../../people/store/owed.ts';
import type { Sealer } from '../../secrets/sealer.ts';
import {
  type DeliveryState,
  FAILING_AFTER,
  HOOK_FAILING,
  HOOK_STOPPED,
  type HookKind,
  type Outcome,
  readOutcome,
  writeOutcome,
} from '../hook.ts';
import type { Message } from '../message.ts';
import { type AfterTry, HOOK_LEASE_MS, recordOf, TRY_LASTS_MS } from '../schedule.ts';
import { openTarget, type Target } from './hooks.ts';
import { addRewardNotice, announceArrival } from './notices.ts';

/**
 * A due message, or a vote that a process left unanswered. `target`: undefined when the key that sealed the hook is lost;
 * `failures`: of the hook, in a row
 */
export type Delivery = {
  id: number;
  hookId: string;
  kind: HookKind;
  guildId: string;
  claimId: string;
  state: Extract<DeliveryState, 'due' | 'sending'>;
  /** of a vote that went out, by which its try is known again: when it would be over */
  dueAt: number;
  message: Message;
  target: Target | undefined;
  tries: number;
  failures: number;
  /** of the hook's last try that failed */
  lastOutcome: Outcome | undefined;
};

/** Of a hook: `unwell` since a try failed, until one succeeds. */
export type HookHealth = 'well' | 'unwell';
export type DueHook = { id: string; guildId: string; health: HookHealth };

/** What a process offers. `guilds`: those with a slot already; `further`: how many of the free slots they may take */
export type FreeSlots = { free: number; further: number; guilds: readonly string[] };

export type Deliveries = ReturnType<typeof createDeliveries>;

/**
 * Tables `reward_deliveries` and `reward_hooks`, to send the messages of each hook one by one, in the order of the
 * claims. Each function is one transaction.
 */
export function createDeliveries({ store, sealer }: { store: Store; sealer: Sealer }) {
  const { now } = store;
  const has = (state: 'due' | 'sending') => sql<boolean>`exists (
    select 1 from reward_deliveries
    where hook_id = reward_hooks.id and reward_deliveries.state = ${sql.lit(state)} and due_at <= ${now})`;
  /** Of a row of `reward_hooks`: whether something is due, and may be sent, or a vote is left unanswered. */
  const isDue = sql<boolean>`((reward_hooks.state = 'on' and next_at <= ${now} and ${has('due')}) or ${has('sending')})`;

  /** `is_further`: 1 for a hook whose guild has a slot, or gets one before */
  async function choose(health: HookHealth, { free, further, guilds }: FreeSlots): Promise<string[]> {
    if (free <= 0) return [];
    const failures = health === 'well' ? sql`failures = 0` : sql`failures > 0`;
    const { rows } = await store.read((db) =>
      sql<{ id: string; is_further: number }>`
        select id,
          case when nth > 1 or guild_id in ${among(store, guilds)} then 1 else 0 end as is_further
        from (
          select id, guild_id, next_at, row_number() over (partition by guild_id order by next_at, id) as nth
          from reward_hooks where ${isDue} and ${failures} and held_until <= ${now}
        ) as due
        order by is_further, nth, next_at, id
        limit ${sql.lit(free)}`.execute(db),
    );
    return rows.filter(({ is_further }, index) => is_further === 0 || index < further).map(({ id }) => id);
  }

  return {
    /**
     * Takes hooks with due messages as far as there are slots: first one of each guild without a slot, then others,
     * within each group by how long they have waited.
     */
    async takeHooks({ well, unwell }: Readonly<Record<HookHealth, FreeSlots>>): Promise<DueHook[]> {
      const found = await Promise.all([choose('well', well), choose('unwell', unwell)]);
      const chosen = found.flat();
      if (chosen.length === 0) return [];
      const taken = await store.write((db) =>
        takeHeld(db, store, 'reward_hooks', {
          where: sql<boolean>`${isDue} and id in ${among(store, chosen)}`,
          orderBy: sql`id`,
          limit: chosen.length,
          leaseMs: HOOK_LEASE_MS,
        }),
      );
      return taken.map(({ id, guild_id, failures }) => ({
        id,
        guildId: guild_id,
        health: failures === 0 ? 'well' : 'unwell',
      }));
    },

    /** The oldest due message of a hook that is on and does not rest, or unanswered vote of any. */
    async next(hookId: string): Promise<Delivery | undefined> {
      const row = await store.read((db) =>
        db
          .selectFrom('reward_deliveries')
          .innerJoin('reward_hooks', 'reward_hooks.id', 'reward_deliveries.hook_id')
          .selectAll('reward_hooks')
          .select(['reward_deliveries.id as delivery_id', 'reward_deliveries.state as delivery_state'])
          .select(['claim_id', 'message_id', 'body', 'tries', 'due_at', now.as('now')])
          .where('hook_id', '=', hookId)
          .where('reward_deliveries.state', 'in', ['due', 'sending'])
          .where('due_at', '<=', now)
          .where((eb) =>
            eb.or([
              eb('reward_deliveries.state', '=', 'sending'),
              eb.and([eb('reward_hooks.state', '=', 'on'), eb('next_at', '<=', now)]),
            ]),
          )
          .orderBy('reward_deliveries.id')
          .limit(1)
          .executeTakeFirst(),
      );
      if (!row) return undefined;
      const { delivery_id: id, delivery_state, guild_id: guildId, claim_id: claimId, kind, tries, failures } = row;
      const state = delivery_state === 'sending' ? 'sending' : 'due';
      const message = { id: row.message_id, body: row.body };
      const lastOutcome = readOutcome(row.last_outcome ?? '');
      const target = openTarget(sealer, row);
      const dueAt = row.due_at;
      return { id, hookId, kind, guildId, claimId, state, dueAt, message, target, tries, failures, lastOutcome };
    },

    /**
     * Records that a vote goes out, before it does: a process that finds it unanswered once a try would be over does not
     * send it again.
     *
     * @returns when the try would be over; undefined when it must not be sent any more
     */
    begin({ id }: Delivery): Promise<number | undefined> {
      let begunUntil = 0;
      return store.write(async (db) => {
        const begun = await db
          .updateTable('reward_deliveries')
          .set({ state: 'sending', due_at: store.after(TRY_LASTS_MS) })
          .where('id', '=', id)
          // A first run that was committed after all began this same try.
          .where((eb) => eb.or([eb('state', '=', 'due'), eb.and({ state: 'sending', due_at: begunUntil })]))
          .returning('due_at')
          .executeTakeFirst();
        if (begun) begunUntil = begun.due_at;
        return begun?.due_at;
      }, REPEATABLE);
    },

    /**
     * Records a try, and renews the lease if it delivered.
     *
     * @param tried - the message as the try left it: `sending`, with the new `dueAt`, for a vote that went out
     * @returns `stopped` when that turned the hook off, `lost` when the vote has had another try, or is decided
     */
    record: (
      delivery: Delivery,
      outcome: Outcome,
      after: AfterTry,
    ): Promise<'delivered' | 'parked' | 'failed' | 'stopped' | 'lost'> =>
      store.write(async (db) => {
        const { id, hookId, guildId, claimId, state, dueAt, tries, failures } = delivery;
        const { from, startsFailing, asksModerators, recovers } = recordOf(delivery, after);
        const whose = { guildId, subject: hookId };
        const written = writeOutcome(outcome);
        const message = db
          .updateTable('reward_deliveries')
          .set({ tries: tries + 1, outcome: written })
          .where('id', '=', id)
          .where('state', 'in', from)
          .$if(state === 'sending', (ofTry) => ofTry.where('due_at', '=', dueAt));
        const hook = db.updateTable('reward_hooks').where('id', '=', hookId);
        if (after.kind === 'delivered') {
          const { numUpdatedRows } = await message.set({ state: 'delivered', ended_at: now }).executeTakeFirst();
          if (numUpdatedRows === 0n && state === 'sending') return 'lost';
          await announceArrival(db, store, claimId);
          if (recovers) await forgive(db, HOOK_FAILING, whose);
          await hook
            .set({ failures: 0, failing_since: null, next_at: now, held_until: store.after(HOOK_LEASE_MS) })
            .execute();
          return 'delivered';
        }
        const { kind, hookRestsMs, stops } = after;
        const { numUpdatedRows } = await message
          .set(kind === 'parked' ? { state: 'parked' } : { state: 'due', due_at: store.after(after.messageRestsMs) })
          .executeTakeFirst();
        if (numUpdatedRows === 0n && state === 'sending') return 'lost';
        if (numUpdatedRows > 0n && asksModerators) {
          await queuePosts(db, store, [{ kind: 'delivery', guildId, channel: 'moderators', claimId, detail: {} }]);
        }
        if (hookRestsMs === undefined) return kind;
        const failed = await hook
          .set({
            failures: failures + 1,
            // Also when a manager has resumed the hook during the try.
            ...(failures + 1 >= FAILING_AFTER && { failing_since: sql<number>`coalesce(failing_since, ${now})` }),
            last_outcome: written,
            next_at: store.after(hookRestsMs),
          })
          .returning(['number', 'kind'])
          .executeTakeFirst();
        if (failed && startsFailing) await owe(db, store, HOOK_FAILING, whose, { ...failed, outcome: written });
        if (!stops) return kind;
        const stopped = await hook
          .set({ state: stops })
          .where('state', '=', 'on')
          .returning(['number', 'kind'])
          .executeTakeFirst();
        if (!stopped) return kind;
        await forgive(db, HOOK_FAILING, whose);
        await owe(db, store, HOOK_STOPPED, whose, { ...stopped, state: stops });
        await addRewardNotice(db, store, guildId, 'webhook');
        return 'stopped';
      }),

    release: (hookId: string): Promise<void> =>
      store.write(async (db) => {
        await db.updateTable('reward_hooks').set({ held_until: now }).where('id', '=', hookId).execute();
      }),
  };
}
