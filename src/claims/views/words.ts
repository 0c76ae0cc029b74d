import type { PlainTextKey } from '../../locales/index.ts';
import { SYMBOLS } from '../../ui/symbols.ts';
import { isReviewable, type ReviewOutcome, type Verdict } from '../states.ts';
import type { PastClaim, PastRequest } from '../store/history.ts';

/** A verdict in a few words for moderators; undefined while the claim is under way. */
export function verdictTitle(kind: Verdict['kind'] | undefined): PlainTextKey {
  if (kind === undefined) return 'claims.underWay';
  if (kind === 'reviewed') return 'claims.reviewed';
  return kind === 'refused' ? 'claims.refused' : `claim.${kind}.title`;
}

/** What a moderator decided takes the place of the verdict before. */
export function stateTextKey(claim: Pick<PastClaim, 'resolution' | 'verdict'>): PlainTextKey {
  return claim.resolution && isReviewed(claim)
    ? `claims.decided.${claim.resolution.outcome}`
    : verdictTitle(claim.verdict?.kind);
}

/** What a decision is called that also says what it does to a reward that is held back until then. */
export function decisionTextKey(outcome: ReviewOutcome, { deliveries }: Pick<PastClaim, 'deliveries'>): PlainTextKey {
  const isHeld = deliveries.some(({ state }) => state === 'held');
  return `buttons.${DECISIONS[outcome]}${isHeld ? 'Held' : ''}`;
}

const DECISIONS = { unstated: 'markResolved', claimed: 'wasClaimed', 'not-claimed': 'wasNotClaimed' } as const;

const SYMBOL_OF = {
  granted: SYMBOLS.good,
  'likely-granted': SYMBOLS.attention,
  pending: SYMBOLS.attention,
  none: SYMBOLS.nothing,
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
  return told !== undefined && told === answerOf(claim);
}

function answerOf(claim: PastClaim): Verdict['kind'] | undefined {
  return isReviewed(claim) ? 'reviewed' : claim.verdict?.kind;
}
