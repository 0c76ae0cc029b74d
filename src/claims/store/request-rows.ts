import type { Selectable } from 'kysely';

import type { ClaimRequestsTable } from '../../database/schema.ts';
import type { Queries } from '../../database/store.ts';
import { type SealedPlace, type Sealer, UnsealError } from '../../secrets/sealer.ts';
import type { ClaimRequest, ReplyAddress, Standing } from '../claim.ts';
import { type ClaimRow, readAnswer } from './rows.ts';

type RequestRow = Selectable<ClaimRequestsTable> & Pick<ClaimRow, 'playername' | 'credential_id' | 'reference'>;
type StandingRow = RequestRow & Parameters<typeof readAnswer>[0];

export function requestRows(db: Queries) {
  return db
    .selectFrom('claim_requests')
    .innerJoin('claims', 'claims.id', 'claim_requests.claim_id')
    .selectAll('claim_requests')
    .select(['claims.playername', 'claims.credential_id', 'claims.reference']);
}

export function standingRows(db: Queries) {
  return requestRows(db).select(['claims.state', 'claims.verdict', 'claims.verdict_detail', 'claims.resolution']);
}

/** Turns rows into requests, whose replies are sealed. */
export function createRequestReader(sealer: Sealer) {
  /**
   * Undefined when the token cannot be unsealed, for example while keys are being replaced; the claim goes on without
   * it.
   */
  function openReply(applicationId: string, sealed: string, place: SealedPlace): ReplyAddress | undefined {
    try {
      return { applicationId, token: sealer.open(sealed, place) };
    } catch (error) {
      if (error instanceof UnsealError) return undefined;
      throw error;
    }
  }

  function toRequest(row: RequestRow): ClaimRequest {
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
      reply:
        row.sealed_reply_token === null
          ? undefined
          : openReply(row.application_id, row.sealed_reply_token, replyPlace(row.guild_id, row.id)),
      createdAt: row.created_at,
      acknowledged: row.acknowledged === 1,
      told: (row.told ?? undefined) as ClaimRequest['told'],
      replaced: row.replaced === 1,
    };
  }

  function toStanding(row: StandingRow): Standing {
    return { request: toRequest(row), verdict: row.state === 'open' ? undefined : readAnswer(row) };
  }

  return { toRequest, toStanding };
}

/** Where the token of a request's reply is sealed. */
export function replyPlace(guildId: string, rowId: string): SealedPlace {
  return { guildId, field: 'reply-token', rowId };
}
