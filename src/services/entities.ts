import type { Selectable } from 'kysely';

import type { LinkedEntitiesTable } from '../storage/schema.ts';
import type { Queries, Store } from '../storage/store.ts';

/** A server or team whose plan a guild may read. `rowId` names the link, for custom ids and selects. */
export type LinkedEntity = { rowId: number; id: string; label: string; isDefault: boolean };

/** Which entity a `/plan` is about, or why it is about none. */
export type EntityChoice =
  { kind: 'entity'; id: string } | { kind: 'bad-id' } | { kind: 'none-linked' } | { kind: 'not-linked' };

/** What a `/plans` is about: the ids that may be read here, each once. */
export type EntitiesChoice = { kind: 'entities'; ids: string[]; unread: UnreadIds } | { kind: 'none-linked' };

/** What was typed for a `/plans` in vain; `leftOut` counts the ids over {@link LINKS_MOST}. */
export type UnreadIds = { badIds: string[]; notLinked: string[]; leftOut: number };

/** Where somebody acts, and who they are. */
export type Actor = { guildId: string; userId: string };

export type EntityPage = { entities: LinkedEntity[]; page: number; pages: number; total: number };

export type Entities = {
  /** @param typed - the id as the person gave it; undefined for the guild's default entity */
  choose(guildId: string, typed: string | undefined): Promise<EntityChoice>;
  /** @param rowId - as a select or custom id gives it */
  chooseRow(guildId: string, rowId: string): Promise<EntityChoice>;
  /** @param typed - ids between commas or spaces; without any, all that are linked */
  chooseMany(guildId: string, typed: string | undefined): Promise<EntitiesChoice>;
  /** The guild's entities whose id or label contains what was typed so far, as many as Discord shows. */
  suggest(guildId: string, typed: string): Promise<LinkedEntity[]>;
  /** As many as a select shows, the default one first, `shownId` among them if it is linked. */
  offer(guildId: string, shownId: string): Promise<LinkedEntity[]>;
  /** @param page - from 1; beyond the end the last one */
  list(guildId: string, page: number): Promise<EntityPage>;
};

export const LINKS_MOST = 1_000;
export const LABEL_MAX_LENGTH = 80;
/** What Discord shows of choices and in a select. */
const SHOWN_AT_ONCE = 25;

/** 1 to 80 of `A–Z a–z 0–9 _ . : -`, but not a path segment that means a folder. */
export function isEntityId(text: string): boolean {
  return /^[\w.:-]{1,80}$/.test(text) && text !== '.' && text !== '..';
}

/** @param isHome - whether a guild is the operator's own: there, any entity may be read */
export function createEntities({ store, isHome }: { store: Store; isHome: (guildId: string) => boolean }): Entities {
  function find(guildId: string, entityId: string): Promise<LinkRow | undefined> {
    return store.read((db) => linksOf(db, guildId).where('entity_id', '=', entityId).executeTakeFirst());
  }

  return {
    async choose(guildId, typed) {
      if (typed === undefined) {
        const row = await store.read((db) => linksOf(db, guildId).where('is_default', '=', 1).executeTakeFirst());
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
          : await store.read((db) => linksOf(db, guildId).where('id', '=', id).executeTakeFirst());
      return row ? { kind: 'entity', id: row.entity_id } : { kind: 'not-linked' };
    },

    async chooseMany(guildId, typed = '') {
      const words = [...new Set(typed.split(/[\s,]+/).filter((word) => word !== ''))];
      const rows = await store.read((db) => linksOf(db, guildId).orderBy('id').limit(LINKS_MOST).execute());
      const linked = new Set(rows.map(({ entity_id }) => entity_id));
      if (words.length === 0 && linked.size === 0) return { kind: 'none-linked' };
      const mayRead = (id: string) => isHome(guildId) || linked.has(id);
      const ids = words.filter(isEntityId);
      const readable = words.length === 0 ? [...linked] : ids.filter(mayRead);
      return {
        kind: 'entities',
        ids: readable.slice(0, LINKS_MOST),
        unread: {
          badIds: words.filter((word) => !isEntityId(word)),
          notLinked: ids.filter((id) => !mayRead(id)),
          leftOut: Math.max(0, readable.length - LINKS_MOST),
        },
      };
    },

    async suggest(guildId, typed) {
      const wanted = typed.trim().toLowerCase();
      const rows = await store.read((db) =>
        linksOf(db, guildId).orderBy('is_default', 'desc').orderBy('id').limit(LINKS_MOST).execute(),
      );
      return rows
        .filter(({ entity_id, label }) => `${entity_id}\n${label}`.toLowerCase().includes(wanted))
        .slice(0, SHOWN_AT_ONCE)
        .map(toEntity);
    },

    async offer(guildId, shownId) {
      const rows = await store.read((db) =>
        linksOf(db, guildId)
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
        const rows = await linksOf(db, guildId)
          .orderBy('id')
          .limit(SHOWN_AT_ONCE)
          .offset((shown - 1) * SHOWN_AT_ONCE)
          .execute();
        return { entities: rows.map(toEntity), page: shown, pages, total };
      }),
  };
}

/** The links of a guild. */
export function linksOf(db: Queries, guildId: string) {
  return db.selectFrom('linked_entities').selectAll().where('guild_id', '=', guildId);
}

export type LinkRow = Selectable<LinkedEntitiesTable>;

export function toEntity({ id, entity_id, label, is_default }: LinkRow): LinkedEntity {
  return { rowId: id, id: entity_id, label, isDefault: is_default === 1 };
}

/** A row's id out of a custom id or a select; undefined for anything else. */
export function parseRowId(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
