import type { Selectable } from 'kysely';

import { dropDueAlerts } from '../storage/alerts.ts';
import { holdGuild } from '../storage/guilds.ts';
import type { PendingLinksTable } from '../storage/schema.ts';
import type { Queries, Store } from '../storage/store.ts';
import {
  isEntityId,
  LINKS_MOST,
  linksOf,
  parseRowId,
  toEntity,
  type Actor,
  type LinkedEntity,
  type LinkRow,
} from './entities.ts';

/** What may be linked: `guildId` is the one that it is for. */
type LinkRequest = { guildId: string; entityId: string };

/** Whether somebody may link something, or why not. `not-home`: only the operator can, from the home guild. */
export type LinkCheck =
  | ({ kind: 'allowed' } & LinkRequest)
  | ({ kind: 'not-home' } & LinkRequest)
  | { kind: 'bad-id' | 'bad-guild' | 'forbidden' }
  | LinkRefusal;

type LinkRefusal = { kind: 'already-linked'; entityId: string } | { kind: 'full' };

export type LinkOutcome =
  { kind: 'linked'; entity: LinkedEntity; guildId: string } | { kind: 'expired' | 'forbidden' } | LinkRefusal;

export type EntityLinks = {
  /** @returns the new default entity; undefined when it is not linked (any more) */
  makeDefault(guildId: string, rowId: string): Promise<LinkedEntity | undefined>;
  /** @returns the entity that is no longer linked; undefined when it was not */
  unlink(guildId: string, typed: string): Promise<LinkedEntity | undefined>;
  /** @param forGuild - the guild that it is for, as typed; undefined for the one the person is in */
  checkLink(actor: Actor, typed: string, forGuild: string | undefined): Promise<LinkCheck>;
  /** Notes what is to be confirmed. @returns the id that the confirmation names */
  propose(actor: Actor, link: LinkRequest & { label: string }): Promise<number>;
  /** Links what was proposed, if that was this person, not long ago, and they (still) may. */
  confirm(actor: Actor, pendingId: string): Promise<LinkOutcome>;
  /** @returns whether it was this person's to cancel */
  cancel(actor: Actor, pendingId: string): Promise<boolean>;
};

const PENDING_LASTS_MS = 15 * 60_000;

/**
 * @param isHome - whether a guild is the operator's own: there, its own links are made
 * @param isOperator - whether somebody runs this bot: from a home guild they link for every guild
 */
