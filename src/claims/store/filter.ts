import { sql } from 'kysely';
import { z } from 'zod';

import type { Queries } from '../../database/store.ts';
import { waitingQuestions } from '../../guilds/store/name-questions.ts';
import { undeliveredClaims } from '../../rewards/store/of-claim.ts';
import { foldName } from '../folded-name.ts';
import { readReference } from '../reference.ts';
import { OUTCOMES } from '../states.ts';
import { claimNeedsAttention, isIn } from './states.ts';

/** What claims are searched by. Another process may have opened the list: what only a later version knows is refused. */
export const claimFilter = z.strictObject({
  /** part of the player's name, in any case, or the claim's reference */
  playername: z.string().optional(),
  /** as a person typed it */
  reference: z.string().optional(),
  /** a person who asked for the claim */
  userId: z.string().optional(),
  outcome: z.enum(OUTCOMES).optional(),
});
export type ClaimFilter = z.infer<typeof claimFilter>;

export function matching(db: Queries, guildId: string, { playername, reference, userId, outcome }: ClaimFilter) {
  let claims = db.selectFrom('claims').where('guild_id', '=', guildId);
  if (playername !== undefined) {
    const isNamed = sql<boolean>`folded_name like ${containing(playername)} escape '\\'`;
    const asReference = readReference(playername);
    claims = claims.where(
      asReference === undefined ? isNamed : sql<boolean>`(${isNamed} or reference = ${asReference})`,
    );
  }
  if (reference !== undefined) claims = claims.where('reference', '=', readReference(reference) ?? '');
  if (userId !== undefined) {
    const theirs = db.selectFrom('claim_requests').select('claim_id').where('user_id', '=', userId);
    claims = claims.where('claims.id', 'in', theirs.where('claim_requests.guild_id', '=', guildId));
  }
  if (outcome === 'undelivered') {
    claims = claims.where('claims.id', 'in', undeliveredClaims(guildId));
  } else if (outcome === 'parked') {
    claims = claims.where(claimNeedsAttention(guildId));
  } else if (outcome === 'open') {
    claims = claims.where(isIn(outcome));
  } else if (outcome !== undefined) {
    claims = claims.where('verdict', '=', outcome);
  }
  return claims;
}

/** The questions about names that match a filter: they wait for a moderator, and are about no claim. */
export function matchingQuestions(db: Queries, guildId: string, filter: ClaimFilter) {
  const { playername, reference, userId, outcome = 'parked' } = filter;
  let questions = waitingQuestions(db, guildId);
  if (reference !== undefined || outcome !== 'parked') return questions.where(sql<boolean>`1 = 0`);
  if (playername !== undefined) {
    questions = questions.where(sql<boolean>`owned_names.folded_name like ${containing(playername)} escape '\\'`);
  }
  if (userId !== undefined) {
    questions = questions.where((eb) =>
      eb.or([eb('name_questions.user_id', '=', userId), eb('owned_names.user_id', '=', userId)]),
    );
  }
  return questions;
}

/** A LIKE pattern for names that contain a text, its wildcards escaped. */
function containing(text: string): string {
  return `%${foldName(text).replace(/[\\%_]/g, String.raw`\$&`)}%`;
}
