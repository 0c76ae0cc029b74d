import { type ParametersOf, prepared, unawaited } from '../../database/prepared.ts';
import type { RowOf } from '../../database/schema.ts';
import { lockRows } from '../../database/lock-rows.ts';
import { among, type Queries, type Store } from '../../database/store.ts';
import { changePosts } from '../../guilds/store/posts.ts';
import { type Attempt, type Claim, type ClaimRequest, wasAnswered } from '../claim.ts';
import { foldName } from '../folded-name.ts';
import type { ProvenVerdict, VerdictOf } from '../states.ts';
import { verdictOf } from '../verdict.ts';
import type { AttemptOutcome } from '../vote-client.ts';
import { followVerdicts, wants } from './after-verdict.ts';
import { readEvidence, readGrant } from './evidence.ts';
import type { ReadRequests } from './requests.ts';
import { toAttempt, toClaim } from './rows.ts';
import { closeHeld, isIn, type ToBeClosed, toBeClosed, transition } from './states.ts';
import { postRefusals } from './token-refusals.ts';

/** An attempt, and the id that it is recorded under. */
export type StartedAttempt = { claim: Claim; id: string };
/** The end of a POST. */
export type EndedAttempt = { attempt: Pick<Attempt, 'id' | 'claimId'>; outcome: AttemptOutcome };
/** `isOnly`: the claim has no other attempt, and gets none: its first, by the process that opened it */
export type EndedOfClaim = EndedAttempt & { claim: Claim; isOnly?: boolean | undefined };

/**
 * What became of a claim with the end of an attempt. `open`: its attempts prove no verdict. `lost`: another process
 * holds it, or has closed it; `isGrantedLate` if this end makes it a granted one.
 */
export type Settlement =
  | { kind: 'closed'; verdict: VerdictOf<'closed'>; attempts: number; requests: ClaimRequest[] }
  | { kind: 'open' }
  | { kind: 'lost'; isGrantedLate: boolean };

/** A lease that has run for no more than this share of its time is not renewed. */
const NEW_LEASE_SHARE = 0.1;

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
  const ofName = new Map<string, number>();
  const rows = started.map(({ claim, id }) => {
    const folded_name = foldName(claim.playername);
    const nth = (ofName.get(folded_name) ?? 0) + 1;
    ofName.set(folded_name, nth);
    return {
      id,
      claim_id: claim.id,
      epoch: claim.epoch,
      guild_id: claim.guildId,
      credential_id: claim.credentialId,
      playername: claim.playername,
      folded_name,
      nth,
    };
  });
  const leftMs = leaseMs * (1 - NEW_LEASE_SHARE);
  // Nobody closes these claims meanwhile, or takes the same place in the order of their attempts.
  await lockRows(
    db,
    store,
    'claims',
    started.map(({ claim }) => claim.id),
  );
  const inserted = await insertAttempts(db, store, { rows, leftMs });
  const attempts = new Map(inserted.map((row) => [row.id, toAttempt(row)]));
  const left = rows.filter(({ id }) => !attempts.has(id));
  if (left.length > 0) {
    const epochs = left.map(({ claim_id: id, epoch }) => ({ id, epoch }));
    const isHeld = new Set((await renewLeases(db, store, { epochs, leaseMs })).map(({ id }) => id));
    const held = left.filter(({ claim_id }) => isHeld.has(claim_id));
    await insertAttempts(db, store, { rows: held, leftMs: Number.MIN_SAFE_INTEGER });
    // Those that an earlier run of the same transaction recorded are found as well.
    const ids = held.map(({ id }) => id);
    for (const row of await findAttempts(db, store, { ids })) attempts.set(row.id, toAttempt(row));
  }
  return started.map(({ id }) => attempts.get(id));
}

type Epoch = Pick<Claim, 'id' | 'epoch'>;

const renewLeases = prepared((db, store, values: ParametersOf<{ epochs: readonly Epoch[]; leaseMs: number }>) =>
  db
    .updateTable('claims')
    .from(store.given({ id: 'text', epoch: 'bigint' }, values.epochs))
    .set({ lease_until: store.after(values.leaseMs) })
    .whereRef('claims.id', '=', 'given.id')
    .whereRef('claims.epoch', '=', 'given.epoch')
    .where(isIn('open'))
    .returning('claims.id'),
);

const ATTEMPT_COLUMNS = {
  id: 'text',
  claim_id: 'text',
  guild_id: 'text',
  credential_id: 'text',
  playername: 'text',
  folded_name: 'text',
} as const;
type AttemptRow = Record<keyof typeof ATTEMPT_COLUMNS, string> & { epoch: number; nth: number };
const attemptColumns = Object.keys(ATTEMPT_COLUMNS) as (keyof typeof ATTEMPT_COLUMNS)[];

