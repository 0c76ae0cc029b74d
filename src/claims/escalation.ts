import type { PostChannel, PostSettings } from '../guilds/store/post-settings.ts';
import type { ClaimState, Verdict } from './states.ts';

/**
 * The verdicts after which somebody has to look at a claim. `pending`: it was parked, and waits for a moderator;
 * `likely-granted`: a reward is probably due, so whoever hands rewards over should check first; `granted`: a second
 * reward may be due, which the announcement says as well.
 */
export const ESCALATED = ['pending', 'likely-granted', 'granted'] as const satisfies readonly Verdict['kind'][];
export type EscalatedVerdict = (typeof ESCALATED)[number];

/** The verdict of a claim that somebody has to look at; undefined for any other. */
export function escalatedVerdict(verdict: Verdict): EscalatedVerdict | undefined {
  if (verdict.kind === 'granted') return verdict.maybeTwo ? 'granted' : undefined;
  return ESCALATED.find((kind) => kind === verdict.kind);
}

/**
 * The channels in which a guild whose people asked for such a claim is told: that of the moderators and, where a reward
 * may be due, the one in which those who hand rewards over read the announcements.
 *
 * @param isFirst - whether the first one who asked did so in this guild
 */
export function toldIn(
  verdict: EscalatedVerdict,
  { moderators, announcements }: Record<'moderators' | 'announcements', PostSettings>,
  isFirst: boolean,
): PostChannel[] {
  const isSameChannel = moderators.on && moderators.channelId === announcements.channelId;
  const isPublic = verdict === 'likely-granted' && isFirst && !isSameChannel;
  return isPublic ? ['moderators', 'announcements'] : ['moderators'];
}

/** Whether a claim that was given this verdict has been dealt with, or has another one by now. */
export function isOver(verdict: EscalatedVerdict, now: { state: ClaimState; verdict: string | null }): boolean {
  return verdict === 'pending' ? now.state !== 'parked' : verdict !== now.verdict;
}
