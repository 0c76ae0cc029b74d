import { sql } from 'kysely';

import { lockRows, type Queries, type Store } from '../../database/store.ts';
import { changePosts } from '../../guilds/store/posts.ts';
import { newId } from '../../work/ids.ts';
import type { Attempt, Claim, ClaimRequest } from '../claim.ts';
import { foldName } from '../folded-name.ts';
import type { VerdictOf } from '../states.ts';
import { verdictOf } from '../verdict.ts';
import type { AttemptOutcome } from '../vote-client.ts';
import { followVerdicts, wants } from './after-verdict.ts';
import { readEvidence, readGrant } from './evidence.ts';
import type { ReadRequests } from './requests.ts';
import { toAttempt, toClaim } from './rows.ts';
import { closeHeld, isIn, transition } from './states.ts';

/** What an attempt is known by before it is on record. */
export function newAttempt({ id: claimId }: Claim): { id: string; claimId: string } {
  return { id: newId(), claimId };
}

/** An attempt, and the id that it is recorded under. */
export type StartedAttempt = { claim: Claim; id: string };
/** The end of a POST. */
export type EndedAttempt = { attempt: Pick<Attempt, 'id' | 'claimId'>; outcome: AttemptOutcome };
export type EndedOfClaim = EndedAttempt & { claim: Claim };

/**
 * What became of a claim with the end of an attempt. `open`: its attempts prove no verdict. `lost`: another process
 * holds it, or has closed it; `isGrantedLate` if this end makes it a granted one.
 */
export type Settlement =
  | { kind: 'closed'; verdict: VerdictOf<'closed'>; attempts: number; requests: ClaimRequest[] }
  | { kind: 'open' }
  | { kind: 'lost'; isGrantedLate: boolean };

/**
 * Records attempts, unless they are on record, and renews the leases of their claims. @returns undefined for a claim that
 * is no longer held
 */
