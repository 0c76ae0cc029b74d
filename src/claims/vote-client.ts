import { z } from 'zod';

import type { HttpClient } from '../http/client.ts';
import { createDeadline } from '../http/deadline.ts';
import type { Secret } from '../secret.ts';
import type { Clock } from '../work/clock.ts';
import { NotSentError, RateLimitedError, StatusError, UpstreamError, TOO_MANY_REQUESTS } from '../work/errors.ts';
import type { Log } from '../work/log.ts';
import { ANSWERS, type VoteAnswer } from './states.ts';

const CLAIM_PATH = '/api/v1/votes/claim';
const REQUEST_TIMEOUT = 408;

/**
 * How one POST ended. `rejected`: the host refused it and did nothing. `unknown`: it may have taken effect; `status`: of
 * the 5xx that came back
 */
export type AttemptOutcome =
  | { kind: 'answered'; claimed: VoteAnswer }
  | { kind: 'not-sent' }
  | { kind: 'rejected'; status: number; retryAt: number | undefined }
  | { kind: 'unknown'; status?: number };

export type VoteClient = ReturnType<typeof createVoteClient>;

const FAILED_CLAIM = {
  'not-sent': 'a vote claim could not be sent',
  rejected: 'the main service refused a vote claim',
  unknown: 'a vote claim got no readable answer',
} as const;

const claimAnswer = z.object({
  claimed: z.preprocess((raw) => (typeof raw === 'string' && /^\d$/.test(raw) ? Number(raw) : raw), z.literal(ANSWERS)),
});

export function createVoteClient(host: HttpClient, clock: Clock, log: Log) {
  return {
    /** Claims a vote's reward with a single POST. Failures of host or network are outcomes, not errors. */
    async claim(vote: { playername: string; token: Secret; deadlineMs: number }): Promise<AttemptOutcome> {
      const deadline = createDeadline(vote.deadlineMs, clock);
      try {
        const answer = await host.send({
          method: 'POST',
          path: CLAIM_PATH,
          credential: vote.token,
          json: { playername: vote.playername },
          signal: deadline.signal,
        });
        const parsed = claimAnswer.safeParse(answer);
        if (parsed.success) return { kind: 'answered', claimed: parsed.data.claimed };
        log.warn({ host: host.name, paths: ['claimed'] }, 'unreadable answer to a vote claim');
        return { kind: 'unknown' };
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error;
        const outcome = outcomeOf(error);
        log.warn({ err: error }, FAILED_CLAIM[outcome.kind]);
        return outcome;
      } finally {
        deadline.clear();
      }
    },
  };
}

/** What a failed POST proves: after a 408, a 5xx or a redirect, the host may have done something. */
function outcomeOf(error: UpstreamError): Exclude<AttemptOutcome, { kind: 'answered' }> {
  if (error instanceof NotSentError) return { kind: 'not-sent' };
  if (error instanceof RateLimitedError) return { kind: 'rejected', status: TOO_MANY_REQUESTS, retryAt: error.retryAt };
  const status = error instanceof StatusError ? error.status : undefined;
  if (status !== undefined && status >= 500) return { kind: 'unknown', status };
  if (status === undefined || status < 400 || status === REQUEST_TIMEOUT) return { kind: 'unknown' };
  return { kind: 'rejected', status, retryAt: undefined };
}
