import { sql, type SqlBool } from 'kysely';
import { z } from 'zod';

import type { RowOf } from '../../database/schema.ts';
import { type Queries, TransactionError } from '../../database/store.ts';
import { hasReward, isAllDelivered } from '../../rewards/store/of-claim.ts';
import { openIfPossible, type SealedCell, type Sealer } from '../../secrets/sealer.ts';
import type { Attempt, Claim, ClaimRequest, ReplyAddress } from '../claim.ts';
import {
  ANSWERS,
  isClaimedBefore,
  isLookedAfter,
  isReviewable,
  type Look,
  LOOKED_AFTER,
  REVIEWABLE,
  type Verdict,
} from '../states.ts';
import type { AttemptOutcome } from '../vote-client.ts';

export type ClaimRow = RowOf<'claims'>;
export type RequestRow = RowOf<'claim_requests'> &
  Pick<ClaimRow, 'playername' | 'credential_id' | 'reference'> & { has_reward: number } & LookColumns;
type LookColumns = Record<'look_id', string | null> &
  Record<'look_begun_at' | 'look_due_at' | 'look_ends_at', number | null>;

/** Another version wrote a value that this one does not know. During a handover its process goes on with the row. */
export class UnknownRecordError extends TransactionError {}

function parseRecord<T>(schema: z.ZodType<T>, written: unknown): T {
  const { data, error } = schema.safeParse(written);
  if (error) throw new UnknownRecordError('what is on record is of another version', { cause: error });
  return data;
}

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

export function toAttempt(row: RowOf<'claim_attempts'>): Attempt {
  return {
    id: row.id,
    claimId: row.claim_id,
    playername: row.playername,
    sequence: row.sequence,
    startedAt: row.started_at,
    outcome: toOutcome(row),
  };
}

/** @throws {@link UnknownRecordError} */
export function toOutcome(row: RowOf<'claim_attempts'>): AttemptOutcome | undefined {
  switch (row.outcome) {
    case null:
      return undefined;
    case 'answered':
      return { kind: 'answered', claimed: parseRecord(storedAnswer, row.claimed) };
    case 'rejected':
      return { kind: 'rejected', status: row.status ?? 0, retryAt: row.retry_at ?? undefined };
    case 'not-sent':
      return { kind: 'not-sent' };
    case 'unknown':
      return { kind: 'unknown', ...(row.status !== null && { status: row.status }) };
  }
}

const storedAnswer = z.literal(ANSWERS);
const flag = z.literal(true).exactOptional();
/** Undefined where JSON left it out. */
const time = z
  .number()
  .optional()
  .transform((at) => at);
const storedVerdict = z.union([
  z.object({ kind: z.literal('granted'), maybeTwo: flag, unlikely: flag }),
  z.object({ kind: z.literal(['likely-granted', 'pending']) }),
  z.object({ kind: z.literal(['none', 'unavailable']), inDoubt: flag }),
  z.object({ kind: z.literal('postponed'), retryAt: z.number(), interrupted: flag, inDoubt: flag }),
  z.object({ kind: z.literal('already'), recordedAt: time }),
  z.object({ kind: z.literal('refused'), reason: z.literal(['token', 'name', 'other']), inDoubt: flag }),
  z.object({ kind: z.literal('refused'), reason: z.literal('busy'), retryAt: time, inDoubt: flag }),
]) satisfies z.ZodType<Verdict>;
/** A verdict that can be read again: no other can be written. */
export type StoredVerdict = z.infer<typeof storedVerdict>;

/** The verdict's kind, which queries go by, and its other properties as JSON, which leaves out the undefined ones. */
export function writeVerdict({ kind, ...detail }: StoredVerdict): { verdict: string; verdict_detail: string } {
  return { verdict: kind, verdict_detail: JSON.stringify(detail) };
}

/** @throws {@link UnknownRecordError} */
export function readVerdict({ verdict, verdict_detail }: Pick<ClaimRow, 'verdict' | 'verdict_detail'>): Verdict {
  return parseRecord(storedVerdict, { kind: verdict, ...(JSON.parse(verdict_detail ?? '{}') as object) });
}

type AnswerRow = Pick<ClaimRow, 'verdict' | 'verdict_detail' | 'resolution' | 'state'> &
  Pick<RequestRow, 'sealed_reply_token'> &
  LookColumns & { is_delivered: number };

/** What those who asked for a claim are to be told. `is_delivered`: by {@link isDeliveredOnRecord} */
export function readAnswer({ state, resolution, is_delivered, ...row }: AnswerRow): Verdict {
  if (state === 'open') return { kind: 'pending' };
  const arrived = is_delivered === 1 ? { arrived: true as const } : {};
  if (resolution !== null && isReviewable(row.verdict)) {
    const before = isClaimedBefore(row.verdict, resolution) ? { claimedBefore: true as const } : {};
    return { kind: 'reviewed', outcome: resolution, ...before, ...arrived };
  }
  const verdict = readVerdict(row);
  const look = row.sealed_reply_token === null ? undefined : toLook(row);
  if (look && isLookedAfter(verdict)) return { kind: 'looking', look, after: verdict };
  return verdict.kind === 'granted' ? { ...verdict, ...arrived } : verdict;
}

