import { needsAttention, type PastDecision, type PastDelivery } from '../rewards/hook.ts';
import type { PostChannel, PostSettings } from '../guilds/store/post-settings.ts';
import { type ClaimState, isReviewable, type Verdict } from './states.ts';

/**
 * The verdicts after which somebody has to look at a claim. `pending`: it was parked, and waits for a moderator.
 * `likely-granted`: a reward is probably due, to be checked before it is handed over. `granted`: a second reward may be
 * due; the announcement says so too.
 */
export const ESCALATED = ['pending', 'likely-granted', 'granted'] as const satisfies readonly Verdict['kind'][];
export type EscalatedVerdict = (typeof ESCALATED)[number];

/** So many other claims in doubt stand beside one: posts are short, and each change of one is a call to Discord. */
export const DOUBTS_NAMED = 5;

export function escalatedVerdict(verdict: Verdict): EscalatedVerdict | undefined {
  if (verdict.kind === 'granted') return verdict.maybeTwo && !verdict.unlikely ? 'granted' : undefined;
  return ESCALATED.find((kind) => kind === verdict.kind);
}

/**
 * The channel that gets the escalation in a guild whose people asked: the moderators', or where there is none, and a
 * reward may be due, the announcements', which the people who hand rewards over read. `isFirst`: the first request was
 * made there
 */
export function channelOf(verdict: EscalatedVerdict, moderators: PostSettings, isFirst: boolean): PostChannel {
  return !moderators.on && verdict === 'likely-granted' && isFirst ? 'announcements' : 'moderators';
}

/**
 * Whether somebody has to look at a claim, as those who asked read: it is parked, undecided, its reward waits, or a member
 * asks about it, as long as a moderator can decide it. Any other question is answered outside the bot, which never hears.
 */
export function claimNeedsAttention(claim: {
  state: ClaimState;
  verdict: Verdict | undefined;
  resolution?: object | undefined;
  deliveries: readonly PastDelivery[];
  isAsked?: boolean;
}): boolean {
  const { state, verdict, resolution, deliveries, isAsked = false } = claim;
  const isUndecided = verdict?.kind === 'likely-granted' && resolution === undefined;
  return state === 'parked' || isUndecided || (isAsked && canBeDecided(claim)) || deliveries.some(needsAttention);
}

/** Whether a moderator can say of a claim if its vote was claimed: of one that is already claimed, if a member asks. */
export function canBeDecided(claim: {
  state: ClaimState;
  verdict: Verdict | undefined;
  resolution?: object | undefined;
  isAsked?: boolean;
}): boolean {
  const { state, verdict, resolution, isAsked = false } = claim;
  if (state === 'open' || resolution !== undefined) return false;
  return isReviewable(verdict?.kind) && (verdict?.kind !== 'already' || isAsked);
}

/**
 * Whether a moderator can have dealt with a claim without saying whether its vote was claimed: nobody knows, or they hand
 * out a reward themselves for one that was claimed before.
 */
export function canBeResolved(claim: Parameters<typeof canBeDecided>[0]): boolean {
  return claim.state === 'parked' || (claim.verdict?.kind === 'already' && canBeDecided(claim));
}

/** Whether a claim that was given this verdict has been dealt with, or has another verdict by now. */
export function isOver(
  verdict: EscalatedVerdict,
  now: { state: ClaimState; verdict: Verdict | undefined; resolution?: object | undefined },
): boolean {
  if (verdict === 'pending') return now.state !== 'parked';
  return verdict !== now.verdict?.kind || (verdict === 'likely-granted' && now.resolution !== undefined);
}

/** Why a post asks about a reward: it may or may not have arrived, or was not accepted so far. */
export function troubleWith({ deliveries }: { deliveries: readonly PastDelivery[] }): 'parked' | 'failing' | undefined {
  if (deliveries.some(({ state }) => state === 'parked')) return 'parked';
  return deliveries.some(({ state, outcome }) => state === 'due' && outcome !== undefined) ? 'failing' : undefined;
}

/** Whether a moderator has decided something about a claim or its reward since a time, in ms since the epoch. */
export function isDecidedSince(
  at: number,
  claim: { resolution: { at: number } | undefined; decisions: readonly PastDecision[] },
): boolean {
  return (claim.resolution?.at ?? -Infinity) >= at || claim.decisions.some((decision) => decision.at >= at);
}
