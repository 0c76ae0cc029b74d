import { sql, type ExpressionBuilder } from 'kysely';

import type { Schema } from '../../database/schema.ts';
import type { Queries } from '../../database/store.ts';
import type { Verdict } from '../claim.ts';
import { foldName } from './rows.ts';

/** What became of a claim, as moderators search for it. `parked`: it waits for a moderator; `open`: it is under way. */
export type ClaimOutcome = Verdict['kind'] | 'open' | 'parked';

export type ClaimFilter = {
  /** part of the player's name, in any case */
  playername?: string | undefined;
  /** a person who asked for the claim */
  userId?: string | undefined;
  outcome?: ClaimOutcome | undefined;
};

/**
 * 1 for a claim that has no final verdict and that no moderator has dealt with, else 0. The database uses the index `claims_history` only
 * while this expression is identical to the one in the index.
 */
export const awaitsModerator = sql<number>`case when state = 'parked' and resolved_at is null then 1 else 0 end`;

/** The claims of a guild that match a filter. */
export function matching(db: Queries, guildId: string, filter: ClaimFilter) {
  return db
    .selectFrom('claims')
    .where('guild_id', '=', guildId)
    .where((eb) => eb.and(conditions(eb, guildId, filter)));
}

function conditions(
  claim: ExpressionBuilder<Schema, 'claims'>,
  guildId: string,
  { playername, userId, outcome }: ClaimFilter,
) {
  const theirs = claim
    .selectFrom('claim_requests')
    .select('claim_id')
    .where('user_id', '=', userId ?? '')
    .where('claim_requests.guild_id', '=', guildId);
  return [
    ...(playername === undefined ? [] : [sql<boolean>`folded_name like ${containing(playername)} escape '\\'`]),
    ...(userId === undefined ? [] : [claim('claims.id', 'in', theirs)]),
    ...(outcome === undefined ? [] : [isOutcome(claim, outcome)]),
  ];
}

function isOutcome(claim: ExpressionBuilder<Schema, 'claims'>, outcome: ClaimOutcome) {
  if (outcome === 'parked') return claim(awaitsModerator, '=', 1);
  return outcome === 'open' ? claim('state', '=', 'open') : claim('verdict', '=', outcome);
}

/** A LIKE pattern for names that contain a text, its wildcards escaped. */
function containing(text: string): string {
  return `%${foldName(text).replace(/[\\%_]/g, String.raw`\$&`)}%`;
}
