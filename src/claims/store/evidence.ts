import type { Selectable } from 'kysely';

import type { ClaimAttemptsTable } from '../../database/schema.ts';
import type { Queries, Store } from '../../database/store.ts';
import { type Claim, type Evidence, grantProven } from '../claim.ts';
import { foldName } from '../folded-name.ts';
import type { VerdictOf } from '../states.ts';
import { DOUBT_LASTS_MS } from '../timings.ts';
import { OPERATOR } from './opening.ts';
import { toAttempt } from './rows.ts';
import { isIn } from './states.ts';

/** What evidence is asked for. */
export type ClaimKey = Pick<Claim, 'id' | 'credentialId' | 'playername'>;

/** The attempts that bear on a claim (see `ClaimLedger.evidence`), and the database's time, in one statement. */
export async function readEvidence(
  db: Queries,
  store: Pick<Store, 'now' | 'before'>,
  claim: ClaimKey,
): Promise<Evidence> {
  const forName = attemptsForName(db, claim);
  const lost = forName
    .leftJoin('claims', 'claims.id', 'claim_attempts.claim_id')
    .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '=', 'unknown')]))
    .where((eb) => eb.or([eb('started_at', '>', store.before(DOUBT_LASTS_MS)), isIn('open', 'parked')]));
  const lastGrant = forName
    .where('claimed', '=', 1)
    .where('playername', '=', claim.playername)
    .orderBy('sequence', 'desc')
    .limit(1);
  const bearing = db
    .selectFrom('claim_attempts')
    .selectAll()
    .where((eb) => eb.or([eb('claim_id', '=', claim.id), eb('id', 'in', lost), eb('id', 'in', lastGrant)]));
  const rows = await db
    .selectFrom(db.selectNoFrom(store.now.as('now')).as('clock'))
    .leftJoin(bearing.as('attempt'), (join) => join.onTrue())
    .selectAll('attempt')
    .select('clock.now')
    .orderBy('sequence')
    .execute();
  const related = rows.filter(isAttempt).map(toAttempt);
  const [first] = rows;
  if (!first) throw new Error('a query for the time found none');
  return { own: related.filter(({ claimId }) => claimId === claim.id), related, now: first.now };
}

/** Whether a row of the left join has found an attempt. */
function isAttempt<R extends { id: string | null }>(row: R): row is R & Selectable<ClaimAttemptsTable> {
  return row.id !== null;
}

/** Attempts for the same name, whatever its spelling, that may belong to the same game server. */
function attemptsForName(db: Queries, claim: ClaimKey) {
  const guilds = db.selectFrom('claim_requests').select('guild_id').where('claim_id', '=', claim.id);
  const used = db.selectFrom('credentials_used').select('credential_id').where('guild_id', 'in', guilds);
  const operators = db.selectFrom('credentials_used').select('credential_id').where('guild_id', '=', OPERATOR);
  return db
    .selectFrom('claim_attempts')
    .select('claim_attempts.id')
    .where('claim_attempts.folded_name', '=', foldName(claim.playername))
    .where((eb) =>
      eb.or([
        eb('claim_attempts.credential_id', '=', claim.credentialId),
        eb('claim_attempts.credential_id', 'in', used),
        eb.and([
          eb.exists(operators.where('credential_id', 'in', used)),
          eb('claim_attempts.credential_id', 'in', operators),
        ]),
      ]),
    );
}

/** The verdict of a claim that one of its own attempts proves granted. */
export async function readGrant(db: Queries, claimId: string): Promise<VerdictOf<'granted late'> | undefined> {
  const attempts = await db.selectFrom('claim_attempts').selectAll().where('claim_id', '=', claimId).execute();
  return grantProven(attempts.map(toAttempt));
}
