import type { Log } from '../log.ts';
import type { Settlement } from '../services/settlement.ts';
import type { ClaimLedger } from '../storage/claim-ledger.ts';

/**
 * One round of picking up what a process left behind, this one or another: claims that nobody holds, verdicts that were not told,
 * tokens that are of no more use.
 */
export function createRecovery(options: {
  ledger: ClaimLedger;
  settlement: Settlement;
  log: Log;
}): () => Promise<void> {
  const { ledger, settlement, log } = options;

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

  return async () => {
    await recoverClaims();
    for (const { request } of await ledger.untold()) await settlement.tellStanding(request);
    await ledger.wipeExpiredReplies();
  };
}
