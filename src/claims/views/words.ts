import type { PlainTextKey } from '../../locales/index.ts';
import { SYMBOLS } from '../../ui/symbols.ts';
import { isReviewable, type Verdict } from '../states.ts';
import type { PastClaim, PastRequest } from '../store/history.ts';

/** A verdict in a few words for moderators; undefined while the claim is under way. */
export function verdictTitle(kind: Verdict['kind'] | undefined): PlainTextKey {
  if (kind === undefined) return 'claims.underWay';
  if (kind === 'reviewed') return 'claims.reviewed';
  return kind === 'refused' ? 'claims.refused' : `claim.${kind}.title`;
}

export function stateTextKey(claim: PastClaim): PlainTextKey {
  return claim.state === 'resolved' ? 'claims.resolved' : verdictTitle(claim.verdict?.kind);
}

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
