import type { AfterClaim, Settings } from '../guilds/settings.ts';
import type { Member } from '../member.ts';
import { dueAfter } from '../reminders/reminder.ts';
import type { Log } from '../work/log.ts';
import type { ClaimRequest } from './claim.ts';
import { lastLookAt } from './look.ts';
import { tellsOfReward } from './promises.ts';
import { hasArrived, type Verdict } from './states.ts';
import type { OwnClaim, OwnClaims, OwnReward } from './store/own-claims.ts';
import type { ClaimTimings } from './timings.ts';
import type { ClaimViewContext } from './views/claim.ts';

export type ClaimContext = ReturnType<typeof createClaimContext>;

/** Puts together what the answer to a request shows beside its verdict. What cannot be looked up is left out. */
export function createClaimContext(options: {
  settings: Pick<Settings, 'afterClaim'>;
  /** whether to ask a member if they want to be reminded; never rejects */
  offersReminder: (member: Member) => Promise<boolean>;
  ownClaims: OwnClaims;
  timings: Pick<ClaimTimings, 'firstLookMs'>;
  now: () => number;
  log: Log;
}) {
  const { settings, offersReminder, ownClaims, timings, now, log } = options;

  /** The claim that this member made for the vote that is already claimed. */
  async function ownClaim(member: Member, playername: string, verdict: Verdict): Promise<OwnClaim | undefined> {
    if (verdict.kind !== 'already' || verdict.recordedAt === undefined) return undefined;
    return ownClaims.find(member, { playername, recordedAt: verdict.recordedAt }).catch((error: unknown) => {
      log.warn({ err: error, guildId: member.guildId }, 'whether somebody claimed a vote themselves is not known');
      return undefined;
    });
  }

  async function rewardOf(claim: OwnClaim): Promise<OwnReward | undefined> {
    return ownClaims.rewardOf(claim).catch((error: unknown) => {
      log.warn({ err: error, claimId: claim.claimId }, 'a claim is told without how its reward stands');
      return undefined;
    });
  }

  /** The member's own claim for the vote, if it is already claimed, and how the reward stands that the answer is about. */
  async function aboutReward(request: ClaimRequest, verdict: Verdict, member: Member | undefined) {
    const own = member && (await ownClaim(member, request.playername, verdict));
    if (hasArrived(verdict)) {
      const arrived = await rewardOf(request);
      return { reward: arrived && (arrived.reward === 'vouched' ? 'vouched' : 'arrived') } as const;
    }
    const claim = own ?? (tellsOfReward(verdict) ? request : undefined);
    const { reward, isPosted } = (claim && (await rewardOf(claim))) ?? {};
    // The verdict is from before that, and is told again.
    const isNewer = verdict.kind !== 'already' && (reward === 'arrived' || reward === 'vouched');
    return { ownReference: own?.reference, reward: isNewer ? undefined : reward, isPosted };
  }

  /**
   * When the person can vote again. Once that has passed, nothing is said: nobody knows of a vote that was claimed since
   * by another way.
   */
  function nextVoteAt(
    { createdAt }: ClaimRequest,
    verdict: Verdict,
    nextVote: AfterClaim['nextVote'],
  ): number | undefined {
    const claimedAt =
      verdict.kind === 'granted' ? createdAt : verdict.kind === 'already' ? verdict.recordedAt : undefined;
    const at = nextVote && claimedAt !== undefined ? dueAfter(claimedAt, nextVote) : undefined;
    return at !== undefined && at > now() ? at : undefined;
  }

  /** @param isLate - the answer comes beside that to a later command, and only says what became of the claim */
  return async (request: ClaimRequest, verdict: Verdict, { isLate = false } = {}): Promise<ClaimViewContext> => {
    const { id: requestId, guildId, userId, playername, reference, createdAt, isRecheck } = request;
    const member = isLate || userId === undefined ? undefined : { guildId, userId };
    const [{ rewardsByHand, nextVote, ...here }, isOffered, about] = await Promise.all([
      settings.afterClaim(guildId).catch((error: unknown): Partial<AfterClaim> => {
        log.warn({ err: error, guildId }, 'a claim is told without what is set there');
        return {};
      }),
      member && (verdict.kind === 'granted' || verdict.kind === 'already') && offersReminder(member),
      aboutReward(request, verdict, member),
    ]);
    const lateSince = isLate ? createdAt : undefined;
    return {
      ...{ playername, reference, requestId, isRecheck, ...here, ...about, offersReminder: isOffered, lateSince },
      ...(rewardsByHand && about.reward === 'none' ? { reward: 'by-hand' } : {}),
      nextVoteAt: nextVoteAt(request, verdict, nextVote),
      lastLookAt: verdict.kind === 'looking' ? lastLookAt(verdict.look, timings) : undefined,
    };
  };
}