export function createEntityLinks(options: {
  store: Store;
  isHome: (guildId: string) => boolean;
  isOperator: (userId: string) => boolean;
}): EntityLinks {
  const { store, isHome, isOperator } = options;

  function mayLink({ guildId, userId }: Actor, target: string): boolean {
    return isHome(guildId) && (target === guildId || isOperator(userId));
  }

  /** Expired ones, whoever's, are cleaned up on the way. */
  async function findPending(db: Queries, pendingId: string): Promise<Selectable<PendingLinksTable> | undefined> {
    await dropExpired(db);
    const rowId = parseRowId(pendingId);
    if (rowId === undefined) return undefined;
    return db.selectFrom('pending_links').selectAll().where('id', '=', rowId).executeTakeFirst();
  }

  async function dropExpired(db: Queries): Promise<void> {
    await db
      .deleteFrom('pending_links')
      .where((row) => row('created_at', '<=', row(store.now, '-', PENDING_LASTS_MS)))
      .execute();
  }

  async function refusal(db: Queries, { guildId, entityId }: LinkRequest): Promise<LinkRefusal | undefined> {
    const { count, linked } = await db
      .selectFrom('linked_entities')
      .where('guild_id', '=', guildId)
      .select((row) => [
        row.fn.countAll<number>().as('count'),
        row.fn.count<number>(row.case().when('entity_id', '=', entityId).then(1).end()).as('linked'),
      ])
      .executeTakeFirstOrThrow();
    if (linked > 0) return { kind: 'already-linked', entityId };
    return count >= LINKS_MOST ? { kind: 'full' } : undefined;
  }

  return {
    async makeDefault(guildId, rowId) {
      const id = parseRowId(rowId);
      if (id === undefined) return undefined;
      return store.write(async (db) => {
        await holdGuild(db, store, guildId);
        const row = await linksOf(db, guildId).where('id', '=', id).executeTakeFirst();
        if (!row) return undefined;
        await setDefault(db, row);
        return toEntity({ ...row, is_default: 1 });
      });
    },

    unlink: (guildId, typed) =>
      store.write(async (db) => {
        await holdGuild(db, store, guildId);
        const removed = await db
          .deleteFrom('linked_entities')
          .where('guild_id', '=', guildId)
          .where('entity_id', '=', typed.trim())
          .returningAll()
          .executeTakeFirst();
        if (!removed) return undefined;
        await dropDueAlerts(db, { guild_id: guildId, entity_id: removed.entity_id });
        const oldest =
          removed.is_default === 1 && (await linksOf(db, guildId).orderBy('id').limit(1).executeTakeFirst());
        if (oldest) await setDefault(db, oldest);
        return toEntity(removed);
      }),

    async checkLink(actor, typed, forGuild) {
      const entityId = typed.trim();
      const guildId = forGuild?.trim() ?? actor.guildId;
      if (!isEntityId(entityId)) return { kind: 'bad-id' };
      if (!/^\d{17,20}$/.test(guildId)) return { kind: 'bad-guild' };
      const refused = await store.read((db) => refusal(db, { guildId, entityId }));
      if (mayLink(actor, guildId)) return refused ?? { kind: 'allowed', guildId, entityId };
      if (guildId !== actor.guildId) return { kind: 'forbidden' };
      return refused?.kind === 'already-linked' ? refused : { kind: 'not-home', guildId, entityId };
    },

    propose: (actor, { guildId, entityId, label }) =>
      store.write(async (db) => {
        await dropExpired(db);
        const { id } = await db
          .insertInto('pending_links')
          .values({
            guild_id: guildId,
            entity_id: entityId,
            label,
            requested_by: actor.userId,
            created_at: store.now,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return id;
      }),

    confirm: (actor, pendingId) =>
      store.write(async (db): Promise<LinkOutcome> => {
        const pending = await findPending(db, pendingId);
        if (!pending) return { kind: 'expired' };
        const { guild_id, entity_id, label } = pending;
        if (pending.requested_by !== actor.userId || !mayLink(actor, guild_id)) return { kind: 'forbidden' };
        await holdGuild(db, store, guild_id);
        await db.deleteFrom('pending_links').where('id', '=', pending.id).execute();
        const refused = await refusal(db, { guildId: guild_id, entityId: entity_id });
        if (refused) return refused;
        const hasDefault = await linksOf(db, guild_id).where('is_default', '=', 1).executeTakeFirst();
        const row = await db
          .insertInto('linked_entities')
          .values({
            guild_id,
            entity_id,
            label,
            is_default: hasDefault ? 0 : 1,
            linked_by: actor.userId,
            linked_at: store.now,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
        return { kind: 'linked', entity: toEntity(row), guildId: guild_id };
      }),

    cancel: (actor, pendingId) =>
      store.write(async (db) => {
        const pending = await findPending(db, pendingId);
        if (!pending) return true;
        if (pending.requested_by !== actor.userId) return false;
        await db.deleteFrom('pending_links').where('id', '=', pending.id).execute();
        return true;
      }),
  };
}

/** In two steps: no moment may see two defaults. */
async function setDefault(db: Queries, { id, guild_id }: LinkRow): Promise<void> {
  await db.updateTable('linked_entities').set({ is_default: 0 }).where('guild_id', '=', guild_id).execute();
  await db.updateTable('linked_entities').set({ is_default: 1 }).where('id', '=', id).execute();
}
