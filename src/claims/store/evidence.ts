import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely';

import { type ParametersOf, prepared } from '../../database/prepared.ts';
import type { RowOf, Schema } from '../../database/schema.ts';
import type { Queries, Store } from '../../database/store.ts';
import { type Attempt, type Claim, type Evidence, provenGrant } from '../claim.ts';
import { foldName } from '../folded-name.ts';
import type { VerdictOf } from '../states.ts';
import { DOUBT_LASTS_MS } from '../timings.ts';
import { OPERATOR } from './opening.ts';
import { toAttempt } from './rows.ts';
import { isIn, isQuestion } from './states.ts';

const CLAIM_COLUMNS = {
  id: 'text',
  guild_id: 'text',
  credential_id: 'text',
  playername: 'text',
  folded_name: 'text',
} as const;

type GivenClaim = Record<keyof typeof CLAIM_COLUMNS, string>;

const findBearing = prepared((db, store, { rows }: ParametersOf<{ rows: readonly GivenClaim[] }>) =>
  db
    .with('given', (eb) => eb.selectFrom(store.given(CLAIM_COLUMNS, rows)).selectAll())
    .with('bearing', (eb) => {
      const own = eb
        .selectFrom('given')
        .innerJoin('claim_attempts', 'claim_attempts.claim_id', 'given.id')
        .select('given.id as for_claim')
        .selectAll('claim_attempts');
      const lost = eb
        .selectFrom('given')
        .innerJoin('claim_attempts', 'claim_attempts.folded_name', 'given.folded_name')
        .leftJoin('claims', 'claims.id', 'claim_attempts.claim_id')
        // As the index `claim_attempts_lost` has it.
        .where(sql<SqlBool>`(outcome is null or outcome = 'unknown')`)
        .where((one) => one.or([one('started_at', '>', store.before(DOUBT_LASTS_MS)), isIn('open', 'parked')]))
        .where((one) => mayBeSameServer(one, one.ref('claim_attempts.credential_id')))
        .where((one) =>
          one.not(
            one.exists(
              one
                .selectFrom('claim_attempts as later')
                .whereRef('later.folded_name', '=', 'claim_attempts.folded_name')
                .whereRef('later.playername', '=', 'claim_attempts.playername')
                .whereRef('later.sequence', '>', 'claim_attempts.sequence')
                .where('later.claimed', '=', one.lit(1))
                .where((granted) => mayBeSameServer(granted, granted.ref('later.credential_id')))
                .select('later.id'),
            ),
          ),
        )
        .select('given.id as for_claim')
        .selectAll('claim_attempts');
      const lastGrant = eb
        .selectFrom('given')
        .innerJoin('claim_attempts', (join) =>
          join.on('claim_attempts.id', '=', (one) =>
            one
              .selectFrom('claim_attempts')
              .select('claim_attempts.id')
              .whereRef('claim_attempts.folded_name', '=', 'given.folded_name')
              .whereRef('claim_attempts.playername', '=', 'given.playername')
              .where('claimed', '=', one.lit(1))
              .where((granted) => mayBeSameServer(granted, granted.ref('claim_attempts.credential_id')))
              .orderBy('sequence', 'desc')
              .limit(1),
          ),
        )
        .select('given.id as for_claim')
        .selectAll('claim_attempts');
      const questioned = eb
        .selectFrom('given')
        .innerJoin('claims as theirs', (join) =>
          join.onRef('theirs.folded_name', '=', 'given.folded_name').onRef('theirs.guild_id', '=', 'given.guild_id'),
        )
        .innerJoin('claim_attempts', 'claim_attempts.claim_id', 'theirs.id')
        .where(isQuestion('theirs'))
        .where('claim_attempts.claimed', '=', sql.lit(2))
        .select('given.id as for_claim')
        .selectAll('claim_attempts');
      return own.union(lost).union(lastGrant).union(questioned);
    })
    .selectFrom('given')
    .leftJoin('bearing', 'bearing.for_claim', 'given.id')
    .leftJoin('claims as theirs', (join) =>
      join.onRef('theirs.id', '=', 'bearing.claim_id').onRef('theirs.guild_id', '=', 'given.guild_id'),
    )
    .selectAll('bearing')
    .select(['given.id as asked_for', store.now.as('now')])
    .select(
      sql<Attempt['question'] | null>`case when ${isQuestion('theirs')} then
      case when theirs.resolved_at is null then 'open' else nullif(theirs.resolution, 'unstated') end end`.as(
        'question',
      ),
    )
    .orderBy('bearing.sequence'),
);

/** See `ClaimLedger.evidence`. @returns of each claim, in their order */
export async function readEvidence<C extends Pick<Claim, 'id' | 'guildId' | 'credentialId' | 'playername'>>(
  db: Queries,
  store: Store,
  claims: readonly C[],
): Promise<(Evidence & { claim: C })[]> {
  const rows = claims.map(({ id, guildId, credentialId, playername }) => ({
    id,
    guild_id: guildId,
    credential_id: credentialId,
    playername,
    folded_name: foldName(playername),
  }));
  const found = await findBearing(db, store, { rows });
  const byClaim = Map.groupBy(found, ({ asked_for }) => asked_for);
  return claims.map((claim) => {
    const rows = byClaim.get(claim.id) ?? [];
    const [first] = rows;
    if (!first) throw new Error('what bears on a claim was not looked up');
    const related = rows.filter(isAttempt).map((row) => ({ ...toAttempt(row), question: row.question ?? undefined }));
    return { claim, own: related.filter(({ claimId }) => claimId === claim.id), related, now: first.now };
  });
}

/** Whether a row of the left join has found an attempt. */
function isAttempt<R extends { id: string | null }>(row: R): row is R & RowOf<'claim_attempts'> {
  return row.id !== null;
}

type Joined = Pick<Schema, 'credentials_used' | 'claim_requests'> & {
  given: GivenClaim;
};

/** Whether an attempt with this credential may be for the same game server as the given claim. */
function mayBeSameServer(eb: ExpressionBuilder<Joined, 'given'>, credential: Expression<string>): Expression<SqlBool> {
  const guilds = eb.selectFrom('claim_requests').select('guild_id').whereRef('claim_id', '=', 'given.id');
  const used = eb.selectFrom('credentials_used').select('credential_id').where('guild_id', 'in', guilds);
  const operators = eb.selectFrom('credentials_used').select('credential_id').where('guild_id', '=', OPERATOR);
  return eb.or([
    eb(credential, '=', eb.ref('given.credential_id')),
    eb(credential, 'in', used),
    eb.and([eb.exists(operators.where('credential_id', 'in', used)), eb(credential, 'in', operators)]),
  ]);
}

const findAttempts = prepared((db, _, { claimId }: ParametersOf<{ claimId: string }>) =>
  db.selectFrom('claim_attempts').selectAll().where('claim_id', '=', claimId),
);

export async function readGrant(
  db: Queries,
  store: Store,
  claimId: string,
): Promise<VerdictOf<'granted late'> | undefined> {
  const attempts = await findAttempts(db, store, { claimId });
  return provenGrant(attempts.map(toAttempt));
}
