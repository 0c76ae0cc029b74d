import type { Queries, Store } from '../../database/store.ts';
import type { Clock } from '../../clock.ts';
import type { Secret } from '../../secret.ts';
import { type Sealer, UnsealError } from '../../secrets/sealer.ts';
import { isDelivered, isGone, type Outcome, writeOutcome } from '../hook.ts';
import type { Message } from '../message.ts';
import { grantedWait, HOOK_LEASE_MS, pauseAfterTry, pauseOfHook } from '../schedule.ts';
import { addRewardNotice } from './notices.ts';
import { addressPlace, oldSecretPlace, secretPlace } from './sealed-places.ts';

/** A message that is due at a hook. `target`: undefined when the key is lost that sealed it */
export type Delivery = {
  id: number;
  hookId: string;
  guildId: string;
  claimId: string;
  message: Message;
  target: { address: string; secrets: Secret[] } | undefined;
  tries: number;
  failures: number;
};

/** Hooks that kept failing wait apart from the others, so that these do not wait for them. */
export type HookHealth = 'well' | 'failing';

/**
 * The places that a process has left. `further`: how many of them hooks may take whose guild has one already; `guilds`:
 * those that have one
 */
export type FreePlaces = { free: number; further: number; guilds: readonly string[] };

/**
 * What is to be delivered. A process that takes a hook holds it by a lease and sends its messages one by one, in the
 * order of the claims; if it is killed, another goes on when the lease has ended, with the same ids.
 */
export type Deliveries = {
  /**
   * Takes hooks with something due that nobody holds, as far as there are places: first one of each guild that has none,
   * then others, those before that have waited longest.
   */
  takeHooks(health: HookHealth, places: FreePlaces): Promise<{ id: string; guildId: string }[]>;
  /** The oldest message that is due at a hook that is on. */
  next(hookId: string): Promise<Delivery | undefined>;
  /**
   * Records what became of a try, renewing the lease. A message that failed is due again after a pause; after its last
   * try the hook is stopped, and so it is by a receiver that wants no more.
   *
   * @returns whether it was delivered, or the hook is to be left alone for now
   */
  record(
    delivery: Delivery,
    sent: { outcome: Outcome; retryAfterMs?: number | undefined },
  ): Promise<'delivered' | 'failed' | 'stopped'>;
  /** Gives a hook back. */
  release(hookId: string): Promise<void>;
};

