import { sql, type ExpressionBuilder } from 'kysely';

import type { Schema } from '../../database/schema.ts';
import type { Queries } from '../../database/store.ts';
import { foldName } from '../folded-name.ts';
import type { ClaimOutcome } from '../states.ts';
import { isIn } from './states.ts';

export type ClaimFilter = {
  /** part of the player's name, in any case */
  playername?: string | undefined;
  /** a person who asked for the claim */
  userId?: string | undefined;
  outcome?: ClaimOutcome | undefined;
};

/** The claims of a guild that match a filter. */
export function matching(db: Queries, guildId: string, filter: ClaimFilter) {
  return db
    .selectFrom('claims')
    .where('guild_id', '=', guildId)
    .where((eb) => eb.and(conditions(eb, guildId, filter)));
}

function conditions(
  eb: ExpressionBuilder<Schema, 'claims'>,
  guildId: string,
  { playername, userId, outcome }: ClaimFilter,
) {
  const theirs = eb
    .selectFrom('claim_requests')
    .select('claim_id')
    .where('user_id', '=', userId ?? '')
    .where('claim_requests.guild_id', '=', guildId);
  return [
    ...(playername === undefined ? [] : [sql<boolean>`folded_name like ${containing(playername)} escape '\\'`]),
    ...(userId === undefined ? [] : [eb('claims.id', 'in', theirs)]),
    ...(outcome === undefined ? [] : [isOutcome(eb, guildId, outcome)]),
  ];
}

function isOutcome(eb: ExpressionBuilder<Schema, 'claims'>, guildId: string, outcome: ClaimOutcome) {
  if (outcome === 'undelivered') {
    const undelivered = eb.selectFrom('reward_deliveries').select('claim_id').where('state', '=', 'due');
    return eb('claims.id', 'in', undelivered.where('reward_deliveries.guild_id', '=', guildId));
  }
  return outcome === 'parked' || outcome === 'open' ? isIn(outcome) : eb('verdict', '=', outcome);
}

/** A LIKE pattern for names that contain a text, its wildcards escaped. */
function containing(text: string): string {
  return `%${foldName(text).replace(/[\\%_]/g, String.raw`\$&`)}%`;
}
