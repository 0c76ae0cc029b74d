import type { Member } from '../member.ts';
import type { PagedLists } from '../ui/paged-lists.ts';
import { refusesCredential } from '../work/errors.ts';
import type { ReviewOutcome } from './states.ts';
import type { ClaimFilter } from './store/filter.ts';
import type { ClaimHistory, ClaimPage, FirstClaims, PastClaim } from './store/history.ts';
import type { ClaimLedger } from './store/ledger.ts';

/** A page of a list that a person has open. `userId`: the member whose claims they are, if it is of one's */
export type ClaimList = ClaimPage & Pick<ClaimFilter, 'userId'> & { id: string };

/** `already`: somebody else resolved it first. `not-parked`: the claim has a verdict, or is under way. */
export type ResolveOutcome =
  { kind: 'resolved' | 'already' | 'not-parked'; claim: PastClaim } | { kind: 'bad-note' } | { kind: 'not-found' };

export const MAX_CLAIMS_IN_FILE = 5_000;
export const MAX_NOTE_LENGTH = 500;

/** What moderators can do with the claims of their guild. */
export function createClaimReview(ledger: ClaimLedger, history: ClaimHistory, lists: PagedLists<ClaimFilter>) {
  return {
    async open(actor: Member, typed: ClaimFilter): Promise<ClaimList> {
      const name = typed.playername?.replace(/\p{Cc}/gu, '').trim();
      const filter = { ...typed, playername: name === '' ? undefined : name };
      const found = await history.page(actor.guildId, filter, 1);
      return { ...found, userId: filter.userId, id: await lists.open(actor, filter, 1) };
    },

    /** Another page of an open list, with current data; undefined when this person does not have it open. */
    async page(actor: Member, id: string, page: number): Promise<ClaimList | undefined> {
      const filter = await lists.find(actor, id);
      return filter && { ...(await history.page(actor.guildId, filter, page)), userId: filter.userId, id };
    },

    /** The first {@link MAX_CLAIMS_IN_FILE} claims of an open list; undefined when it is not open to them. */
    async file(actor: Member, id: string): Promise<FirstClaims | undefined> {
      const filter = await lists.find(actor, id);
      return filter && history.first(actor.guildId, filter, MAX_CLAIMS_IN_FILE);
    },

    find: history.find,

    leavePost: ledger.leavePost,

    /** Whether the main service refused a credential the last time that this guild claimed with it. */
    async isTokenRefused(guildId: string, credentialId: string): Promise<boolean> {
      const last = await history.lastOutcome(guildId, credentialId);
      return last?.kind === 'rejected' && refusesCredential(last.status);
    },

    /** Marks a claim as dealt with that is parked or claimed before, or says whether its vote was claimed. */
    async resolve(
      { guildId, userId }: Member,
      claimId: string,
      typed: string,
      outcome: ReviewOutcome = 'unstated',
    ): Promise<ResolveOutcome> {
      const note = typed.trim();
      if (note === '' || note.length > MAX_NOTE_LENGTH) return { kind: 'bad-note' };
      const resolved = await ledger.resolve({ guildId, claimId }, { by: userId, note, outcome });
      const claim = await history.find(guildId, claimId);
      if (!claim) return { kind: 'not-found' };
      const { resolution } = claim;
      // The same note may be submitted twice, by a double click for example.
      if (resolved || (resolution?.by === userId && resolution.note === note)) return { kind: 'resolved', claim };
      return { kind: resolution ? 'already' : 'not-parked', claim };
    },
  };
}
