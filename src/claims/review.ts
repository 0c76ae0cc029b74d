import { refusesCredential } from '../errors.ts';
import type { Member } from '../member.ts';
import type { PagedLists } from '../ui/paged-lists.ts';
import type { ReviewOutcome } from './states.ts';
import type { ClaimFilter } from './store/filter.ts';
import type { ClaimDetail, ClaimHistory, ClaimPage, FirstClaims } from './store/history.ts';
import type { ClaimLedger } from './store/ledger.ts';

/** A page of a list that a person has open. */
export type ClaimList = ClaimPage & { id: string };

/** `already`: somebody else resolved it first; `not-parked`: the claim is settled, or still under way. */
export type ResolveOutcome =
  { kind: 'resolved' | 'already' | 'not-parked'; detail: ClaimDetail } | { kind: 'bad-note' } | { kind: 'not-found' };

/** What moderators can do with the claims of their guild. */
export type ClaimReview = {
  open(actor: Member, filter: ClaimFilter): Promise<ClaimList>;
  /** Another page of an open list, with current data; undefined when this person has no such list open (any more). */
  turn(actor: Member, listId: string, page: number): Promise<ClaimList | undefined>;
  /** The first {@link MAX_CLAIMS_IN_FILE} claims of an open list; undefined when it is not open (any more). */
  file(actor: Member, listId: string): Promise<FirstClaims | undefined>;
  find: ClaimHistory['find'];
  /** Whether the vote service refused a credential the last time that it claimed here. */
  isTokenRefused(guildId: string, credentialId: string): Promise<boolean>;
  /** Marks a parked claim as dealt with, or says of one that was very likely granted whether it was. */
  resolve(actor: Member, claimId: string, note: string, outcome?: ReviewOutcome): Promise<ResolveOutcome>;
};

/** The most claims that one CSV file holds. */
export const MAX_CLAIMS_IN_FILE = 5_000;
export const MAX_NOTE_LENGTH = 500;

export function createClaimReview(options: {
  ledger: Pick<ClaimLedger, 'resolve'>;
  history: ClaimHistory;
  lists: PagedLists<ClaimFilter>;
}): ClaimReview {
  const { ledger, history, lists } = options;
  return {
    async open(actor, given) {
      const name = given.playername?.replace(/\p{Cc}/gu, '').trim();
      const filter = { ...given, playername: name === '' ? undefined : name };
      return { ...(await history.page(actor.guildId, filter, 1)), id: await lists.open(actor, filter, 1) };
    },

    async turn(actor, id, page) {
      const filter = await lists.find(actor, id);
      return filter && { ...(await history.page(actor.guildId, filter, page)), id };
    },

    async file(actor, id) {
      const filter = await lists.find(actor, id);
      return filter && history.first(actor.guildId, filter, MAX_CLAIMS_IN_FILE);
    },

    find: (guildId, claimId) => history.find(guildId, claimId),

    async isTokenRefused(guildId, credentialId) {
      const last = await history.lastOutcome(guildId, credentialId);
      return last?.kind === 'rejected' && refusesCredential(last.status);
    },

    async resolve({ guildId, userId }, claimId, typed, outcome = 'unstated') {
      const note = typed.trim();
      if (note === '' || note.length > MAX_NOTE_LENGTH) return { kind: 'bad-note' };
      const resolved = await ledger.resolve({ guildId, claimId }, { by: userId, note, outcome });
      const detail = await history.find(guildId, claimId);
      if (!detail) return { kind: 'not-found' };
      const { resolution } = detail.claim;
      // The same note submitted twice, by a double click for example, is a success.
      if (resolved || (resolution?.by === userId && resolution.note === note)) return { kind: 'resolved', detail };
      return { kind: resolution ? 'already' : 'not-parked', detail };
    },
  };
}
