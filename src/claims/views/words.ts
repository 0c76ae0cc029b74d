import type { PlainTextKey } from '../../locales/index.ts';
import { SYMBOLS } from '../../ui/symbols.ts';
import { isClaimedBefore, isReviewable, type ReviewOutcome, type Verdict } from '../states.ts';
import type { PastClaim, PastRequest } from '../store/history.ts';

/** A verdict in a few words for moderators; undefined while the claim is under way. */
export function verdictTitle(kind: Verdict['kind'] | undefined): PlainTextKey {
  if (kind === undefined) return 'claims.underWay';
  if (kind === 'reviewed') return 'claims.reviewed';
  if (kind === 'looking') return 'claim.none.title';
  return kind === 'refused' ? 'claims.refused' : `claim.${kind}.title`;
}

/** What a moderator decided takes the place of the verdict before. */
export function stateTextKey(claim: Pick<PastClaim, 'resolution' | 'verdict'>): PlainTextKey {
  const { resolution, verdict } = claim;
  return resolution && isReviewed(claim)
    ? decidedTextKey(verdict?.kind, resolution.outcome)
    : verdictTitle(verdict?.kind);
}

export function decidedTextKey(verdict: string | undefined, outcome: ReviewOutcome): PlainTextKey {
  return `claims.decided.${isClaimedBefore(verdict, outcome) ? 'claimed-before' : outcome}`;
}

/** What a decision is called: it says what it does to a reward, if one is held back, or the vote was claimed before. */
export function decisionTextKey(
  outcome: ReviewOutcome,
  { deliveries, verdict }: Pick<PastClaim, 'deliveries' | 'verdict'>,
): PlainTextKey {
  if (isClaimedBefore(verdict?.kind, outcome)) return 'buttons.wasClaimedBefore';
  const isHeld = deliveries.some(({ state }) => state === 'held');
  return `buttons.${DECISIONS[outcome]}${isHeld ? 'Held' : ''}`;
}

const DECISIONS = { unstated: 'markResolved', claimed: 'wasClaimed', 'not-claimed': 'wasNotClaimed' } as const;

const SYMBOL_OF = {
  granted: SYMBOLS.good,
  'likely-granted': SYMBOLS.attention,
  pending: SYMBOLS.attention,
  none: SYMBOLS.nothing,
  looking: SYMBOLS.nothing,
  already: SYMBOLS.settled,
  reviewed: SYMBOLS.settled,
  refused: SYMBOLS.refused,
  unavailable: SYMBOLS.refused,
  postponed: SYMBOLS.waiting,
} as const satisfies Record<Verdict['kind'], string>;

/** Whether a moderator has had the last word on a claim. */
export function isReviewed({ resolution, verdict }: Pick<PastClaim, 'resolution' | 'verdict'>): boolean {
  return resolution !== undefined && isReviewable(verdict?.kind);
}

export function stateSymbol(claim: Pick<PastClaim, 'verdict' | 'resolution'>): string {
  const { verdict } = claim;
  if (isReviewed(claim)) return SYMBOLS.settled;
  return verdict ? SYMBOL_OF[verdict.kind] : SYMBOLS.waiting;
}

export function knowsAnswer({ told }: PastRequest, claim: PastClaim): boolean {
  // Whoever has the vote looked for knows what this claim found.
  return told === 'looking' || (told !== undefined && told === answerOf(claim));
}

function answerOf(claim: PastClaim): Verdict['kind'] | undefined {
  return isReviewed(claim) ? 'reviewed' : claim.verdict?.kind;
}
