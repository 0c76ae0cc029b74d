import type { PostChannel, PostSettings } from '../guilds/store/post-settings.ts';
import type { ClaimState, Verdict } from './states.ts';

/**
 * The verdicts after which somebody has to look at a claim. `pending`: it was parked, and waits for a moderator.
 * `likely-granted`: a reward is probably due, to be checked before it is handed over. `granted`: a second reward may be
 * due; the announcement says so too.
 */
export const ESCALATED = ['pending', 'likely-granted', 'granted'] as const satisfies readonly Verdict['kind'][];
export type EscalatedVerdict = (typeof ESCALATED)[number];

export function escalatedVerdict(verdict: Verdict): EscalatedVerdict | undefined {
  if (verdict.kind === 'granted') return verdict.maybeTwo ? 'granted' : undefined;
  return ESCALATED.find((kind) => kind === verdict.kind);
}

/**
 * The channels that get the escalation in a guild whose people asked: the moderators' and, where a reward may be due,
 * the announcements', which the people who hand rewards over read. `isFirst`: the first request was made there
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

/** Whether a claim that was given this verdict has been dealt with, or has another verdict by now. */
export function isOver(verdict: EscalatedVerdict, now: { state: ClaimState; verdict: Verdict | undefined }): boolean {
  return verdict === 'pending' ? now.state !== 'parked' : verdict !== now.verdict?.kind;
}
