/**
 * The life of a claim, told once. `docs/claims.md` draws it.
 *
 * A claim belongs to a key: one player name, claimed with one access token. Somebody's `/claimvote` **opens** one, or
 * joins the one that is open for the key, so that two people who ask at once send one POST and read one answer. The
 * process that opened it holds it by a lease, which every POST renews; one whose lease has ended is **taken over** by
 * whoever asks next, or by recovery, and its epoch grows by one, so that whoever held it before can write nothing more.
 *
 * The main service says 1 for a vote once, and 2 from then on. So a POST is put on record before it is sent, and its
 * answer afterwards: whatever happens in between, it is known that a vote may have been claimed. What the attempts
 * prove is the verdict (`verdict.ts`). If they prove one, the claim is **closed**, for good but for one case: an answer
 * 1 that was late, or could not be recorded in time, makes a claim `granted` whatever it was before (**a late grant**).
 * If they prove none, the claim stays open and recovery tries again, less and less often.
 *
 * After 14 and a half minutes nobody can be told in their reply any more. A claim that is still `pending` then, or
 * whose access token is gone or refused, is **parked**: moderators find it on their list, and the next request of its
 * key opens another claim. While an answer that may have been a 1 is in doubt, nobody is told that nothing was claimed.
 * A moderator who has looked into it marks it as **resolved**. One who knows whether the vote was claimed says so,
 * there or for a claim that was very likely granted, or that somebody else seems to have made (**decided**): then its
 * reward is sent, or it is not, and whoever asked is told.
 */

/** The states of a claim. On record, a resolved claim is a parked one with the time at which it was resolved. */
export const STATES = {
  open: 'being worked on, or waiting for recovery',
  closed: 'has a verdict',
  parked: 'never confirmed: on the list of the moderators',
  resolved: 'never confirmed: a moderator has dealt with it',
} as const;
export type ClaimState = keyof typeof STATES;

/**
 * What became of a claim. `granted`: a reward is due now. `none`: there is no vote to reward. `already`: the vote was
 * claimed before. `likely-granted`: the vote is claimed, very likely by our own attempt whose answer was lost.
 * `pending`: not known yet. `unavailable`: nothing reached the host. `refused`: the host refused, for the reason that
 * its status gives. `postponed`: nothing was sent, because too many people asked at once or the bot was interrupted.
 * `reviewed`: a moderator has dealt with it since; the verdict before stays on record, beside what they found out.
 * `looking`: what whoever has a vote looked for is told of a claim that found none, while that goes on (`look.ts`).
 *
 * `arrived`: every place that its reward was sent to has accepted it, which is not on record with the verdict.
 * `claimedBefore`: as {@link isClaimedBefore} has it.
 * `maybeTwo`: another answer of the same claim was lost or came late, and may have been, or was, a second grant.
 * `unlikely`: the lost answer said no more than that the service could not answer. No moderator has to look at it.
 * `inDoubt`: although this claim came to nothing, an earlier attempt whose answer was lost may have claimed a vote, so
 * nobody may be told that nothing was claimed.
 */
export type Verdict =
  | { kind: 'granted'; maybeTwo?: true; unlikely?: true; arrived?: true }
  | { kind: 'likely-granted' }
  | { kind: 'pending' }
  | { kind: 'none' | 'unavailable'; inDoubt?: true }
  | { kind: 'postponed'; retryAt: number; interrupted?: true; inDoubt?: true }
  | { kind: 'already'; recordedAt: number | undefined }
  | { kind: 'reviewed'; outcome: ReviewOutcome; arrived?: true; claimedBefore?: true }
  | { kind: 'looking'; look: Look; after: LookedAfter }
  | { kind: 'refused'; reason: 'token' | 'name' | 'other'; inDoubt?: true }
  | { kind: 'refused'; reason: 'busy'; retryAt: number | undefined; inDoubt?: true };

