import { sql } from 'kysely';
import { z } from 'zod';

import type { Queries } from '../../database/store.ts';
import { foldName } from '../folded-name.ts';
import { OUTCOMES } from '../states.ts';
import { awaitsModerator, isIn } from './states.ts';

/** What claims are searched by. Another process may have opened the list: what only a later version knows is refused. */
export const claimFilter = z.strictObject({
  /** part of the player's name, in any case */
  playername: z.string().optional(),
  /** a person who asked for the claim */
  userId: z.string().optional(),
  outcome: z.enum(OUTCOMES).optional(),
});
export type ClaimFilter = z.infer<typeof claimFilter>;

/** The claims of a guild that match a filter. */
export function matching(db: Queries, guildId: string, { playername, userId, outcome }: ClaimFilter) {
  let claims = db.selectFrom('claims').where('guild_id', '=', guildId);
  if (playername !== undefined) {
    claims = claims.where(sql<boolean>`folded_name like ${containing(playername)} escape '\\'`);
  }
  if (userId !== undefined) {
    const theirs = db.selectFrom('claim_requests').select('claim_id').where('user_id', '=', userId);
    claims = claims.where('claims.id', 'in', theirs.where('claim_requests.guild_id', '=', guildId));
  }
  if (outcome === 'undelivered') {
    const undelivered = db.selectFrom('reward_deliveries').select('claim_id').where('state', '=', sql.lit('due'));
    claims = claims.where('claims.id', 'in', undelivered.where('reward_deliveries.guild_id', '=', guildId));
  } else if (outcome === 'parked') {
    claims = claims.where(awaitsModerator, '=', 1);
  } else if (outcome === 'open') {
    claims = claims.where(isIn(outcome));
  } else if (outcome !== undefined) {
    claims = claims.where('verdict', '=', outcome);
  }
  return claims;
}

/** A LIKE pattern for names that contain a text, its wildcards escaped. */
function containing(text: string): string {
  return `%${foldName(text).replace(/[\\%_]/g, String.raw`\$&`)}%`;
}
