import type { Selectable } from 'kysely';

import { holdGuild } from '../storage/guilds.ts';
import type { LinkedEntitiesTable, PendingLinksTable } from '../storage/schema.ts';
import type { Queries, Store } from '../storage/store.ts';

/** A server or team whose plan a guild may read. `rowId` names the link, for custom ids and selects. */
export type LinkedEntity = { rowId: number; id: string; label: string; isDefault: boolean };

/** Which entity a `/plan` is about, or why it is about none. */
export type EntityChoice =
  { kind: 'entity'; id: string } | { kind: 'bad-id' } | { kind: 'none-linked' } | { kind: 'not-linked' };

/** Where somebody acts, and who they are. */
export type Actor = { guildId: string; userId: string };

/** What may be linked: `guildId` is the one that it is for. */
export type LinkRequest = { guildId: string; entityId: string };

/** Whether somebody may link something, or why not. `not-home`: only the operator can, from the home guild. */
export type LinkCheck =
  | ({ kind: 'allowed' } & LinkRequest)
  | ({ kind: 'not-home' } & LinkRequest)
  | { kind: 'bad-id' | 'bad-guild' | 'forbidden' }
  | LinkRefusal;

type LinkRefusal = { kind: 'already-linked'; entityId: string } | { kind: 'full' };

export type LinkOutcome =
  { kind: 'linked'; entity: LinkedEntity; guildId: string } | { kind: 'expired' | 'forbidden' } | LinkRefusal;

export type EntityPage = { entities: LinkedEntity[]; page: number; pages: number; total: number };

export type Entities = {
  /** @param typed - the id as the person gave it; undefined for the guild's default entity */
  choose(guildId: string, typed: string | undefined): Promise<EntityChoice>;
  /** @param rowId - as a select or custom id gives it */
  chooseRow(guildId: string, rowId: string): Promise<EntityChoice>;
  /** The guild's entities whose id or label contains what was typed so far, as many as Discord shows. */
  suggest(guildId: string, typed: string): Promise<LinkedEntity[]>;
  /** As many as a select shows, the default one first, `shownId` among them if it is linked. */
  offer(guildId: string, shownId: string): Promise<LinkedEntity[]>;
  /** @param page - from 1; beyond the end the last one */
  list(guildId: string, page: number): Promise<EntityPage>;
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

export const LINKS_MOST = 1_000;
export const LABEL_MAX_LENGTH = 80;
/** What Discord shows of choices and in a select. */
const SHOWN_AT_ONCE = 25;
const PENDING_LASTS_MS = 15 * 60_000;

/** 1 to 80 of `A–Z a–z 0–9 _ . : -`, but not a path segment that means a folder. */
export function isEntityId(text: string): boolean {
  return /^[\w.:-]{1,80}$/.test(text) && text !== '.' && text !== '..';
}

/**
 * @param isHome - whether a guild is the operator's own: there, any entity may be read, and its own links are made
 * @param isOperator - whether somebody runs this bot: from a home guild they link for every guild
 */
export function createEntities(options: {
  store: Store;
  isHome: (guildId: string) => boolean;
  isOperator: (userId: string) => boolean;
}): Entities {
  const { store, isHome, isOperator } = options;

  function rowsOf(db: Queries, guildId: string) {
    return db.selectFrom('linked_entities').selectAll().where('guild_id', '=', guildId);
  }

  function find(guildId: string, entityId: string): Promise<LinkRow | undefined> {
    return store.read((db) => rowsOf(db, guildId).where('entity_id', '=', entityId).executeTakeFirst());
  }

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
    async choose(guildId, typed) {
      if (typed === undefined) {
        const row = await store.read((db) => rowsOf(db, guildId).where('is_default', '=', 1).executeTakeFirst());
        return row ? { kind: 'entity', id: row.entity_id } : { kind: 'none-linked' };
      }
      const id = typed.trim();
      if (!isEntityId(id)) return { kind: 'bad-id' };
      const allowed = isHome(guildId) || (await find(guildId, id)) !== undefined;
      return allowed ? { kind: 'entity', id } : { kind: 'not-linked' };
    },

    async chooseRow(guildId, rowId) {
      const id = parseRowId(rowId);
      const row =
        id === undefined
          ? undefined
          : await store.read((db) => rowsOf(db, guildId).where('id', '=', id).executeTakeFirst());
      return row ? { kind: 'entity', id: row.entity_id } : { kind: 'not-linked' };
    },

    async suggest(guildId, typed) {
      const wanted = typed.trim().toLowerCase();
      const rows = await store.read((db) =>
        rowsOf(db, guildId).orderBy('is_default', 'desc').orderBy('id').limit(LINKS_MOST).execute(),
      );
      return rows
        .filter(({ entity_id, label }) => `${entity_id}\n${label}`.toLowerCase().includes(wanted))
        .slice(0, SHOWN_AT_ONCE)
        .map(toEntity);
    },

    async offer(guildId, shownId) {
      const rows = await store.read((db) =>
        rowsOf(db, guildId)
          .orderBy('is_default', 'desc')
          .orderBy((row) => row.case().when('entity_id', '=', shownId).then(0).else(1).end())
          .orderBy('id')
          .limit(SHOWN_AT_ONCE)
          .execute(),
      );
      return rows.map(toEntity);
    },

    list: (guildId, page) =>
      store.read(async (db) => {
        const { total } = await db
          .selectFrom('linked_entities')
          .where('guild_id', '=', guildId)
          .select((row) => row.fn.countAll<number>().as('total'))
          .executeTakeFirstOrThrow();
        const pages = Math.max(1, Math.ceil(total / SHOWN_AT_ONCE));
        const shown = Math.min(Math.max(1, page), pages);
        const rows = await rowsOf(db, guildId)
          .orderBy('id')
          .limit(SHOWN_AT_ONCE)
          .offset((shown - 1) * SHOWN_AT_ONCE)
          .execute();
        return { entities: rows.map(toEntity), page: shown, pages, total };
      }),

    async makeDefault(guildId, rowId) {
      const id = parseRowId(rowId);
      if (id === undefined) return undefined;
      return store.write(async (db) => {
        await holdGuild(db, store, guildId);
        const row = await rowsOf(db, guildId).where('id', '=', id).executeTakeFirst();
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
        const oldest =
          removed.is_default === 1 && (await rowsOf(db, guildId).orderBy('id').limit(1).executeTakeFirst());
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
        const hasDefault = await rowsOf(db, guild_id).where('is_default', '=', 1).executeTakeFirst();
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

type LinkRow = Selectable<LinkedEntitiesTable>;

function toEntity({ id, entity_id, label, is_default }: LinkRow): LinkedEntity {
  return { rowId: id, id: entity_id, label, isDefault: is_default === 1 };
}

/** In two steps: no moment may see two defaults. */
async function setDefault(db: Queries, { id, guild_id }: LinkRow): Promise<void> {
  await db.updateTable('linked_entities').set({ is_default: 0 }).where('guild_id', '=', guild_id).execute();
  await db.updateTable('linked_entities').set({ is_default: 1 }).where('id', '=', id).execute();
}

/** A row's id out of a custom id or a select; undefined for anything else. */
function parseRowId(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
