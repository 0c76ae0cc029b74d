import { sql, type Selectable } from 'kysely';

import type { ClaimAttemptsTable, ClaimsTable } from '../../database/schema.ts';
import type { Attempt, Claim } from '../claim.ts';
import type { Verdict } from '../states.ts';
import type { AttemptOutcome } from '../vote-client.ts';

export type ClaimRow = Selectable<ClaimsTable>;

export function toClaim(row: ClaimRow): Claim {
  return {
    id: row.id,
    reference: row.reference,
    guildId: row.guild_id,
    credentialId: row.credential_id,
    playername: row.playername,
    openedAt: row.opened_at,
    epoch: row.epoch,
  };
}

export function toAttempt(row: Selectable<ClaimAttemptsTable>): Attempt {
  return {
    id: row.id,
    claimId: row.claim_id,
    playername: row.playername,
    sequence: row.sequence,
    startedAt: row.started_at,
    outcome: toOutcome(row),
  };
}

/**
 * Trusts that the ledger wrote the row: `claimed` is 0, 1 or 2 for every answer, and `status` is set for every refusal.
 */
export function toOutcome({
  outcome,
  claimed,
  status,
  retry_at,
}: Selectable<ClaimAttemptsTable>): AttemptOutcome | undefined {
  switch (outcome) {
    case null:
      return undefined;
    case 'answered':
      return { kind: 'answered', claimed: claimed as 0 | 1 | 2 };
    case 'rejected':
      return { kind: 'rejected', status: status ?? 0, retryAt: retry_at ?? undefined };
    case 'not-sent':
    case 'unknown':
      return { kind: outcome };
  }
}

/** The verdict's kind, which queries go by, and its other properties as JSON, which leaves out the undefined ones. */
export function writeVerdict({ kind, ...detail }: Verdict): { verdict: string; verdict_detail: string } {
  return { verdict: kind, verdict_detail: JSON.stringify(detail) };
}

/** Trusts that {@link writeVerdict} wrote the row. */
export function readVerdict({ verdict, verdict_detail }: Pick<ClaimRow, 'verdict' | 'verdict_detail'>): Verdict {
  return { kind: verdict, ...(JSON.parse(verdict_detail ?? '{}') as object) } as Verdict;
}

/** What those who asked for a closed claim are to be told. */
export function readAnswer(row: Pick<ClaimRow, 'verdict' | 'verdict_detail' | 'resolution' | 'state'>): Verdict {
  const { state, resolution } = row;
  return state === 'parked' && resolution !== null ? { kind: 'reviewed', outcome: resolution } : readVerdict(row);
}

/**
 * The kind of what those who asked for a claim are to be told: `pending` while it is open, then as {@link readAnswer}
 * has it.
 */
export const answerOnRecord = sql<string>`case
  when claims.state = 'open' then 'pending'
  when claims.state = 'parked' and claims.resolution is not null then 'reviewed'
  else claims.verdict end`;
