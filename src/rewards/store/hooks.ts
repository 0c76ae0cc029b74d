import { sql } from 'kysely';

import type { RowOf } from '../../database/schema.ts';
import type { Queries, Store } from '../../database/store.ts';
import { holdGuild, updateGuild } from '../../guilds/store/guilds.ts';
import { changePosts } from '../../guilds/store/posts.ts';
import type { Member } from '../../member.ts';
import { forgive } from '../../people/store/owed.ts';
import { Secret } from '../../secret.ts';
import { openIfPossible, type SealedCell, type Sealer } from '../../secrets/sealer.ts';
import { newId } from '../../work/ids.ts';
import {
  FAILING_AFTER,
  type Hook,
  HOOK_FAILING,
  HOOK_STOPPED,
  type HookKind,
  isDelivered,
  MAX_HOOKS,
  OLD_SECRET_LASTS_MS,
  type Outcome,
  readOutcome,
  writeOutcome,
} from '../hook.ts';
import { countDecisions, recordDecisions } from './decisions.ts';
import { announceArrival } from './notices.ts';

export type Hooks = ReturnType<typeof createHooks>;

const cellOf =
  (field: SealedCell['field']) =>
  (guildId: string, hookId: string): SealedCell => ({ guildId, field, rowId: hookId });

/** The address is sealed because it may contain a key of the receiver. */
export const addressCell = cellOf('webhook-address');
export const secretCell = cellOf('webhook-secret');
const oldSecretCell = cellOf('old-webhook-secret');

/** Where a guild's hook sends. `secrets`: the newest first; of a game server with NuVotifier its token */
export type Target = { guildId: string; kind: HookKind; address: string; secrets: readonly Secret[] };

type NewHook = Pick<Hook, 'kind' | 'credentialId'> & { address: string; secret: Secret };
type Row = RowOf<'reward_hooks'> & { now: number };

/**
 * Whether messages go out again that were delivered. `unless-paid`: a webhook knows one that comes twice, a vote is
 * handed out again; `afterDecisions`: somebody confirmed it who saw so many decisions about the claim, so that a second
 * click sends nothing
 */
export type RepeatDelivered = 'never' | 'unless-paid' | { afterDecisions: number };

/** `was-sent`: by an earlier click; `off`: a hook has to be resumed first */
export type SentAgain = 'sent' | 'was-sent' | 'paid' | 'off' | 'nothing';

/** Of a row of `reward_hooks`: how many of its messages are due. */
const waiting = sql<number>`(
  select count(*) from reward_deliveries where hook_id = reward_hooks.id and reward_deliveries.state in ('due', 'sending'))`;

/** A message that is due from the start has all its tries again; those before are counted on. */
const FROM_THE_START = { earlier_tries: sql<number>`earlier_tries + tries`, tries: 0 };

