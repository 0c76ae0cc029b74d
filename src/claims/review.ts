import type { Member } from '../member.ts';
import type { PagedLists } from '../ui/paged-lists.ts';
import type { ClaimFilter } from './store/filter.ts';
import type { ClaimDetail, ClaimHistory, ClaimPage, PastClaim } from './store/history.ts';
import type { ClaimLedger } from './store/ledger.ts';

/** One page of a list that a person has open. */
export type ClaimList = ClaimPage & { id: string };

/**
 * `already`: somebody else resolved it first; `not-parked`: there is nothing to resolve, the claim is settled or still
 * under way.
 */
export type ResolveOutcome =
  { kind: 'resolved' | 'already' | 'not-parked'; detail: ClaimDetail } | { kind: 'bad-note' } | { kind: 'not-found' };

/** What moderators can do with the claims of their guild. */
export type ClaimReview = {
  /** Opens a list of the claims that match a filter. */
  open(actor: Member, filter: ClaimFilter): Promise<ClaimList>;
  /**
   * Another page of an open list, with current data.
   *
   * @returns undefined when this person has no such list open (any more)
   */
  turn(actor: Member, listId: string, page: number): Promise<ClaimList | undefined>;
  /**
   * The first {@link MAX_CLAIMS_IN_FILE} claims of an open list, and how many there are.
   *
   * @returns undefined when it is not open (any more)
   */
  file(actor: Member, listId: string): Promise<{ claims: PastClaim[]; total: number } | undefined>;
  find(guildId: string, claimId: string): Promise<ClaimDetail | undefined>;
  /** Marks a parked claim as dealt with. @param note - as typed */
  resolve(actor: Member, claimId: string, note: string): Promise<ResolveOutcome>;
};

/** The most claims that one CSV file holds. */
export const MAX_CLAIMS_IN_FILE = 5_000;
export const MAX_NOTE_LENGTH = 500;

export function createClaimReview({
  ledger,
  history,
  lists,
}: {
  ledger: Pick<ClaimLedger, 'resolve'>;
  history: ClaimHistory;
  lists: PagedLists<ClaimFilter>;
}): ClaimReview {
  return {
    async open(actor, given) {
      const name = given.playername?.replace(/\p{Cc}/gu, '').trim();
      const filter = { ...given, playername: name === '' ? undefined : name };
      return { ...(await history.page(actor.guildId, filter, 1)), id: lists.open(actor, filter, 1) };
    },

    async turn(actor, id, page) {
      const filter = lists.find(actor, id);
      return filter && { ...(await history.page(actor.guildId, filter, page)), id };
    },

    async file(actor, id) {
      const filter = lists.find(actor, id);
      return filter && history.first(actor.guildId, filter, MAX_CLAIMS_IN_FILE);
    },

    find: (guildId, claimId) => history.find(guildId, claimId),

    async resolve({ guildId, userId }, claimId, typed) {
      const note = typed.trim();
      if (note === '' || note.length > MAX_NOTE_LENGTH) return { kind: 'bad-note' };
      const resolved = await ledger.resolve({ guildId, claimId }, userId, note);
      const detail = await history.find(guildId, claimId);
      if (!detail) return { kind: 'not-found' };
      const { resolution } = detail.claim;
      // The same note submitted twice, by a double click for example, is a success.
      if (resolved || (resolution?.by === userId && resolution.note === note)) return { kind: 'resolved', detail };
      return { kind: resolution ? 'already' : 'not-parked', detail };
    },
  };
}
