import type { Leases } from '../database/leases.ts';
import { newId } from '../work/ids.ts';
import { type Claim, type ClaimRequest, RECOVERED_AT_ONCE } from './claim.ts';
import type { ClaimReplies } from './replies.ts';
import type { ClaimRunner } from './runner.ts';
import type { ClaimLedger } from './store/ledger.ts';
import type { ClaimTimings } from './timings.ts';

/** One process at a time tells people for others. */
const LEASE = 'telling for others';

export type Recovery = ReturnType<typeof createRecovery>;

/** Goes on with what any process left behind. Each call is one round, which ends early once `stopping` aborts. */
export function createRecovery(options: {
  ledger: ClaimLedger;
  runner: ClaimRunner;
  replies: ClaimReplies;
  leases: Pick<Leases, 'hold'>;
  timings: Pick<ClaimTimings, 'tellForOthersEveryMs'>;
}) {
  const { ledger, runner, replies, leases, timings } = options;
  const holder = newId();
  /** by request id: those whom this process has told, or tries to tell, while they are still found */
  let toldForOthers = new Set<string>();

  async function eachPage(
    find: (after?: ClaimRequest) => Promise<ClaimRequest[]>,
    tell: (requests: ClaimRequest[]) => Promise<void>,
    stopping: AbortSignal,
  ): Promise<void> {
    let last: ClaimRequest | undefined;
    do {
      const requests = await find(last);
      await tell(requests);
      last = requests.length === RECOVERED_AT_ONCE ? requests.at(-1) : undefined;
    } while (last && !stopping.aborted);
  }

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
      await eachPage(ledger.untold, (requests) => replies.tellAll(requests), stopping);
      await ledger.wipeExpiredReplies();
    },

    /**
     * Tells those who still read "thinking…" how their request stands: the process that they asked may have died. What
     * cannot be shown is tried again by {@link ClaimReplies}.
     */
    async waiting(stopping: AbortSignal): Promise<void> {
      const found = new Set<string>();
      await eachPage(
        ledger.leftWaiting,
        async (requests) => {
          for (const { id } of requests) found.add(id);
          const news = requests.filter(({ id }) => !toldForOthers.has(id));
          if (news.length === 0 || !(await leases.hold(LEASE, holder, timings.tellForOthersEveryMs))) return;
          for (const { id } of news) toldForOthers.add(id);
          await replies.tellAll(news);
        },
        stopping,
      );
      toldForOthers = toldForOthers.intersection(found);
    },
  };
}