/** Table `reward_hooks`. Each function is one transaction, and reaches only the guild's own hooks. */
export function createHooks({ store, sealer }: { store: Store; sealer: Sealer }) {
  const { now } = store;

  function toHook(row: Row & { waiting: number }): Hook {
    const { id, guild_id, failing_since: since, last_outcome: outcome } = row;
    const oldSecretUntil = row.old_secret_until ?? 0;
    return {
      id,
      kind: row.kind,
      number: row.number,
      address: openIfPossible(sealer, row.sealed_address, addressCell(guild_id, id))?.reveal(),
      state: row.state,
      credentialId: row.credential_id ?? undefined,
      oldSecretUntil: oldSecretUntil > row.now ? oldSecretUntil : undefined,
      waiting: row.waiting,
      failing: since === null ? undefined : { since, outcome: readOutcome(outcome ?? '') },
    };
  }

  /** What failed may succeed by what has just been changed. */
  async function tryAtOnce(db: Queries, guildId: string, id: string): Promise<void> {
    await updating(db, guildId, id).set({ next_at: now }).execute();
    await messagesOf(db, guildId, id).where('state', '=', 'due').set({ due_at: now }).execute();
  }

  /** All that is due is due at once, with all its tries. */
  async function startOver(db: Queries, guildId: string, id: string): Promise<void> {
    await messagesOf(db, guildId, id)
      .where('state', '=', 'due')
      .set({ ...FROM_THE_START, due_at: now })
      .execute();
    await updating(db, guildId, id).set({ failures: 0, failing_since: null, next_at: now }).execute();
  }

  const ofGuild = (db: Queries, guildId: string) =>
    db.selectFrom('reward_hooks').where('reward_hooks.guild_id', '=', guildId);

  return {
    /** in the order of their numbers */
    list: (guildId: string): Promise<Hook[]> =>
      store.read(async (db) => {
        const rows = await ofGuild(db, guildId)
          .selectAll()
          .select([now.as('now'), waiting.as('waiting')])
          .orderBy('number')
          .execute();
        return rows.map(toHook);
      }),

    async target(guildId: string, id: string): Promise<Target | undefined> {
      const row = await store.read((db) =>
        ofGuild(db, guildId).where('id', '=', id).selectAll().select(now.as('now')).executeTakeFirst(),
      );
      return row && openTarget(sealer, row);
    },

    /** @returns the id; undefined when the guild has {@link MAX_HOOKS} already */
    add: (guildId: string, { kind, address, secret, credentialId }: NewHook): Promise<string | undefined> =>
      store.write(async (db) => {
        await holdGuild(db, store, guildId);
        const taken = await ofGuild(db, guildId).select('number').execute();
        const numbers = new Set(taken.map(({ number }) => number));
        const number = Array.from({ length: MAX_HOOKS }, (_, index) => index + 1).find((one) => !numbers.has(one));
        if (number === undefined) return undefined;
        // The next time without one, a manager says anew how players get their rewards.
        await updateGuild(db, guildId, { rewards_by_hand: 0 }).execute();
        const id = newId();
        await db
          .insertInto('reward_hooks')
          .values({
            id,
            guild_id: guildId,
            number,
            kind,
            sealed_address: sealer.seal(new Secret(address), addressCell(guildId, id)),
            sealed_secret: sealer.seal(secret, secretCell(guildId, id)),
            credential_id: credentialId ?? null,
            created_at: now,
          })
          .execute();
        return id;
      }),

    /** Replaces the secret; the former one of a webhook signs too for {@link OLD_SECRET_LASTS_MS}. */
    rotate: (guildId: string, id: string, secret: Secret): Promise<void> =>
      store.write(async (db) => {
        await holdGuild(db, store, guildId);
        const row = await ofGuild(db, guildId)
          .where('id', '=', id)
          .select(['kind', 'sealed_secret'])
          .executeTakeFirst();
        if (!row) return;
        const isKept = row.kind === 'webhook';
        const old = isKept && openIfPossible(sealer, row.sealed_secret, secretCell(guildId, id));
        await updating(db, guildId, id)
          .set({
            sealed_secret: sealer.seal(secret, secretCell(guildId, id)),
            sealed_old_secret: old ? sealer.seal(old, oldSecretCell(guildId, id)) : null,
            old_secret_until: old ? store.after(OLD_SECRET_LASTS_MS) : null,
          })
          .execute();
        if (isKept) return;
        await tryAtOnce(db, guildId, id);
      }),

    /** Replaces the address alone. What went out and is not answered stays where it was sent. */
    readdress: (guildId: string, id: string, address: string): Promise<void> =>
      store.write(async (db) => {
        const sealed_address = sealer.seal(new Secret(address), addressCell(guildId, id));
        await updating(db, guildId, id).set({ sealed_address }).execute();
        await tryAtOnce(db, guildId, id);
      }),

    /**
     * Notes what a look at the address, or a test, came to, unless the hook has another address by now. What tries of
     * messages have shown stays, until a test is accepted: then the hook works again.
     *
     * @param outcome - of a test, or why nothing would arrive; undefined when something would, or when nobody knows
     */
    noteLook: (
      id: string,
      { guildId, address }: Pick<Target, 'guildId' | 'address'>,
      outcome: Outcome | undefined,
    ): Promise<void> =>
      store.write(async (db) => {
        const row = await ofGuild(db, guildId).where('id', '=', id).select('sealed_address').executeTakeFirst();
        if (!row || openIfPossible(sealer, row.sealed_address, addressCell(guildId, id))?.reveal() !== address) return;
        if (outcome && isDelivered(outcome)) {
          await startOver(db, guildId, id);
          return forgive(db, HOOK_FAILING, { guildId, subject: id });
        }
        const hook = updating(db, guildId, id).where('sealed_address', '=', row.sealed_address);
        await (
          outcome
            ? hook.set({
                failing_since: sql<number>`coalesce(failing_since, ${now})`,
                last_outcome: writeOutcome(outcome),
              })
            : hook.set({ failing_since: null }).where('failures', '<', FAILING_AFTER)
        ).execute();
      }),

    pause: (guildId: string, id: string): Promise<void> =>
      store.write(async (db) => {
        await forgiveFailures(db, guildId, id);
        await updating(db, guildId, id).set({ state: 'paused' }).execute();
      }),

    /** Turns a hook on, whatever turned it off: all its messages are due at once, with all their tries. */
    resume: (guildId: string, id: string): Promise<void> =>
      store.write(async (db) => {
        await startOver(db, guildId, id);
        await forgiveFailures(db, guildId, id);
        await updating(db, guildId, id).set({ state: 'on' }).execute();
      }),

    /** Drops the messages of the hook as well; a vote that is not answered yet is left to a moderator. */
    remove: (guildId: string, id: string): Promise<void> =>
      store.write(async (db) => {
        await forgiveFailures(db, guildId, id);
        const undelivered = db
          .selectFrom('reward_deliveries')
          .select('claim_id')
          .where('hook_id', '=', id)
          .where('guild_id', '=', guildId)
          .where('state', 'not in', ['delivered', 'dropped']);
        await changePosts(db, store, undelivered);
        await messagesOf(db, guildId, id)
          .where('state', 'in', ['held', 'due'])
          .set({ state: 'dropped', ended_at: now })
          .execute();
        const unanswered = writeOutcome({ kind: 'no-answer' });
        await messagesOf(db, guildId, id)
          .where('state', '=', 'sending')
          .set({ state: 'parked', outcome: unanswered })
          .execute();
        await db.deleteFrom('reward_hooks').where('id', '=', id).where('guild_id', '=', guildId).execute();
      }),

    /** @param credentialId - undefined for the claims of all credentials */
    restrict: (guildId: string, id: string, credentialId: string | undefined): Promise<void> =>
      store.write(async (db) => {
        const credential_id = credentialId ?? null;
        await updating(db, guildId, id).set({ credential_id }).execute();
      }),

    /**
     * Sends a claim's messages at once, with their former ids: those that are not delivered yet, or where none is left,
     * the delivered ones as `delivered` says. Nothing is sent again while its hook is off.
     *
     * @returns `paid`: each is delivered, and a vote among them would be handed out again
     */
    sendAgain: (member: Member, claimId: string, delivered: RepeatDelivered): Promise<SentAgain> =>
      store.write(async (db) => {
        const { guildId } = member;
        await holdGuild(db, store, guildId);
        if (typeof delivered === 'object' && (await countDecisions(db, claimId)) !== delivered.afterDecisions) {
          return 'was-sent';
        }
        const rows = await db
          .selectFrom('reward_deliveries')
          .innerJoin('reward_hooks', 'reward_hooks.id', 'hook_id')
          .select(['reward_deliveries.id', 'reward_deliveries.state', 'hook_id'])
          .select(['reward_hooks.kind', 'reward_hooks.state as hook_state'])
          .where('claim_id', '=', claimId)
          .where('reward_deliveries.guild_id', '=', guildId)
          .where('reward_deliveries.state', 'in', ['due', 'sending', 'parked', 'delivered'])
          .where(sql<boolean>`outcome is distinct from ${writeOutcome({ kind: 'bad-name' })}`)
          .execute();
        const undelivered = rows.filter(({ state }) => state !== 'delivered');
        const isRepeat = undelivered.length === 0;
        if (isRepeat && delivered === 'unless-paid' && rows.some(({ kind }) => kind === 'votifier')) return 'paid';
        const wanted = isRepeat
          ? delivered === 'never'
            ? []
            : rows
          : undelivered.filter(({ state }) => state !== 'sending');
        const sendable = wanted.filter(({ hook_state }) => hook_state === 'on');
        if (sendable.length === 0) return wanted.length > 0 ? 'off' : 'nothing';
        const states = [...new Set(sendable.map(({ state }) => state))];
        const sent = await db
          .updateTable('reward_deliveries')
          .set({ state: 'due', ...FROM_THE_START, due_at: now, ended_at: null })
          .where(
            'id',
            'in',
            sendable.map(({ id }) => id),
          )
          .where('state', 'in', states)
          .returning('hook_number')
          .execute();
        const hookNumbers = sent.map(({ hook_number }) => hook_number);
        await recordDecisions(db, store, member, { claimId, kind: 'sent-again', hookNumbers });
        await changePosts(db, store, claimId);
        const hooks = sendable.flatMap(({ hook_id }) => hook_id ?? []);
        await db.updateTable('reward_hooks').set({ next_at: now }).where('id', 'in', hooks).execute();
        return 'sent';
      }),

    /** Records that a person says that a claim's parked messages arrived. @returns whether there are any */
    markArrived: (member: Member, claimId: string): Promise<boolean> =>
      store.write(async (db) => {
        const arrived = await db
          .updateTable('reward_deliveries')
          .set({ state: 'delivered', ended_at: now })
          .where('claim_id', '=', claimId)
          .where('guild_id', '=', member.guildId)
          .where('state', '=', 'parked')
          .returning('hook_number')
          .execute();
        const hookNumbers = arrived.map(({ hook_number }) => hook_number);
        await recordDecisions(db, store, member, { claimId, kind: 'arrived', hookNumbers });
        if (arrived.length > 0) await announceArrival(db, store, claimId);
        return arrived.length > 0;
      }),
  };
}

