import { type Claim, type ClaimRequest, RECOVERED_AT_ONCE } from './claim.ts';
import type { ClaimReplies } from './replies.ts';
import type { ClaimRunner } from './runner.ts';
import type { ClaimLedger } from './store/ledger.ts';

export type Recovery = ReturnType<typeof createRecovery>;

/** Goes on with what any process left behind. Each call is one round, which ends early once `stopping` aborts. */
export function createRecovery(options: { ledger: ClaimLedger; runner: ClaimRunner; replies: ClaimReplies }) {
  const { ledger, runner, replies } = options;
  return {
    /** Continues every claim that is due and not held. */
    async claims(stopping: AbortSignal): Promise<void> {
      let claims: Claim[];
      do {
        claims = await ledger.takeOver();
        await Promise.all(claims.map((claim) => runner.recover(claim)));
      } while (claims.length === RECOVERED_AT_ONCE && !stopping.aborted);
    },

    /** Tells each untold verdict once, and wipes the tokens of replies that can no longer be edited. */
    async verdicts(stopping: AbortSignal): Promise<void> {
      let last: ClaimRequest | undefined;
      do {
        const requests = await ledger.untold(last);
        await replies.tellAll(requests);
        last = requests.length === RECOVERED_AT_ONCE ? requests.at(-1) : undefined;
      } while (last && !stopping.aborted);
      await ledger.wipeExpiredReplies();
    },
  };
}
