import type { Settings } from '../guilds/settings.ts';
import type { Member } from '../member.ts';
import type { Log } from '../work/log.ts';
import type { ClaimRequest } from './claim.ts';
import type { Verdict } from './states.ts';
import type { OwnClaims } from './store/own-claims.ts';
import type { ClaimViewContext } from './views/claim.ts';

export type ClaimContext = ReturnType<typeof createClaimContext>;

/** Puts together what the answer to a request shows beside its verdict. What cannot be looked up is left out. */
export function createClaimContext(options: {
  settings: Pick<Settings, 'afterClaim'>;
  /** whether to ask a member if they want to be reminded; never rejects */
  offersReminder: (member: Member) => Promise<boolean>;
  ownClaims: OwnClaims;
  log: Log;
}) {
  const { settings, offersReminder, ownClaims, log } = options;

  /** Of the claim that this member made for the vote that is already claimed. */
  async function ownReference(member: Member, playername: string, verdict: Verdict) {
    if (verdict.kind !== 'already' || verdict.recordedAt === undefined) return undefined;
    return ownClaims.referenceOf(member, { playername, recordedAt: verdict.recordedAt }).catch((error: unknown) => {
      log.warn({ err: error, guildId: member.guildId }, 'whether somebody claimed a vote themselves is not known');
      return undefined;
    });
  }

  /** @param isLate - the answer comes beside that to a later command, and only says what became of the claim */
  return async (request: ClaimRequest, verdict: Verdict, { isLate = false } = {}): Promise<ClaimViewContext> => {
    const { id: requestId, guildId, userId, playername, reference, createdAt } = request;
    const member = isLate || userId === undefined ? undefined : { guildId, userId };
    const [links, isOffered, own] = await Promise.all([
      settings.afterClaim(guildId).catch((error: unknown) => {
        log.warn({ err: error, guildId }, 'a claim is told without the links to vote');
        return undefined;
      }),
      member && (verdict.kind === 'granted' || verdict.kind === 'already') && offersReminder(member),
      member && ownReference(member, playername, verdict),
    ]);
    const lateSince = isLate ? createdAt : undefined;
    return { playername, reference, requestId, ...links, ownReference: own, offersReminder: isOffered, lateSince };
  };
}
