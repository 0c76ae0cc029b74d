import type { Log } from '../log.ts';
import { CannotSpeakError, type Messenger } from '../services/messenger.ts';
import type { Settlement } from '../services/settlement.ts';
import type { Announcements } from '../storage/announcements.ts';
import type { ClaimLedger } from '../storage/claim-ledger.ts';

/**
 * One round of picking up what a process left behind, this one or another: claims that nobody holds, verdicts that were not told,
 * announcements that were not posted, tokens that are of no more use.
 */
export function createRecovery(options: {
  ledger: ClaimLedger;
  announcements: Announcements;
  settlement: Settlement;
  messenger: Messenger;
  log: Log;
}): () => Promise<void> {
  const { ledger, announcements, settlement, messenger, log } = options;

  async function recoverClaims(): Promise<void> {
    const claims = await ledger.takeOver();
    await Promise.all(
      claims.map((claim) =>
        settlement.recover(claim).catch((error: unknown) => {
          log.error({ err: error, claimId: claim.id }, 'a claim could not be recovered');
        }),
      ),
    );
  }

  async function postAnnouncements(): Promise<void> {
    for (const announcement of await announcements.due()) {
      try {
        await messenger.announce(announcement);
        await announcements.markPosted(announcement.claimId);
      } catch (error) {
        log.warn({ err: error, guildId: announcement.guildId }, 'an announcement could not be posted');
        if (error instanceof CannotSpeakError) await announcements.markPosted(announcement.claimId);
      }
    }
  }

  return async () => {
    await recoverClaims();
    for (const { request } of await ledger.untold()) await settlement.tellStanding(request);
    await ledger.wipeExpiredReplies();
    await postAnnouncements();
  };
}