function toLook({ look_id: id, look_due_at: nextAt, ...look }: LookColumns): Look | undefined {
  const { look_begun_at: begunAt, look_ends_at: endsAt } = look;
  if (id === null || begunAt === null || nextAt === null || endsAt === null) return undefined;
  return { id, begunAt, nextAt, endsAt };
}

const listed = (kinds: readonly string[]) => sql.join(kinds.map((kind) => sql.lit(kind)));

/** The kind of what {@link readAnswer} reads. */
export const answerOnRecord = sql<string>`case
  when claims.state = 'open' then 'pending'
  when claims.resolution is not null and claims.verdict in (${listed(REVIEWABLE)}) then 'reviewed'
  when claims.verdict in (${listed(LOOKED_AFTER)}) and claim_requests.sealed_reply_token is not null
    and exists (select 1 from looks where looks.request_id = claim_requests.id) then 'looking'
  else claims.verdict end`;

/** Of a row of `claim_requests` and its claim: whether there is a verdict, which was not shown. */
export const isUnshown = sql<SqlBool>`claims.state <> 'open' and (told is null or told <> ${answerOnRecord})`;

/** Of a row of `claim_requests`: whether a look began after it, whose first request is told what comes of the claim. */
export const beganLook = sql<SqlBool>`exists (
  select 1 from claim_requests as next
  where next.look_after = claim_requests.id and next.claim_id = claim_requests.claim_id)`;

/** Of a row of `claim_requests` and its claim that found nothing: whether its reply has shown what a look found since. */
export const hasLookedOn = sql<SqlBool>`(claims.verdict in (${listed(LOOKED_AFTER)}) and exists (
  select 1 from claim_requests as next where next.look_after = claim_requests.id and next.told is not null))`;

/** Of a row of `claims`: 1 if it is granted, or a moderator says so, and its reward has reached every place, else 0. */
export const isDeliveredOnRecord = sql<number>`case
  when (claims.verdict = 'granted' or claims.resolution = 'claimed') and ${isAllDelivered} then 1 else 0 end`;

/** Requests, each with what {@link readAnswer} needs. */
export function requestRows(db: Queries) {
  return db
    .selectFrom('claim_requests')
    .innerJoin('claims', 'claims.id', 'claim_requests.claim_id')
    .selectAll('claim_requests')
    .select(['claims.playername', 'claims.credential_id', 'claims.reference'])
    .select(['claims.state', 'claims.verdict', 'claims.verdict_detail', 'claims.resolution'])
    .leftJoin('looks', 'looks.request_id', 'claim_requests.id')
    .select(['looks.id as look_id', 'looks.begun_at as look_begun_at'])
    .select(['looks.due_at as look_due_at', 'looks.ends_at as look_ends_at'])
    .select(hasReward.as('has_reward'));
}

/** @param reply - of the request; unsealed from the row if left out */
export function toRequest(row: RequestRow, sealer: Sealer, reply = openReply(row, sealer)): ClaimRequest {
  return {
    id: row.id,
    claimId: row.claim_id,
    interactionId: row.interaction_id,
    guildId: row.guild_id,
    userId: row.user_id ?? undefined,
    locale: row.locale,
    playername: row.playername,
    credentialId: row.credential_id,
    reference: row.reference,
    reply,
    createdAt: row.created_at,
    acknowledged: row.acknowledged === ACKNOWLEDGED.elsewhere,
    told: (row.told ?? undefined) as ClaimRequest['told'],
    replaced: row.replaced === 1,
    hasReward: row.has_reward === 1,
    isRecheck: row.is_recheck === 1,
    look: toLook(row),
  };
}

/**
 * What column `acknowledged` says of a request. `elsewhere`: Discord acknowledged it to a process that did not hold the
 * claim; `nowhere`: it never showed the person that we were working on it; `unsaid`: nothing is known
 */
export const ACKNOWLEDGED = { elsewhere: 1, unsaid: 0, nowhere: -1 } as const;

/** A token that cannot be unsealed, for example while keys are replaced, counts as gone: its claim goes on. */
function openReply(row: RequestRow, sealer: Sealer): ReplyAddress | undefined {
  const token = openIfPossible(sealer, row.sealed_reply_token, replyCell(row.guild_id, row.id));
  return token && { applicationId: row.application_id, token };
}

/** Where the token of a request's reply is sealed. */
export function replyCell(guildId: string, rowId: string): SealedCell {
  return { guildId, field: 'reply-token', rowId };
}
