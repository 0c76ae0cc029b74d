import { sql } from 'kysely';

import { takeHeld } from '../../database/held-rows.ts';
import type { Store } from '../../database/store.ts';
import { owe } from '../../people/store/owed.ts';
import type { Secret } from '../../secret.ts';
import { type Sealer, UnsealError } from '../../secrets/sealer.ts';
import { HOOK_STOPPED, type Outcome, writeOutcome } from '../hook.ts';
import type { Message } from '../message.ts';
import { type AfterTry, HOOK_LEASE_MS } from '../schedule.ts';
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
export type DueHook = { id: string; guildId: string; health: HookHealth };

/**
 * The places that a process has left. `further`: how many of them hooks may take whose guild has one already; `guilds`:
 * those that have one
 */
export type FreePlaces = { free: number; further: number; guilds: readonly string[] };

/**
 * Table `reward_deliveries`, and what of `reward_hooks` sends it: the messages of a hook one by one, in the order of the
 * claims. Each function is one transaction.
 */
export type Deliveries = {
  /**
   * Takes hooks with something due, as far as there are places: first one of each guild that has none, then others, those
   * before that have waited longest.
   */
  takeHooks(places: Readonly<Record<HookHealth, FreePlaces>>): Promise<DueHook[]>;
  /** The oldest message that is due at a hook that is on. */
  next(hookId: string): Promise<Delivery | undefined>;
  /**
   * Records a try; of one that delivered the lease is renewed.
   *
   * @returns whether it was delivered, and whether that turned the hook off
   */
  record(delivery: Delivery, outcome: Outcome, after: AfterTry): Promise<'delivered' | 'failed' | 'stopped'>;
  /** Gives a hook back. */
  release(hookId: string): Promise<void>;
};

export function createDeliveries({ store, sealer }: { store: Store; sealer: Sealer }): Deliveries {
  const { now } = store;
  const given = (ids: readonly string[]) =>
    store.given(
      { id: 'text' },
      ids.map((id) => ({ id })),
    );

  /** Of a row of `reward_hooks`: something is due, and may be sent. */
  const isDue = sql<boolean>`reward_hooks.state = 'on' and next_at <= ${now} and exists (
    select 1 from reward_deliveries
    where hook_id = reward_hooks.id and reward_deliveries.state = 'due' and due_at <= ${now})`;

  /** The hooks to take. `is_further`: 1 for one whose guild has, or gets, a place before. */
  async function choose(health: HookHealth, { free, further, guilds }: FreePlaces): Promise<string[]> {
    if (free <= 0) return [];
    const due = await store.read((db) =>
      db
        .selectFrom(
          db
            .selectFrom('reward_hooks')
            .where(isDue)
            .where('failures', health === 'well' ? '=' : '>', 0)
            .where('held_until', '<=', now)
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
        .orderBy('id')
        .limit(free)
        .execute(),
    );
    return due.filter(({ is_further }, index) => is_further === 0 || index < further).map(({ id }) => id);
  }

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
    async takeHooks({ well, failing }) {
      const found = await Promise.all([choose('well', well), choose('failing', failing)]);
      const chosen = found.flat();
      if (chosen.length === 0) return [];
      const taken = await store.write((db) =>
        takeHeld(db, store, 'reward_hooks', {
          where: sql<boolean>`${isDue} and id in (select given.id from ${given(chosen)})`,
          orderBy: sql`id`,
          limit: chosen.length,
          leaseMs: HOOK_LEASE_MS,
        }),
      );
      return taken.map(({ id, guild_id, failures }) => ({
        id,
        guildId: guild_id,
        health: failures === 0 ? 'well' : 'failing',
      }));
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

    record: ({ id, hookId, guildId, tries, failures }, outcome, after) =>
      store.write(async (db) => {
        const message = db
          .updateTable('reward_deliveries')
          .set({ tries: tries + 1, outcome: writeOutcome(outcome) })
          .where('id', '=', id)
          .where('state', '=', 'due');
        const hook = db.updateTable('reward_hooks').where('id', '=', hookId);
        if (after.kind === 'delivered') {
          await message.set({ state: 'delivered', ended_at: now }).execute();
          await hook.set({ failures: 0, next_at: now, held_until: store.after(HOOK_LEASE_MS) }).execute();
          return 'delivered';
        }
        const { messageRestsMs, hookRestsMs, stops } = after;
        await message.set({ due_at: store.after(messageRestsMs) }).execute();
        await hook.set({ failures: failures + 1, next_at: store.after(hookRestsMs) }).execute();
        if (!stops) return 'failed';
        const stopped = await hook
          .set({ state: stops })
          .where('state', '=', 'on')
          .returning('number')
          .executeTakeFirst();
        if (!stopped) return 'failed';
        await owe(db, store, HOOK_STOPPED, { guildId, subject: hookId }, { number: stopped.number, state: stops });
        await addRewardNotice(db, store, guildId, 'webhook');
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
