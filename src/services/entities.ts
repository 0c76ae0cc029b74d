/** A server or team whose plan a guild may read. */
export type LinkedEntity = { id: string; label: string };

/** Which entity a `/plan` is about, or why it is about none. */
export type EntityChoice =
  { kind: 'entity'; id: string } | { kind: 'bad-id' } | { kind: 'none-linked' } | { kind: 'not-linked' };

export type Entities = {
  /** @param typed - the id as the person gave it; undefined for the guild's default entity */
  choose(guildId: string, typed: string | undefined): EntityChoice;
  /** The guild's entities whose id or label contains what was typed so far. */
  suggest(guildId: string, typed: string): LinkedEntity[];
};

const SUGGESTIONS_SHOWN = 25;

/** 1 to 80 of `A–Z a–z 0–9 _ . : -`, but not a path segment that means a folder. */
export function isEntityId(text: string): boolean {
  return /^[\w.:-]{1,80}$/.test(text) && text !== '.' && text !== '..';
}

/**
 * @param links - the entities each guild has linked, its default one first
 * @param isHome - whether a guild is the operator's own: there, any entity may be read
 */
export function createEntities(options: {
  links: ReadonlyMap<string, readonly LinkedEntity[]>;
  isHome: (guildId: string) => boolean;
}): Entities {
  const linkedIn = (guildId: string) => options.links.get(guildId) ?? [];
  return {
    choose(guildId, typed) {
      if (typed === undefined) {
        const [first] = linkedIn(guildId);
        return first ? { kind: 'entity', id: first.id } : { kind: 'none-linked' };
      }
      const id = typed.trim();
      if (!isEntityId(id)) return { kind: 'bad-id' };
      const allowed = options.isHome(guildId) || linkedIn(guildId).some((entity) => entity.id === id);
      return allowed ? { kind: 'entity', id } : { kind: 'not-linked' };
    },
    suggest(guildId, typed) {
      const wanted = typed.trim().toLowerCase();
      return linkedIn(guildId)
        .filter(({ id, label }) => id.toLowerCase().includes(wanted) || label.toLowerCase().includes(wanted))
        .slice(0, SUGGESTIONS_SHOWN);
    },
  };
}
