import type { ClaimCredential } from '../guilds/settings.ts';
import type { Secret } from '../secret.ts';
import type { Look, ReviewOutcome, Verdict, VerdictOf, VoteAnswer } from './states.ts';
import type { AttemptOutcome } from './vote-client.ts';

/** Where a reply can be edited, for 15 minutes (Discord's documentation, "Followup Messages"). */
export type ReplyAddress = { applicationId: string; token: Secret };

export type NewClaimRequest = {
  interactionId: string;
  guildId: string;
  userId: string;
  locale: string;
  playername: string;
  reply: ReplyAddress;
  /** the same person's earlier request, whose reply shows this one from now on */
  replaces?: string | undefined;
  /** a moderator checks somebody else's claim again: whose the name is does not matter */
  isRecheck?: boolean | undefined;
  /** what it is a part of, or begins: Discord has acknowledged it, and it replaces the request before */
  lookId?: string | undefined;
} & Pick<ClaimCredential, 'credentialId' | 'isOperators'>;

/** One person's `/claimvote`. Times in ms since the epoch. */
export type ClaimRequest = Pick<
  NewClaimRequest,
  'interactionId' | 'guildId' | 'locale' | 'playername' | 'credentialId' | 'isRecheck'
> & {
  id: string;
  claimId: string;
  /** undefined once the person had their data deleted */
  userId: string | undefined;
  /** of the claim, short, for people */
  reference: string;
  /** undefined once it is no longer needed */
  reply: ReplyAddress | undefined;
  createdAt: number;
  /** by Discord, to a process that did not hold the claim; the holder does not record its own acknowledgement */
  acknowledged: boolean;
  /** the last verdict the person was shown */
  told: Verdict['kind'] | undefined;
  /** its reply shows a later request of the same person, and must not be edited for this one */
  replaced: boolean;
  /** the claim's reward is sent somewhere, or was */
  hasReward: boolean;
  /** that goes on if the claim finds no vote */
  look?: Look | undefined;
};

/** A request, and the verdict for the person who made it: `pending` while its claim is open. */
export type Standing = { request: ClaimRequest; verdict: Verdict };

/** `isDecided`: a process that Discord acknowledged has had the time to say so */
export type DecidedStanding = Standing & { isDecided: boolean };

/** The epoch of a claim that nobody has taken over. */
export const FIRST_EPOCH = 1;

/** One player name, claimed with one credential at one main service. */
export type Claim = {
  id: string;
  reference: string;
  guildId: string;
  credentialId: string;
  playername: string;
  openedAt: number;
  /** Grows by 1 with each takeover; a process that holds an older epoch has lost the claim. */
  epoch: number;
};

/** One POST. */
export type Attempt = {
  id: string;
  /** null once the claim is deleted */
  claimId: string | null;
  /** as it was sent */
  playername: string;
  /** never falls from one attempt for a name to the next, whatever the clock does */
  sequence: number;
  startedAt: number;
  /** undefined until its end is recorded */
  outcome: AttemptOutcome | undefined;
  /** of evidence: moderators are asked whether its claim got the vote, or what they decided, if they know */
  question?: 'open' | Exclude<ReviewOutcome, 'unstated'> | undefined;
};

/** The attempts that bear on a claim, in the order in which they started. `now`: ms since the epoch. */
export type Evidence = {
  /** the attempts of the claim itself */
  own: Attempt[];
  /**
   * what may explain an answer 2: `own`, others that may have claimed the vote unanswered, the last 1 for the name, and
   * the answers 2 that moderators are or were asked about
   */
  related: Attempt[];
  now: number;
};

export const RECOVERED_AT_ONCE = 100;
const SERVICE_UNAVAILABLE = 503;

/** A claim in a log line: people quote the reference. */
export function logFields({ id, reference, guildId }: Claim): { claimId: string; reference: string; guildId: string } {
  return { claimId: id, reference, guildId };
}

/** The verdict if one of the claim's attempts was answered 1, whatever else is on record. Each 1 is for another vote. */
export function provenGrant(own: readonly Attempt[]): VerdictOf<'granted late'> | undefined {
  const grants = own.filter((attempt) => wasAnswered(attempt, 1));
  if (grants.length === 0) return undefined;
  const unresolved = own.filter(isUnresolved);
  if (grants.length === 1 && unresolved.length === 0) return { kind: 'granted' };
  const isUnlikely = grants.length === 1 && unresolved.every(wasUnable);
  return { kind: 'granted', maybeTwo: true, ...(isUnlikely && { unlikely: true }) };
}

export function wasAnswered({ outcome }: Pick<Attempt, 'outcome'>, claimed: VoteAnswer): boolean {
  return outcome?.kind === 'answered' && outcome.claimed === claimed;
}

/** Whether the service said that it is "currently unable to handle the request" (RFC 9110, "503 Service Unavailable"). */
function wasUnable({ outcome }: Attempt): boolean {
  return outcome?.kind === 'unknown' && outcome.status === SERVICE_UNAVAILABLE;
}

/** Whether the attempt may have claimed a vote although no answer says so. */
export function isUnresolved({ outcome }: Attempt): boolean {
  return outcome === undefined || outcome.kind === 'unknown';
}
