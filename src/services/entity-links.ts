import type { Linked, LinkedEntities, LinkedEntity, LinkRefusal } from '../storage/linked-entities.ts';
import type { PendingLink, PendingLinks } from '../storage/pending-links.ts';
import { isEntityId, LINKS_MOST, parseRowId, type Actor } from './entities.ts';

/** What may be linked: `guildId` is the one that it is for. */
type LinkRequest = { guildId: string; entityId: string };

/** Whether somebody may link something, or why not. `not-home`: only the operator can, from the home guild; `not-in-guild`: this bot is not in it. */
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

/**
 * @param isHome - whether a guild is the operator's own: there, its own links are made
 * @param isInGuild - whether this bot is in a guild
 * @param isOperator - whether somebody runs this bot: from a home guild they link for every guild
 */
export function createEntityLinks(options: {
  linked: LinkedEntities;
  pending: PendingLinks;
  isHome: (guildId: string) => boolean;
  isInGuild: (guildId: string) => Promise<boolean>;
  isOperator: (userId: string) => boolean;
}): EntityLinks {
  const { linked, pending, isHome, isInGuild, isOperator } = options;

  function mayLink({ guildId, userId }: Actor, target: string): boolean {
    return isHome(guildId) && (target === guildId || isOperator(userId));
  }

  async function findPending(pendingId: string): Promise<PendingLink | undefined> {
    const id = parseRowId(pendingId);
    return id === undefined ? undefined : pending.find(id);
  }

  return {
    async makeDefault(guildId, rowId) {
      const id = parseRowId(rowId);
      return id === undefined ? undefined : linked.makeDefault(guildId, id);
    },

    unlink: (guildId, typed) => linked.remove(guildId, typed.trim()),

    async checkLink(actor, typed, forGuild) {
      const entityId = typed.trim();
      const guildId = forGuild?.trim() ?? actor.guildId;
      if (!isEntityId(entityId)) return { kind: 'bad-id' };
      if (!/^\d{17,20}$/.test(guildId)) return { kind: 'bad-guild' };
      const isAllowed = mayLink(actor, guildId);
      if (guildId !== actor.guildId) {
        if (!isAllowed) return { kind: 'forbidden' };
        if (!(await isInGuild(guildId))) return { kind: 'not-in-guild', guildId };
      }
      const refused = await linked.refusal(guildId, entityId, LINKS_MOST);
      if (isAllowed) return refused ?? { kind: 'allowed', guildId, entityId };
      return refused?.kind === 'already-linked' ? refused : { kind: 'not-home', guildId, entityId };
    },

    propose: (actor, { guildId, entityId, label }) =>
      pending.add({ guildId, entityId, label, requestedBy: actor.userId }),

    async confirm(actor, pendingId) {
      const link = await findPending(pendingId);
      if (!link) return { kind: 'expired' };
      if (link.requestedBy !== actor.userId || !mayLink(actor, link.guildId)) return { kind: 'forbidden' };
      const outcome = await pending.confirm(link, LINKS_MOST);
      return outcome.kind === 'linked' ? { ...outcome, guildId: link.guildId } : outcome;
    },

    async cancel(actor, pendingId) {
      const link = await findPending(pendingId);
      if (!link) return true;
      if (link.requestedBy !== actor.userId) return false;
      await pending.remove(link.id);
      return true;
    },
  };
}
