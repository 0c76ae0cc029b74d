import { SNOWFLAKE } from '../formats.ts';
import type { Member } from '../member.ts';
import { plainText } from '../ui/text.ts';
import { isEntityId, MAX_LABEL_LENGTH, MAX_LINKS } from './entities.ts';
import { type Linked, type LinkedEntities, type LinkRefusal, refusalOf } from './store/linked-entities.ts';

type LinkRequest = { guildId: string; entityId: string };

/** Whether a person may make a link. `not-home`: only the operator may, in a home guild; `not-in-guild`: the bot is not in it */
export type LinkCheck =
  | ({ kind: 'allowed' } & LinkRequest)
  | ({ kind: 'not-home' } & LinkRequest)
  | { kind: 'bad-id' | 'bad-guild' | 'forbidden' }
  | { kind: 'not-in-guild'; guildId: string }
  | LinkRefusal;

export type LinkOutcome = Linked | { kind: 'expired' | 'forbidden' } | LinkRefusal;

export type EntityLinks = ReturnType<typeof createEntityLinks>;

export function createEntityLinks(options: {
  linked: LinkedEntities;
  /** the operator's own guilds may make their own links */
  isHome: (guildId: string) => boolean;
  isInGuild: (guildId: string) => Promise<boolean>;
  /** those who run this bot may link for every guild from a home guild */
  isOperator: (userId: string) => boolean;
}) {
  const { linked, isHome, isInGuild, isOperator } = options;

  function mayLink({ guildId, userId }: Member, target: string): boolean {
    return isHome(guildId) && (target === guildId || isOperator(userId));
  }

  return {
    makeDefault: linked.makeDefault,
    unlink: (guildId: string, typed: string) => linked.remove(guildId, typed.trim()),

    /** @param forGuild - as typed; undefined for the person's guild */
    async checkLink(actor: Member, typed: string, forGuild: string | undefined): Promise<LinkCheck> {
      const entityId = typed.trim();
      const guildId = forGuild?.trim() ?? actor.guildId;
      if (!isEntityId(entityId)) return { kind: 'bad-id' };
      if (!SNOWFLAKE.test(guildId)) return { kind: 'bad-guild' };
      const isAllowed = mayLink(actor, guildId);
      if (guildId !== actor.guildId) {
        if (!isAllowed) return { kind: 'forbidden' };
        if (!(await isInGuild(guildId))) return { kind: 'not-in-guild', guildId };
      }
      const refused = refusalOf(await linked.all(guildId), entityId, MAX_LINKS);
      if (isAllowed) return refused ?? { kind: 'allowed', guildId, entityId };
      return refused?.kind === 'already-linked' ? refused : { kind: 'not-home', guildId, entityId };
    },

    /** Stores a link that waits for confirmation. @returns its id */
    propose: ({ userId }: Member, { guildId, entityId, label }: LinkRequest & { label: string }) =>
      linked.propose({ guildId, entityId, label, requestedBy: userId }),

    /** Makes a proposed link if it has not expired, and this person proposed it and still may make it. */
    async confirm(actor: Member, pendingId: number): Promise<LinkOutcome> {
      const link = await linked.findPending(pendingId);
      if (!link) return { kind: 'expired' };
      if (link.requestedBy !== actor.userId || !mayLink(actor, link.guildId)) return { kind: 'forbidden' };
      return linked.confirm(link, MAX_LINKS);
    },

    /** @returns false when somebody else proposed the link */
    async cancel({ userId }: Member, pendingId: number): Promise<boolean> {
      const link = await linked.findPending(pendingId);
      if (link && link.requestedBy !== userId) return false;
      if (link) await linked.removePending(pendingId);
      return true;
    },
  };
}

/** The label of a link: the first of these names that has anything visible. */
export function labelOf(names: readonly (string | null | undefined)[]): string {
  return names.map((name) => plainText(name ?? '', MAX_LABEL_LENGTH)).find((name) => name !== '') ?? '';
}
