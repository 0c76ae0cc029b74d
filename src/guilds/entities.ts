import { pageOf } from '../ui/paging.ts';
import type { LinkedEntities, LinkedEntity } from './store/linked-entities.ts';

/** The entity of a `/plan`, or why not. `offered`: for a select, the default first, then the chosen one if linked */
export type EntityChoice =
  { kind: 'entity'; id: string; offered: LinkedEntity[] } | { kind: 'bad-id' | 'none-linked' | 'not-linked' };

/** The entities of a `/plans`: the ids that may be read here, without duplicates. */
export type EntitiesChoice = { kind: 'entities'; ids: string[]; unread: UnreadIds } | { kind: 'none-linked' };

/** What was typed for a `/plans` but is not read. `leftOut`: how many ids are beyond {@link MAX_LINKS} */
export type UnreadIds = { badIds: string[]; notLinked: string[]; leftOut: number };

export type EntityPage = { entities: LinkedEntity[]; page: number; pages: number; total: number };

export type Entities = ReturnType<typeof createEntities>;

/** The most entities that a guild may link, and that one `/plans` reads. */
export const MAX_LINKS = 1_000;
export const MAX_LABEL_LENGTH = 80;
/** Discord's limit for autocomplete choices and for the options of a select. */
const SHOWN_AT_ONCE = 25;

/** 1 to 80 of `A–Z a–z 0–9 _ . : -`, except `.` and `..`, which mean a folder in a path. */
export function isEntityId(text: string): boolean {
  return /^[\w.:-]{1,80}$/.test(text) && text !== '.' && text !== '..';
}

/** @param options.isHome - whether a guild is the operator's own, where any entity may be read */
export function createEntities(options: { linked: Pick<LinkedEntities, 'all'>; isHome: (guildId: string) => boolean }) {
  const { linked, isHome } = options;

  /** The default one first, then the wanted one, then the others in the order of linking. */
  async function inOrderOfUse(guildId: string, wantedId?: string): Promise<LinkedEntity[]> {
    const rank = ({ id, isDefault }: LinkedEntity) => (isDefault ? 0 : id === wantedId ? 1 : 2);
    return (await linked.all(guildId)).toSorted((one, other) => rank(one) - rank(other));
  }

  return {
    /** @param typed - undefined for the guild's default entity */
    async choose(guildId: string, typed: string | undefined): Promise<EntityChoice> {
      const asked = typed?.trim();
      if (asked !== undefined && !isEntityId(asked)) return { kind: 'bad-id' };
      const offered = (await inOrderOfUse(guildId, asked)).slice(0, SHOWN_AT_ONCE);
      const id = asked ?? offered[0]?.id;
      if (id === undefined || (offered.length === 0 && !isHome(guildId))) return { kind: 'none-linked' };
      const allowed = isHome(guildId) || offered.some((entity) => entity.id === id);
      return allowed ? { kind: 'entity', id, offered } : { kind: 'not-linked' };
    },

    /** @param typed - ids separated by commas or spaces; all linked entities when there are none */
    async chooseMany(guildId: string, typed = ''): Promise<EntitiesChoice> {
      const words = [...new Set(typed.split(/[\s,]+/).filter((word) => word !== ''))];
      const linkedIds = new Set((await inOrderOfUse(guildId)).map(({ id }) => id));
      if (linkedIds.size === 0 && (words.length === 0 || !isHome(guildId))) return { kind: 'none-linked' };
      const mayRead = (id: string) => isHome(guildId) || linkedIds.has(id);
      const ids = words.filter(isEntityId);
      const readable = words.length === 0 ? [...linkedIds] : ids.filter(mayRead);
      const unread = {
        badIds: words.filter((word) => !isEntityId(word)),
        notLinked: ids.filter((id) => !mayRead(id)),
        leftOut: Math.max(0, readable.length - MAX_LINKS),
      };
      return { kind: 'entities', ids: readable.slice(0, MAX_LINKS), unread };
    },

    /** As many of the entities whose id or label contains the text typed so far as Discord shows. */
    async suggest(guildId: string, typed: string): Promise<LinkedEntity[]> {
      const wanted = typed.trim().toLowerCase();
      return (await inOrderOfUse(guildId))
        .filter(({ id, label }) => `${id}\n${label}`.toLowerCase().includes(wanted))
        .slice(0, SHOWN_AT_ONCE);
    },

    /** One page, in the order of linking. @param wanted - from 1; beyond the end the last page */
    async list(guildId: string, wanted: number): Promise<EntityPage> {
      const all = await linked.all(guildId);
      const { page, pages, offset } = pageOf(all.length, wanted, SHOWN_AT_ONCE);
      return { entities: all.slice(offset, offset + SHOWN_AT_ONCE), page, pages, total: all.length };
    },
  };
}