export function createDeliveries({
  store,
  sealer,
  clock,
}: {
  store: Store;
  sealer: Sealer;
  clock: Pick<Clock, 'random'>;
}): Deliveries {
  const { now } = store;
  const given = (ids: readonly string[]) =>
    store.given(
      { id: 'text' },
      ids.map((id) => ({ id })),
    );

  /** The hooks that can be taken. */
  const takeable = (db: Queries, health: HookHealth) =>
    db
      .selectFrom('reward_hooks')
      .where('state', '=', 'on')
      .where('failures', health === 'well' ? '=' : '>', 0)
      .where('held_until', '<=', now)
      .where('next_at', '<=', now)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('reward_deliveries')
            .select('reward_deliveries.id')
            .whereRef('hook_id', '=', 'reward_hooks.id')
            .where('reward_deliveries.state', '=', 'due')
            .where('due_at', '<=', now),
        ),
      );

  /** The same in the order in which they are taken. `is_further`: 1 for one whose guild has, or gets, a place before. */
  const inLine = (db: Queries, health: HookHealth, guilds: readonly string[]) =>
    db
      .selectFrom(
        takeable(db, health)
          .select(['id', 'guild_id', 'next_at'])
          .select(({ fn }) =>
            fn
              .agg<number>('row_number')
              .over((over) => over.partitionBy('guild_id').orderBy('next_at').orderBy('id'))
              .as('turn'),
          )
          .as('due'),
      )
      .select('id')
      .select((eb) =>
        eb
          .case()
          .when('turn', '>', 1)
          .then(1)
          .when('guild_id', 'in', eb.selectFrom(given(guilds)).select('given.id'))
          .then(1)
          .else(0)
          .end()
          .as('is_further'),
      )
      .orderBy('is_further')
      .orderBy('turn')
      .orderBy('next_at')
      .orderBy('id');

  function openTarget(row: SealedHook): Delivery['target'] {
    const { id, guild_id, sealed_address, sealed_secret, sealed_old_secret } = row;
    if (sealed_address === null || sealed_secret === null) return undefined;
    try {
      const secrets = [sealer.open(sealed_secret, secretPlace(guild_id, id))];
      if (sealed_old_secret !== null) secrets.push(sealer.open(sealed_old_secret, oldSecretPlace(guild_id, id)));
      return { address: sealer.open(sealed_address, addressPlace(guild_id, id)).reveal(), secrets };
    } catch (error) {
      if (error instanceof UnsealError) return undefined;
      throw error;
    }
  }

  return {
    async takeHooks(health, { free, further, guilds }) {
      if (free <= 0) return [];
      const due = await store.read((db) => inLine(db, health, guilds).limit(free).execute());
      const chosen = due.filter(({ is_further }, index) => is_further === 0 || index < further).map(({ id }) => id);
      if (chosen.length === 0) return [];
      const taken = await store.write((db) =>
        db
          .updateTable('reward_hooks')
          .set({ held_until: store.after(HOOK_LEASE_MS) })
          .where('id', 'in', (eb) =>
            takeable(db, health)
              .select('id')
              .where('id', 'in', eb.selectFrom(given(chosen)).select('given.id'))
              .modifyEnd(store.skipLocked),
          )
          .returning(['id', 'guild_id'])
          .execute(),
      );
      return taken.map(({ id, guild_id }) => ({ id, guildId: guild_id }));
    },

    async next(hookId) {
      const row = await store.read((db) =>
        db
          .selectFrom('reward_deliveries')
          .innerJoin('reward_hooks', 'reward_hooks.id', 'reward_deliveries.hook_id')
          .select(['reward_deliveries.id as delivery_id', 'claim_id', 'message_id', 'body', 'tries'])
          .select(['reward_hooks.id', 'reward_hooks.guild_id', 'failures', 'sealed_address', 'sealed_secret'])
          .select((eb) =>
            eb
              .case()
              .when('old_secret_until', '>', now)
              .then(eb.ref('sealed_old_secret'))
              .else(null)
              .end()
              .as('sealed_old_secret'),
          )
          .where('hook_id', '=', hookId)
          .where('reward_deliveries.state', '=', 'due')
          .where('due_at', '<=', now)
          .where('reward_hooks.state', '=', 'on')
          .orderBy('reward_deliveries.id')
          .limit(1)
          .executeTakeFirst(),
      );
      return (
        row && {
          id: row.delivery_id,
          hookId,
          guildId: row.guild_id,
          claimId: row.claim_id,
          message: { id: row.message_id, body: row.body },
          target: openTarget(row),
          tries: row.tries,
          failures: row.failures,
        }
      );
    },

    record: (delivery, { outcome, retryAfterMs }) =>
      store.write(async (db) => {
        const tries = delivery.tries + 1;
        const failures = delivery.failures + 1;
        const pauseMs = pauseAfterTry(tries, clock);
        const waitMs = grantedWait(retryAfterMs);
        const isDone = isDelivered(outcome);
        await db
          .updateTable('reward_deliveries')
          .set({ tries, outcome: writeOutcome(outcome) })
          .set(isDone ? { state: 'delivered', ended_at: now } : { due_at: store.after(Math.max(pauseMs ?? 0, waitMs)) })
          .where('id', '=', delivery.id)
          .where('state', '=', 'due')
          .execute();
        const hook = db.updateTable('reward_hooks').where('id', '=', delivery.hookId);
        if (isDone) {
          await hook.set({ failures: 0, next_at: now, held_until: store.after(HOOK_LEASE_MS) }).execute();
          return 'delivered';
        }
        await hook.set({ failures, next_at: store.after(Math.max(pauseOfHook(failures, clock), waitMs)) }).execute();
        if (pauseMs !== undefined && !isGone(outcome)) return 'failed';
        const stopped = await hook
          .set({ state: isGone(outcome) ? 'gone' : 'stopped', stopped_at: now })
          .where('state', '=', 'on')
          .returning('guild_id')
          .executeTakeFirst();
        if (!stopped) return 'failed';
        await addRewardNotice(db, store, stopped.guild_id, 'webhook');
        return 'stopped';
      }),

    release: (hookId) =>
      store.write(async (db) => {
        await db.updateTable('reward_hooks').set({ held_until: now }).where('id', '=', hookId).execute();
      }),
  };
}

type SealedHook = {
  id: string;
  guild_id: string;
  sealed_address: string | null;
  sealed_secret: string | null;
  sealed_old_secret: string | null;
};