export async function startAttempts(
  db: Queries,
  store: Store,
  started: readonly StartedAttempt[],
  leaseMs: number,
): Promise<(Attempt | undefined)[]> {
  const epochs = started.map(({ claim: { id, epoch } }) => ({ id, epoch }));
  const held = await db
    .updateTable('claims')
    .from(store.given({ id: 'text', epoch: 'bigint' }, epochs))
    .set({ lease_until: store.after(leaseMs) })
    .whereRef('claims.id', '=', 'given.id')
    .whereRef('claims.epoch', '=', 'given.epoch')
    .where(isIn('open'))
    .returning('claims.id')
    .execute();
  const isHeld = new Set(held.map(({ id }) => id));
  const ofName = new Map<string, number>();
  const rows = started
    .filter(({ claim }) => isHeld.has(claim.id))
    .map(({ claim, id }) => {
      const folded_name = foldName(claim.playername);
      const nth = (ofName.get(folded_name) ?? 0) + 1;
      ofName.set(folded_name, nth);
      return {
        id,
        claim_id: claim.id,
        guild_id: claim.guildId,
        credential_id: claim.credentialId,
        playername: claim.playername,
        folded_name,
        nth,
      };
    });
  const columns = Object.keys(ATTEMPT_COLUMNS) as (keyof typeof ATTEMPT_COLUMNS)[];
  const inserted = await db
    .insertInto('claim_attempts')
    .columns([...columns, 'sequence', 'started_at'])
    .expression((eb) =>
      eb
        .selectFrom(store.given({ ...ATTEMPT_COLUMNS, nth: 'bigint' }, rows))
        .select(columns)
        .select((given) => [
          given
            .selectFrom('claim_attempts')
            .select((eb) => eb(eb.fn.coalesce(eb.fn.max('sequence'), eb.lit(0)), '+', given.ref('nth')).as('next'))
            .whereRef('claim_attempts.folded_name', '=', 'given.folded_name')
            .as('sequence'),
          store.now.as('started_at'),
        ])
        // Without a condition, SQLite takes "on conflict" for a part of the join.
        .where(sql.lit(true)),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .execute();
  const found = inserted.length < rows.length ? await findAttempts(db, store, rows) : inserted;
  const attempts = new Map(found.map((row) => [row.id, toAttempt(row)]));
  return started.map(({ id }) => attempts.get(id));
}

/** Those that an earlier run of the same transaction recorded are found as well. */
function findAttempts(db: Queries, store: Store, rows: readonly { id: string }[]) {
  const ids = rows.map(({ id }) => ({ id }));
  return db
    .selectFrom('claim_attempts')
    .selectAll()
    .where('id', 'in', (eb) => eb.selectFrom(store.given({ id: 'text' }, ids)).select('given.id'))
    .execute();
}

const ATTEMPT_COLUMNS = {
  id: 'text',
  claim_id: 'text',
  guild_id: 'text',
  credential_id: 'text',
  playername: 'text',
  folded_name: 'text',
} as const;

/** Records the ends of attempts, and locks their claims: no other transaction can close them before this one ends. */
export async function endAttempts(db: Queries, store: Store, ended: readonly EndedAttempt[]): Promise<void> {
  const claimIds = ended.flatMap(({ attempt }) => attempt.claimId ?? []);
  await lockRows(db, store, 'claims', claimIds);
  const columns = { id: 'text', outcome: 'text', claimed: 'bigint', status: 'bigint', retry_at: 'bigint' } as const;
  const rows = ended.map(({ attempt, outcome }) => ({
    id: attempt.id,
    outcome: outcome.kind,
    claimed: outcome.kind === 'answered' ? outcome.claimed : null,
    status: 'status' in outcome ? (outcome.status ?? null) : null,
    retry_at: outcome.kind === 'rejected' ? (outcome.retryAt ?? null) : null,
  }));
  await db
    .updateTable('claim_attempts')
    .from(store.given(columns, rows))
    .set((eb) => ({
      ended_at: store.now,
      outcome: eb.ref('given.outcome'),
      claimed: eb.ref('given.claimed'),
      status: eb.ref('given.status'),
      retry_at: eb.ref('given.retry_at'),
    }))
    .whereRef('claim_attempts.id', '=', 'given.id')
    .execute();
}

export async function settleAll(
  db: Queries,
  store: Store,
  ended: readonly EndedOfClaim[],
  requestsOf: ReadRequests,
): Promise<Settlement[]> {
  const settlements = new Map<EndedOfClaim, Settlement>();
  // Two attempts of the same claim are settled one after the other.
  const byClaim = [...Map.groupBy(ended, ({ claim }) => claim.id).values()];
  for (let round = 0; settlements.size < ended.length; round += 1) {
    const now = byClaim.flatMap((same) => same[round] ?? []);
    const settled = await settleOfEachClaim(db, store, now, requestsOf);
    for (const one of now) settlements.set(one, settled.get(one.claim.id) ?? { kind: 'open' });
  }
  return ended.map((one) => settlements.get(one) ?? { kind: 'open' });
}

/** @param ended - at most one attempt of each claim. @returns by claim; none of those without a verdict */
async function settleOfEachClaim(
  db: Queries,
  store: Store,
  ended: readonly EndedOfClaim[],
  requestsOf: ReadRequests,
): Promise<Map<string, Settlement>> {
  await endAttempts(db, store, ended);
  const evidence = await readEvidence(
    db,
    store,
    ended.map(({ claim }) => claim),
  );
  const proven = evidence.flatMap(({ claim, own, related }) => {
    const verdict = verdictOf(claim.playername, { own, related });
    return verdict.kind === 'pending' ? [] : [{ claim, verdict, attempts: own.length }];
  });
  const settled = new Map<string, Settlement>();
  if (proven.length === 0) return settled;
  const held = await closeHeld(db, store, proven)
    .returning(['claims.id', ...wants])
    .execute();
  const wanted = new Map(held.map((row) => [row.id, row]));
  const closed = proven.flatMap(({ claim, verdict }) => {
    const wants = wanted.get(claim.id);
    return wants === undefined ? [] : [{ ...claim, verdict, wants }];
  });
  await followVerdicts(db, store, closed);
  const requests = Map.groupBy(await requestsOf(db, [...wanted.keys()]), ({ claimId }) => claimId);
  for (const { claim, verdict, attempts } of proven) {
    const settlement: Settlement = wanted.has(claim.id)
      ? { kind: 'closed', verdict, attempts, requests: requests.get(claim.id) ?? [] }
      : { kind: 'lost', isGrantedLate: await grantLate(db, store, claim.id) };
    settled.set(claim.id, settlement);
  }
  return settled;
}

/** Makes a closed claim a granted one, if an answer of its attempts says so. @returns whether it became one just now */
export async function grantLate(db: Queries, store: Store, claimId: string): Promise<boolean> {
  const granted = await readGrant(db, claimId);
  if (!granted) return false;
  const upgraded = await transition(db, store, 'granted late', granted)
    .where('id', '=', claimId)
    .where('verdict', '!=', granted.kind)
    .returningAll()
    .returning(wants)
    .executeTakeFirst();
  if (!upgraded) return false;
  await changePosts(db, store, claimId);
  await followVerdicts(db, store, [{ ...toClaim(upgraded), verdict: granted, wants: upgraded }]);
  return true;
}
