import { SNOWFLAKE, parseWholeNumber } from '../digits.ts';
import type { Member } from '../member.ts';
import { isEntityId, MAX_LINKS } from './entities.ts';
import type { Linked, LinkedEntities, LinkedEntity, LinkRefusal } from './store/linked-entities.ts';
import type { PendingLinks } from './store/pending-links.ts';

/** An entity to link, and the guild to link it in. */
type LinkRequest = { guildId: string; entityId: string };

/**
 * Whether a person may make a link. `not-home`: only the operator may, from the home guild; `not-in-guild`: the bot is
 * not in it.
 */
export type LinkCheck =
  | ({ kind: 'allowed' } & LinkRequest)
  | ({ kind: 'not-home' } & LinkRequest)
  | { kind: 'bad-id' | 'bad-guild' | 'forbidden' }
  | { kind: 'not-in-guild'; guildId: string }
  | LinkRefusal;

export type LinkOutcome = (Linked & { guildId: string }) | { kind: 'expired' | 'forbidden' } | LinkRefusal;

export type EntityLinks = {
  /** @returns the new default entity; undefined when it is not linked (any more) */
  makeDefault(guildId: string, rowId: string): Promise<LinkedEntity | undefined>;
  /** @returns the entity that was unlinked; undefined when it was not linked */
  unlink(guildId: string, typed: string): Promise<LinkedEntity | undefined>;
  /** @param forGuild - the guild to link in, as typed; undefined for the one the person is in */
  checkLink(actor: Member, typed: string, forGuild: string | undefined): Promise<LinkCheck>;
  /** Stores a link that is to be confirmed. @returns the id that the confirmation refers to */
  propose(actor: Member, link: LinkRequest & { label: string }): Promise<number>;
  /**
   * Makes a proposed link, provided that this person proposed it, that it has not expired, and that they (still) may.
   */
  confirm(actor: Member, pendingId: number): Promise<LinkOutcome>;
  /** @returns false when somebody else proposed the link */
  cancel(actor: Member, pendingId: number): Promise<boolean>;
};

/**
 * @param options.isHome - whether a guild is the operator's own, and may make its own links
 * @param options.isInGuild - whether the bot is in a guild
 * @param options.isOperator - whether a person runs this bot, and may link for every guild from a home guild
 */
export function createEntityLinks(options: {
  linked: LinkedEntities;
  pending: PendingLinks;
  isHome: (guildId: string) => boolean;
  isInGuild: (guildId: string) => Promise<boolean>;
  isOperator: (userId: string) => boolean;
}): EntityLinks {
  const { linked, pending, isHome, isInGuild, isOperator } = options;

  function mayLink({ guildId, userId }: Member, target: string): boolean {
    return isHome(guildId) && (target === guildId || isOperator(userId));
  }

  return {
    async makeDefault(guildId, rowId) {
      const id = parseWholeNumber(rowId);
      return id === undefined ? undefined : linked.makeDefault(guildId, id);
    },

    unlink: (guildId, typed) => linked.remove(guildId, typed.trim()),

    async checkLink(actor, typed, forGuild) {
      const entityId = typed.trim();
      const guildId = forGuild?.trim() ?? actor.guildId;
      if (!isEntityId(entityId)) return { kind: 'bad-id' };
      if (!SNOWFLAKE.test(guildId)) return { kind: 'bad-guild' };
      const isAllowed = mayLink(actor, guildId);
      if (guildId !== actor.guildId) {
        if (!isAllowed) return { kind: 'forbidden' };
        if (!(await isInGuild(guildId))) return { kind: 'not-in-guild', guildId };
      }
      const refused = await linked.refusal(guildId, entityId, MAX_LINKS);
      if (isAllowed) return refused ?? { kind: 'allowed', guildId, entityId };
      return refused?.kind === 'already-linked' ? refused : { kind: 'not-home', guildId, entityId };
    },

    propose: (actor, { guildId, entityId, label }) =>
      pending.add({ guildId, entityId, label, requestedBy: actor.userId }),

    async confirm(actor, pendingId) {
      const link = await pending.find(pendingId);
      if (!link) return { kind: 'expired' };
      if (link.requestedBy !== actor.userId || !mayLink(actor, link.guildId)) return { kind: 'forbidden' };
      const outcome = await pending.confirm(link, MAX_LINKS);
      return outcome.kind === 'linked' ? { ...outcome, guildId: link.guildId } : outcome;
    },

    async cancel(actor, pendingId) {
      const link = await pending.find(pendingId);
      if (!link) return true;
      if (link.requestedBy !== actor.userId) return false;
      await pending.remove(link.id);
      return true;
    },
  };
}
