import { parseWholeNumber } from '../digits.ts';
import type { EntityPage, LinkedEntities, LinkedEntity } from './store/linked-entities.ts';

/**
 * The entity that a `/plan` is about, or why there is none. `offered`: as many of the guild's entities as a select
 * holds, the default one first, and the chosen one among them if it is linked.
 */
export type EntityChoice =
  | { kind: 'entity'; id: string; offered: LinkedEntity[] }
  | { kind: 'bad-id' }
  | { kind: 'none-linked' }
  | { kind: 'not-linked' };

/** The entities that a `/plans` is about: the ids that may be read here, without duplicates. */
export type EntitiesChoice = { kind: 'entities'; ids: string[]; unread: UnreadIds } | { kind: 'none-linked' };

/** What was typed for a `/plans` but is not read; `leftOut` counts the ids beyond {@link MAX_LINKS}. */
export type UnreadIds = { badIds: string[]; notLinked: string[]; leftOut: number };

export type Entities = {
  /** @param typed - the id as the person gave it; undefined for the guild's default entity */
  choose(guildId: string, typed: string | undefined): Promise<EntityChoice>;
  /** @param rowId - as it comes from a select */
  chooseRow(guildId: string, rowId: string): Promise<EntityChoice>;
  /** @param typed - ids separated by commas or spaces; all linked entities when there are none */
  chooseMany(guildId: string, typed: string | undefined): Promise<EntitiesChoice>;
  /** The guild's entities whose id or label contains the text typed so far, as many as Discord shows. */
  suggest(guildId: string, typed: string): Promise<LinkedEntity[]>;
  /** @param page - from 1; a page beyond the end gives the last one */
  list(guildId: string, page: number): Promise<EntityPage>;
};

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
export function createEntities(options: { linked: LinkedEntities; isHome: (guildId: string) => boolean }): Entities {
  const { linked, isHome } = options;
  return {
    async choose(guildId, typed) {
      const asked = typed?.trim();
      if (asked !== undefined && !isEntityId(asked)) return { kind: 'bad-id' };
      const offered = await linked.some(guildId, SHOWN_AT_ONCE, asked);
      const id = asked ?? offered[0]?.id;
      if (id === undefined) return { kind: 'none-linked' };
      const allowed = isHome(guildId) || offered.some((entity) => entity.id === id);
      return allowed ? { kind: 'entity', id, offered } : { kind: 'not-linked' };
    },

    async chooseRow(guildId, rowId) {
      const id = parseWholeNumber(rowId);
      const entity = id === undefined ? undefined : await linked.findRow(guildId, id);
      if (!entity) return { kind: 'not-linked' };
      const offered = await linked.some(guildId, SHOWN_AT_ONCE, entity.id);
      return { kind: 'entity', id: entity.id, offered };
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
        ids: readable.slice(0, MAX_LINKS),
        unread: {
          badIds: words.filter((word) => !isEntityId(word)),
          notLinked: ids.filter((id) => !mayRead(id)),
          leftOut: Math.max(0, readable.length - MAX_LINKS),
        },
      };
    },

    async suggest(guildId, typed) {
      const wanted = typed.trim().toLowerCase();
      return (await linked.all(guildId))
        .filter(({ id, label }) => `${id}\n${label}`.toLowerCase().includes(wanted))
        .slice(0, SHOWN_AT_ONCE);
    },

    list: (guildId, page) => linked.page(guildId, page, SHOWN_AT_ONCE),
  };
}
