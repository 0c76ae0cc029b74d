import type { EntityPage, LinkedEntities, LinkedEntity } from '../storage/linked-entities.ts';

/** Which entity a `/plan` is about, or why it is about none. */
export type EntityChoice =
  { kind: 'entity'; id: string } | { kind: 'bad-id' } | { kind: 'none-linked' } | { kind: 'not-linked' };

/** What a `/plans` is about: the ids that may be read here, each once. */
export type EntitiesChoice = { kind: 'entities'; ids: string[]; unread: UnreadIds } | { kind: 'none-linked' };

/** What was typed for a `/plans` and is not read; `leftOut` counts the ids over {@link LINKS_MOST}. */
export type UnreadIds = { badIds: string[]; notLinked: string[]; leftOut: number };

/** Where somebody acts, and who they are. */
export type Actor = { guildId: string; userId: string };

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
export function createEntities(options: { linked: LinkedEntities; isHome: (guildId: string) => boolean }): Entities {
  const { linked, isHome } = options;
  return {
    async choose(guildId, typed) {
      if (typed === undefined) {
        const entity = await linked.findDefault(guildId);
        return entity ? { kind: 'entity', id: entity.id } : { kind: 'none-linked' };
      }
      const id = typed.trim();
      if (!isEntityId(id)) return { kind: 'bad-id' };
      const allowed = isHome(guildId) || (await linked.find(guildId, id)) !== undefined;
      return allowed ? { kind: 'entity', id } : { kind: 'not-linked' };
    },

    async chooseRow(guildId, rowId) {
      const id = parseRowId(rowId);
      const entity = id === undefined ? undefined : await linked.findRow(guildId, id);
      return entity ? { kind: 'entity', id: entity.id } : { kind: 'not-linked' };
    },

    async chooseMany(guildId, typed = '') {
      const words = [...new Set(typed.split(/[\s,]+/).filter((word) => word !== ''))];
      const linkedIds = new Set((await linked.all(guildId)).map(({ id }) => id));
      if (words.length === 0 && linkedIds.size === 0) return { kind: 'none-linked' };
      const mayRead = (id: string) => isHome(guildId) || linkedIds.has(id);
      const ids = words.filter(isEntityId);
      const readable = words.length === 0 ? [...linkedIds] : ids.filter(mayRead);
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
      return (await linked.all(guildId))
        .filter(({ id, label }) => `${id}\n${label}`.toLowerCase().includes(wanted))
        .slice(0, SHOWN_AT_ONCE);
    },

    offer: (guildId, shownId) => linked.some(guildId, SHOWN_AT_ONCE, shownId),

    list: (guildId, page) => linked.page(guildId, page, SHOWN_AT_ONCE),
  };
}

/** A row's id out of a custom id or a select; undefined for anything else. */
export function parseRowId(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
