import { sql } from 'kysely';

import { type ParametersOf, prepared } from '../../database/prepared.ts';
import { among, type Queries, type Store } from '../../database/store.ts';
import type { Sealer } from '../../secrets/sealer.ts';
import type { Claim, ClaimRequest, NewClaimRequest } from '../claim.ts';
import { type NewRequest, OPERATOR } from './opening.ts';
import { requestRows, toClaim, toRequest } from './rows.ts';

export type Recorded = { request: ClaimRequest; claim: Claim };

type Options = { store: Store; sealer: Sealer };

const ASKED_COLUMNS = {
  interaction_id: 'text',
  guild_id: 'text',
  credential_id: 'text',
  is_operators: 'bigint',
} as const;
type AskedRow = Record<Exclude<keyof typeof ASKED_COLUMNS, 'is_operators'>, string> & { is_operators: number };

const findKnown = prepared((db, store, { rows }: ParametersOf<{ rows: readonly AskedRow[] }>) =>
  db
    .selectFrom(store.given(ASKED_COLUMNS, rows))
    .leftJoin('claim_requests', 'claim_requests.interaction_id', 'given.interaction_id')
    .leftJoin('guilds', 'guilds.id', 'given.guild_id')
    .leftJoin('credentials_used as own', (join) =>
      join.onRef('own.credential_id', '=', 'given.credential_id').onRef('own.guild_id', '=', 'given.guild_id'),
    )
    .leftJoin('credentials_used as operators', (join) =>
      join
        .onRef('operators.credential_id', '=', 'given.credential_id')
        // A literal: for a parameter, SQLite would prepare the statement again each time it runs, to plan for its value.
        .on('operators.guild_id', '=', sql.lit(OPERATOR)),
    )
    .select(['given.interaction_id', 'claim_requests.id as request_id', 'guilds.id as guild_id'])
    .select(
      sql<number>`case when own.guild_id is not null and (is_operators = 0 or operators.guild_id is not null)
        then 1 else 0 end`.as('is_noted'),
    ),
);

/**
 * What is on record when requests come: those that came before, by interaction id; their guilds; and that these use their
 * credentials.
 */
export async function readKnown(db: Queries, options: Options, requests: readonly NewRequest[]) {
  const rows = requests.map(({ input: { interactionId, guildId, credentialId, isOperators } }) => ({
    interaction_id: interactionId,
    guild_id: guildId,
    credential_id: credentialId,
    is_operators: isOperators ? 1 : 0,
  }));
  const found = await findKnown(db, options.store, { rows });
  const byInteraction = new Map(found.map((row) => [row.interaction_id, row]));
  return {
    recorded: await findRecorded(
      db,
      options,
      found.flatMap(({ request_id, interaction_id }) => (request_id === null ? [] : interaction_id)),
    ),
    hasGuild: ({ interactionId }: NewClaimRequest) => typeof byInteraction.get(interactionId)?.guild_id === 'string',
    isNoted: ({ interactionId }: NewClaimRequest) => byInteraction.get(interactionId)?.is_noted === 1,
  };
}

const requestsOfInteractions = prepared((db, store, { ids }: ParametersOf<{ ids: readonly string[] }>) =>
  requestRows(db).where('interaction_id', 'in', among(store, ids)),
);

async function findRecorded(
  db: Queries,
  { store, sealer }: Options,
  interactionIds: string[],
): Promise<Map<string, Recorded>> {
  if (interactionIds.length === 0) return new Map();
  const rows = await requestsOfInteractions(db, store, { ids: interactionIds });
  const found = new Map<string, Recorded>();
  for (const row of rows) {
    const claim = await db.selectFrom('claims').selectAll().where('id', '=', row.claim_id).executeTakeFirstOrThrow();
    found.set(row.interaction_id, { request: toRequest(row, sealer), claim: toClaim(claim) });
  }
  return found;
}