/** That a vote is looked for: since when, when next, and until when at the latest. Times in ms since the epoch. */
export type Look = { id: string; begunAt: number; nextAt: number; endsAt: number };

/** The verdicts after which a vote is looked for again: nothing was found, or nothing was sent. */
export const LOOKED_AFTER = ['none', 'unavailable', 'postponed'] as const satisfies readonly Verdict['kind'][];
export type LookedAfter = Extract<Verdict, { kind: (typeof LOOKED_AFTER)[number] }>;

export function isLookedAfter(verdict: Verdict): verdict is LookedAfter {
  return LOOKED_AFTER.some((kind) => kind === verdict.kind);
}

export function hasArrived(verdict: Verdict): boolean {
  return 'arrived' in verdict;
}

/** What the main service says of a vote (docs/services.md, "A claim"). */
export const ANSWERS = [0, 1, 2] as const;
export type VoteAnswer = (typeof ANSWERS)[number];

/** The verdicts that a moderator may overrule. Only a grant that is recorded later overrules the moderator. */
export const REVIEWABLE = ['pending', 'likely-granted', 'already'] as const satisfies readonly Verdict['kind'][];

export function isReviewable(kind: string | undefined | null): boolean {
  return REVIEWABLE.some((reviewable) => reviewable === kind);
}

/** What a moderator says of such a claim: whether the vote was claimed, if they know. */
export type ReviewOutcome = 'unstated' | 'claimed' | 'not-claimed';

/**
 * Whether a moderator says that a vote had been claimed before. The main service said so of both verdicts; of one that
 * was very likely granted, the question is whether that was this claim.
 */
export function isClaimedBefore(verdict: string | undefined | null, outcome: ReviewOutcome): boolean {
  return verdict === 'likely-granted' ? outcome === 'not-claimed' : verdict === 'already' && outcome === 'claimed';
}

type Transition = {
  /** the states that it leads from; none for a claim that is new */
  from: readonly ClaimState[];
  to: ClaimState;
  /** the verdicts that it writes; without any, it leaves the verdict as it is */
  verdicts?: readonly Verdict['kind'][];
};

/** Everything that can happen to a claim. Nothing else can be written (`store/states.ts`). */
export const TRANSITIONS = {
  opened: { from: [], to: 'open' },
  'taken over': { from: ['open'], to: 'open' },
  closed: {
    from: ['open'],
    to: 'closed',
    verdicts: ['granted', 'none', 'already', 'likely-granted', 'refused', 'unavailable', 'postponed'],
  },
  parked: { from: ['open'], to: 'parked', verdicts: ['pending'] },
  resolved: { from: ['parked'], to: 'resolved' },
  decided: { from: ['closed'], to: 'closed' },
  'granted late': { from: ['closed', 'parked', 'resolved'], to: 'closed', verdicts: ['granted'] },
} as const satisfies Record<string, Transition>;
export type TransitionName = keyof typeof TRANSITIONS;

/** A verdict that a transition may write. */
export type VerdictOf<N extends TransitionName> = (typeof TRANSITIONS)[N] extends { verdicts: readonly (infer K)[] }
  ? Extract<Verdict, { kind: K }>
  : never;

/** What the attempts of a claim prove: it is closed with this, or parked while they prove nothing. */
export type ProvenVerdict = VerdictOf<'closed' | 'parked'>;

/**
 * What moderators search claims by. `parked`: what waits for them, which is a parked claim, one that was likely granted,
 * one that a member asks about, or a reward that somebody has to look at; `open`: a state; `undelivered`: a reward that has
 * not arrived. The rest are verdicts on record, `pending` also of a claim that was resolved.
 */
export const OUTCOMES = [
  'parked',
  'open',
  'granted',
  'none',
  'already',
  'likely-granted',
  'pending',
  'refused',
  'unavailable',
  'postponed',
  'undelivered',
] as const satisfies readonly (ClaimState | Verdict['kind'] | 'undelivered')[];
