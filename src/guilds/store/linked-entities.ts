import { type ParametersOf, prepared } from '../../database/prepared.ts';
import type { RowOf } from '../../database/schema.ts';
import { givenIds, type Queries, type Store } from '../../database/store.ts';
import { whileUnchanged } from '../../database/unchanged.ts';
import { inBatches } from '../../work/batch.ts';
import { MINUTE_MS } from '../../work/clock.ts';
import { holdGuild } from './guilds.ts';

/** A server or team whose plan a guild may read. */
export type LinkedEntity = { id: string; label: string; isDefault: boolean };

/** Why an entity cannot be linked. `full`: the guild has as many as it may have */
export type LinkRefusal = { kind: 'already-linked'; entityId: string } | { kind: 'full' };

export type Linked = { kind: 'linked'; guildId: string; entity: LinkedEntity };

/** A link that waits for confirmation. It never changes once written. */
type PendingLink = { id: number; guildId: string; entityId: string; label: string; requestedBy: string };

export const PENDING_LINK_LASTS_MS = 15 * MINUTE_MS;

/** Tables `linked_entities`, with one default for each guild, and `pending_links`. */
export type LinkedEntities = ReturnType<typeof createLinkedEntities>;

type LinkRow = RowOf<'linked_entities'>;

/** Each may have a thousand links. */
const GUILDS_AT_ONCE = 20;

const findLinks = prepared((db, store, { guilds }: ParametersOf<{ guilds: readonly string[] }>) =>
  db
    .selectFrom('linked_entities')
    .innerJoin(givenIds(store, guilds), 'given.id', 'linked_entities.guild_id')
    .selectAll('linked_entities')
    .orderBy('linked_entities.id'),
);

export function createLinkedEntities(store: Store) {
  const pendingSince = () => store.before(PENDING_LINK_LASTS_MS);
  const readAll = inBatches(
    async (guildIds: readonly string[]): Promise<(readonly LinkedEntity[])[]> => {
      const guilds = [...new Set(guildIds)];
      const rows = await store.read((db) => findLinks(db, store, { guilds }));
      const byGuild = Map.groupBy(rows, ({ guild_id }) => guild_id);
      return guildIds.map((id) => (byGuild.get(id) ?? []).map(toEntity));
    },
    { max: GUILDS_AT_ONCE },
  );

  return {
    /** In the order of linking. Never older than the call. */
    all: whileUnchanged(store, 'linked_entities', readAll),

    /** @returns undefined when the guild has no such link */
    makeDefault: (guildId: string, entityId: string): Promise<LinkedEntity | undefined> =>
      store.write(async (db) => {
        await holdGuild(db, store, guildId);
        const row = await linksOf(db, guildId).where('entity_id', '=', entityId).executeTakeFirst();
        if (!row) return undefined;
        await setDefault(db, row);
        return toEntity({ ...row, is_default: 1 });
      }),

    /** After the default, the entity linked first becomes the default. */
    remove: (guildId: string, entityId: string): Promise<LinkedEntity | undefined> =>
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

    propose: ({ guildId, entityId, label, requestedBy }: Omit<PendingLink, 'id'>): Promise<number> =>
      store.write(async (db) => {
        const values = { guild_id: guildId, entity_id: entityId, label, requested_by: requestedBy };
        const { id } = await db
          .insertInto('pending_links')
          .values({ ...values, created_at: store.now })
          .returning('id')
          .executeTakeFirstOrThrow();
        return id;
      }),

    findPending: (id: number): Promise<PendingLink | undefined> =>
      store.read((db) =>
        db
          .selectFrom('pending_links')
          .select(['id', 'guild_id as guildId', 'entity_id as entityId', 'label', 'requested_by as requestedBy'])
          .where('id', '=', id)
          .where('created_at', '>', pendingSince())
          .executeTakeFirst(),
      ),

    /** Uses up a pending link, even if it is refused. The first entity becomes the default. @param max - in a guild */
    confirm: (
      { id, guildId, entityId, label, requestedBy }: PendingLink,
      max: number,
    ): Promise<Linked | LinkRefusal | { kind: 'expired' }> =>
      store.write(async (db) => {
        const { numDeletedRows: isTaken } = await db
          .deleteFrom('pending_links')
          .where('id', '=', id)
          .where('created_at', '>', pendingSince())
          .executeTakeFirst();
        if (!isTaken) return { kind: 'expired' };
        await holdGuild(db, store, guildId);
        const links = (await linksOf(db, guildId).execute()).map(toEntity);
        const refused = refusalOf(links, entityId, max);
        if (refused) return refused;
        const values = { guild_id: guildId, entity_id: entityId, label, linked_by: requestedBy, linked_at: store.now };
        const row = await db
          .insertInto('linked_entities')
          .values({ ...values, is_default: links.some(({ isDefault }) => isDefault) ? 0 : 1 })
          .returningAll()
          .executeTakeFirstOrThrow();
        return { kind: 'linked', guildId, entity: toEntity(row) };
      }),

    removePending: (id: number): Promise<unknown> =>
      store.write((db) => db.deleteFrom('pending_links').where('id', '=', id).execute()),
  };
}

export function refusalOf(links: readonly LinkedEntity[], entityId: string, max: number): LinkRefusal | undefined {
  if (links.some(({ id }) => id === entityId)) return { kind: 'already-linked', entityId };
  return links.length >= max ? { kind: 'full' } : undefined;
}

function linksOf(db: Queries, guildId: string) {
  return db.selectFrom('linked_entities').selectAll().where('guild_id', '=', guildId);
}

/** In two statements, because a guild must never have two defaults, not even for a moment. */
async function setDefault(db: Queries, { id, guild_id }: LinkRow): Promise<void> {
  await db.updateTable('linked_entities').set({ is_default: 0 }).where('guild_id', '=', guild_id).execute();
  await db.updateTable('linked_entities').set({ is_default: 1 }).where('id', '=', id).execute();
}

function toEntity({ entity_id: id, label, is_default }: LinkRow): LinkedEntity {
  return { id, label, isDefault: is_default === 1 };
}
