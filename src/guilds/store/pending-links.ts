import { MINUTE_MS } from '../../clock.ts';
import type { Queries, Store } from '../../database/store.ts';
import { type Linked, linkEntity, type LinkRefusal } from './linked-entities.ts';

/** A requested link that waits for confirmation. It never changes once written. */
export type PendingLink = { id: number; guildId: string; entityId: string; label: string; requestedBy: string };

/** Links that wait for confirmation, for 15 minutes. */
export type PendingLinks = {
  /** @returns its id */
  add(link: Omit<PendingLink, 'id'>): Promise<number>;
  find(id: number): Promise<PendingLink | undefined>;
  /**
   * Turns a pending link into a link, in one transaction. The pending link is used up even if the link is refused.
   *
   * @param max - how many links the guild may have
   */
  confirm(link: PendingLink, max: number): Promise<Linked | LinkRefusal | { kind: 'expired' }>;
  remove(id: number): Promise<void>;
};

/** How long a requested link waits for confirmation. */
export const PENDING_LINK_LASTS_MS = 15 * MINUTE_MS;

export function createPendingLinks(store: Store): PendingLinks {
  return {
    add: ({ guildId, entityId, label, requestedBy }) =>
      store.write(async (db) => {
        await dropExpiredLinks(db, store);
        const { id } = await db
          .insertInto('pending_links')
          .values({
            guild_id: guildId,
            entity_id: entityId,
            label,
            requested_by: requestedBy,
            created_at: store.now,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        return id;
      }),

    async find(id) {
      const row = await store.read((db) =>
        db
          .selectFrom('pending_links')
          .selectAll()
          .where('id', '=', id)
          .where('created_at', '>', store.before(PENDING_LINK_LASTS_MS))
          .executeTakeFirst(),
      );
      return (
        row && {
          id: row.id,
          guildId: row.guild_id,
          entityId: row.entity_id,
          label: row.label,
          requestedBy: row.requested_by,
        }
      );
    },

    confirm: (link, max) =>
      store.write(async (db) => {
        const taken = await db
          .deleteFrom('pending_links')
          .where('id', '=', link.id)
          .where('created_at', '>', store.before(PENDING_LINK_LASTS_MS))
          .returning('id')
          .executeTakeFirst();
        if (!taken) return { kind: 'expired' };
        return linkEntity(db, store, { ...link, linkedBy: link.requestedBy }, max);
      }),

    remove: (id) =>
      store.write(async (db) => {
        await db.deleteFrom('pending_links').where('id', '=', id).execute();
      }),
  };
}

async function dropExpiredLinks(db: Queries, store: Pick<Store, 'before'>): Promise<void> {
  await db.deleteFrom('pending_links').where('created_at', '<=', store.before(PENDING_LINK_LASTS_MS)).execute();
}