async function forgiveFailures(db: Queries, guildId: string, subject: string): Promise<void> {
  for (const news of [HOOK_FAILING, HOOK_STOPPED]) await forgive(db, news, { guildId, subject });
}

function updating(db: Queries, guildId: string, id: string) {
  return db.updateTable('reward_hooks').where('id', '=', id).where('guild_id', '=', guildId);
}

function messagesOf(db: Queries, guildId: string, id: string) {
  return db.updateTable('reward_deliveries').where('hook_id', '=', id).where('guild_id', '=', guildId);
}

/** @returns undefined when the key that sealed the hook is lost */
export function openTarget(sealer: Sealer, row: Row): Target | undefined {
  const { id, guild_id, kind, now } = row;
  const address = openIfPossible(sealer, row.sealed_address, addressCell(guild_id, id));
  const secret = openIfPossible(sealer, row.sealed_secret, secretCell(guild_id, id));
  if (!address || !secret) return undefined;
  const isOldValid = (row.old_secret_until ?? 0) > now;
  const oldSecret = isOldValid && openIfPossible(sealer, row.sealed_old_secret, oldSecretCell(guild_id, id));
  return { guildId: guild_id, kind, address: address.reveal(), secrets: oldSecret ? [secret, oldSecret] : [secret] };
}