/** Of claims that are held at least so long, in ms: no other process can take them over meanwhile. */
const insertAttempts = prepared((db, store, values: ParametersOf<{ rows: readonly AttemptRow[]; leftMs: number }>) =>
  db
    .insertInto('claim_attempts')
    .columns([...attemptColumns, 'sequence', 'started_at'])
    .expression((eb) =>
      eb
        .selectFrom(store.given({ ...ATTEMPT_COLUMNS, epoch: 'bigint', nth: 'bigint' }, values.rows))
        .innerJoin('claims', (join) =>
          join.onRef('claims.id', '=', 'given.claim_id').onRef('claims.epoch', '=', 'given.epoch'),
        )
        .where(isIn('open'))
        .where('lease_until', '>=', store.after(values.leftMs))
        .select(attemptColumns.map((column) => `given.${column}` as const))
        .select((given) => [
          given
            .selectFrom('claim_attempts')
            .select((eb) => eb(eb.fn.coalesce(eb.fn.max('sequence'), eb.lit(0)), '+', given.ref('nth')).as('next'))
            .whereRef('claim_attempts.folded_name', '=', 'given.folded_name')
            .as('sequence'),
          store.now.as('started_at'),
        ]),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll(),
);

const findAttempts = prepared((db, store, { ids }: ParametersOf<{ ids: readonly string[] }>) =>
  db.selectFrom('claim_attempts').selectAll().where('id', 'in', among(store, ids)),
);

/**
 * Records the ends of attempts, and tells of a token that was refused. Locks their claims: no other transaction can close
 * them before this one ends.
 */
export async function endAttempts(db: Queries, store: Store, ended: readonly EndedAttempt[]): Promise<void> {
  const claimIds = ended.flatMap(({ attempt }) => attempt.claimId ?? []);
  await lockRows(db, store, 'claims', claimIds);
  const rows = ended.map(({ attempt, outcome }) => ({
    id: attempt.id,
    outcome: outcome.kind,
    claimed: outcome.kind === 'answered' ? outcome.claimed : null,
    status: 'status' in outcome ? (outcome.status ?? null) : null,
    retry_at: outcome.kind === 'rejected' ? (outcome.retryAt ?? null) : null,
  }));
  await writeEnds(db, store, { rows });
  await postRefusals(db, store, ended);
}

const END_COLUMNS = { id: 'text', outcome: 'text', claimed: 'bigint', status: 'bigint', retry_at: 'bigint' } as const;
type EndRow = Pick<RowOf<'claim_attempts'>, keyof typeof END_COLUMNS>;

const writeEnds = unawaited((db, store, { rows }: ParametersOf<{ rows: readonly EndRow[] }>) =>
  db
    .updateTable('claim_attempts')
    .from(store.given(END_COLUMNS, rows))
    .set((eb) => ({
      ended_at: store.now,
      outcome: eb.ref('given.outcome'),
      claimed: eb.ref('given.claimed'),
      status: eb.ref('given.status'),
      retry_at: eb.ref('given.retry_at'),
    }))
    .whereRef('claim_attempts.id', '=', 'given.id'),
);

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

const closeProven = prepared((db, store, { rows }: ParametersOf<{ rows: readonly ToBeClosed[] }>) =>
  closeHeld(db, store, rows).returning(['claims.id', ...wants]),
);

/** @param ended - at most one attempt of each claim. @returns by claim; none of those without a verdict */
async function settleOfEachClaim(
  db: Queries,
  store: Store,
  ended: readonly EndedOfClaim[],
  requestsOf: ReadRequests,
): Promise<Map<string, Settlement>> {
  await endAttempts(db, store, ended);
  // Nothing else bears on a claim whose only attempt was answered 1.
  const unclear = ended.filter((end) => !(end.isOnly && wasAnswered(end, 1))).map(({ claim }) => claim);
  const found = unclear.length === 0 ? [] : await readEvidence(db, store, unclear);
  const evidence = new Map(found.map((one) => [one.claim.id, one]));
  const proven = ended.flatMap(({ claim }) => {
    const one = evidence.get(claim.id);
    const verdict: ProvenVerdict = one ? verdictOf(claim.playername, one) : { kind: 'granted' };
    return verdict.kind === 'pending' ? [] : [{ claim, verdict, attempts: one?.own.length ?? 1 }];
  });
  const settled = new Map<string, Settlement>();
  if (proven.length === 0) return settled;
  const rows = proven.map(({ claim, verdict }) => toBeClosed(claim, verdict));
  const held = await closeProven(db, store, { rows });
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
  const granted = await readGrant(db, store, claimId);
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
