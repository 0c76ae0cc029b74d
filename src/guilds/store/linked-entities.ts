import type { Selectable } from 'kysely';

import type { LinkedEntitiesTable } from '../../database/schema.ts';
import type { Queries, Store } from '../../database/store.ts';
import { pageOf } from '../../ui/paging.ts';
import { holdGuild } from './guilds.ts';

/** A server or team whose plan a guild may read. `rowId` identifies the link in custom ids and selects. */
export type LinkedEntity = { rowId: number; id: string; label: string; isDefault: boolean };

export type EntityPage = { entities: LinkedEntity[]; page: number; pages: number; total: number };

/** Why an entity cannot be linked: it already is, or the guild has as many as it may have. */
export type LinkRefusal = { kind: 'already-linked'; entityId: string } | { kind: 'full' };

export type Linked = { kind: 'linked'; entity: LinkedEntity };

/** The linked entities of a guild. If there are any, one of them is the default. */
export type LinkedEntities = {
  findRow(guildId: string, rowId: number): Promise<LinkedEntity | undefined>;
  /** The default one first, the others in the order in which they were linked. */
  all(guildId: string): Promise<LinkedEntity[]>;
  /**
   * At most `max`: the default one, then `wantedId` if it is linked, then the others in the order in which they were
   * linked.
   */
  some(guildId: string, max: number, wantedId: string | undefined): Promise<LinkedEntity[]>;
  /** In the order in which they were linked. @param wanted - from 1; a page beyond the end gives the last one */
  page(guildId: string, wanted: number, size: number): Promise<EntityPage>;
  /** @param max - how many a guild may have */
  refusal(guildId: string, entityId: string, max: number): Promise<LinkRefusal | undefined>;
  /** @returns the new default entity; undefined when there is no such row in this guild */
  makeDefault(guildId: string, rowId: number): Promise<LinkedEntity | undefined>;
  /**
   * If it was the default, the one linked first becomes the default.
   *
   * @returns what was removed; undefined when it was not linked
   */
  remove(guildId: string, entityId: string): Promise<LinkedEntity | undefined>;
};

type LinkRow = Selectable<LinkedEntitiesTable>;

export function createLinkedEntities(store: Store): LinkedEntities {
  return {
    async findRow(guildId, rowId) {
      const row = await store.read((db) => linksOf(db, guildId).where('id', '=', rowId).executeTakeFirst());
      return row && toEntity(row);
    },

    async all(guildId) {
      const rows = await store.read((db) => linksOf(db, guildId).orderBy('is_default', 'desc').orderBy('id').execute());
      return rows.map(toEntity);
    },

    async some(guildId, max, wantedId = '') {
      const rows = await store.read((db) =>
        linksOf(db, guildId)
          .orderBy('is_default', 'desc')
          .orderBy((eb) => eb.case().when('entity_id', '=', wantedId).then(0).else(1).end())
          .orderBy('id')
          .limit(max)
          .execute(),
      );
      return rows.map(toEntity);
    },

    // A guild has few enough links to read them all: in one statement, so that the page and the total agree.
    async page(guildId, wanted, size) {
      const rows = await store.read((db) => linksOf(db, guildId).orderBy('id').execute());
      const { page, pages, offset } = pageOf(rows.length, wanted, size);
      return { entities: rows.slice(offset, offset + size).map(toEntity), page, pages, total: rows.length };
    },

    refusal: (guildId, entityId, max) => store.read((db) => findRefusal(db, { guildId, entityId }, max)),

    makeDefault: (guildId, rowId) =>
      store.write(async (db) => {
        await holdGuild(db, store, guildId);
        const row = await linksOf(db, guildId).where('id', '=', rowId).executeTakeFirst();
        if (!row) return undefined;
        await setDefault(db, row);
        return toEntity({ ...row, is_default: 1 });
      }),

    remove: (guildId, entityId) =>
      store.write(async (db) => {
        await holdGuild(db, store, guildId);
        const removed = await db
          .deleteFrom('linked_entities')
          .where('guild_id', '=', guildId)
          .where('entity_id', '=', entityId)
          .returningAll()
          .executeTakeFirst();
        if (!removed) return undefined;
        const oldest =
          removed.is_default === 1 && (await linksOf(db, guildId).orderBy('id').limit(1).executeTakeFirst());
        if (oldest) await setDefault(db, oldest);
        return toEntity(removed);
      }),
  };
}

/** Links an entity within the caller's transaction. The first one of a guild becomes its default. */
export async function linkEntity(
  db: Queries,
  store: Pick<Store, 'now' | 'given'>,
  link: { guildId: string; entityId: string; label: string; linkedBy: string },
  max: number,
): Promise<Linked | LinkRefusal> {
  const { guildId, entityId, label, linkedBy } = link;
  await holdGuild(db, store, guildId);
  const refused = await findRefusal(db, link, max);
  if (refused) return refused;
  const hasDefault = await linksOf(db, guildId).where('is_default', '=', 1).executeTakeFirst();
  const row = await db
    .insertInto('linked_entities')
    .values({
      guild_id: guildId,
      entity_id: entityId,
      label,
      is_default: hasDefault ? 0 : 1,
      linked_by: linkedBy,
      linked_at: store.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { kind: 'linked', entity: toEntity(row) };
}

async function findRefusal(
  db: Queries,
  { guildId, entityId }: { guildId: string; entityId: string },
  max: number,
): Promise<LinkRefusal | undefined> {
  const { count, linked } = await db
    .selectFrom('linked_entities')
    .where('guild_id', '=', guildId)
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.count<number>(eb.case().when('entity_id', '=', entityId).then(1).end()).as('linked'),
    ])
    .executeTakeFirstOrThrow();
  if (linked > 0) return { kind: 'already-linked', entityId };
  return count >= max ? { kind: 'full' } : undefined;
}

function linksOf(db: Queries, guildId: string) {
  return db.selectFrom('linked_entities').selectAll().where('guild_id', '=', guildId);
}

/** In two steps, because a guild must never have two defaults, not even for a moment. */
async function setDefault(db: Queries, { id, guild_id }: LinkRow): Promise<void> {
  await db.updateTable('linked_entities').set({ is_default: 0 }).where('guild_id', '=', guild_id).execute();
  await db.updateTable('linked_entities').set({ is_default: 1 }).where('id', '=', id).execute();
}

function toEntity({ id, entity_id, label, is_default }: LinkRow): LinkedEntity {
  return { rowId: id, id: entity_id, label, isDefault: is_default === 1 };
}
