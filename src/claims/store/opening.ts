import { sql } from 'kysely';

import type { Parameter } from '../../database/parameter.ts';
import { type ParametersOf, prepared, unawaited } from '../../database/prepared.ts';
import type { RowOf } from '../../database/schema.ts';
import type { Queries, Store } from '../../database/store.ts';
import { FIRST_EPOCH, type NewClaimRequest } from '../claim.ts';
import { foldName } from '../folded-name.ts';
import { CLAIM_REFERENCE_LENGTH, createReference } from '../reference.ts';
import { TRANSITIONS } from '../states.ts';
import { type ClaimRow, toClaim } from './rows.ts';
import { isIn, transition } from './states.ts';

/** A request to be recorded. `opens`: the id of the claim that it opens, if its key has no open one */
export type NewRequest = { input: NewClaimRequest; opens: string };

/** Stands for a guild in rows about the operator's credential. No guild has this id. */
export const OPERATOR = 'operator';

export function keyOf({ credentialId, playername }: Pick<NewClaimRequest, 'credentialId' | 'playername'>): string {
  return JSON.stringify([credentialId, playername]);
}

const OPENED_COLUMNS = {
  id: 'text',
  reference: 'text',
  guild_id: 'text',
  credential_id: 'text',
  playername: 'text',
  folded_name: 'text',
} as const;

type OpenedRow = Record<keyof typeof OPENED_COLUMNS, string>;
const openedColumns = Object.keys(OPENED_COLUMNS) as (keyof OpenedRow)[];

const insertClaims = prepared((db, store, values: ParametersOf<{ rows: readonly OpenedRow[]; leaseMs: number }>) =>
  db
    .insertInto('claims')
    .columns([...openedColumns, 'state', 'opened_at', 'epoch', 'lease_until', 'retry_at'])
    .expression((eb) =>
      eb
        .selectFrom(store.given(OPENED_COLUMNS, values.rows))
        // Without a condition, SQLite takes "on conflict" for a part of the join.
        .where(sql.lit(true))
        .select(openedColumns)
        .select([sql.lit<ClaimRow['state']>(TRANSITIONS.opened.to).as('state'), store.now.as('opened_at')])
        .select([sql.lit(FIRST_EPOCH).as('epoch'), store.after(values.leaseMs).as('lease_until')])
        .select(store.now.as('retry_at')),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returningAll(),
);

/** Opens a claim for each request whose key has no open one. The keys differ. @returns what it opened, by key */
async function openClaims(
  db: Queries,
  store: Store,
  requests: readonly NewRequest[],
  leaseMs: number,
): Promise<Map<string, ClaimRow>> {
  const rows = requests.map(({ opens, input: { guildId, credentialId, playername } }) => ({
    id: opens,
    reference: createReference(CLAIM_REFERENCE_LENGTH),
    guild_id: guildId,
    credential_id: credentialId,
    playername,
    folded_name: foldName(playername),
  }));
  const opened = await insertClaims(db, store, { rows, leaseMs });
  return new Map(opened.map((row) => [keyOf(toClaim(row)), row]));
}

type Key = Pick<ClaimRow, 'credential_id' | 'playername'>;

const takeOverKey = prepared((db, store, key: ParametersOf<Key & { leaseMs: number }>) =>
  takingOver(db, store, key.leaseMs)
    .where('credential_id', '=', key.credential_id)
    .where('playername', '=', key.playername)
    .returningAll(),
);

/** Changes nothing, but locks the row, so that the claim cannot be closed before the request has joined it. */
const lockOpenClaim = prepared((db, _, key: ParametersOf<Key>) =>
  db
    .updateTable('claims')
    .set((eb) => ({ epoch: eb.ref('epoch') }))
    .where('credential_id', '=', key.credential_id)
    .where('playername', '=', key.playername)
    .where(isIn('open'))
    .returningAll(),
);

/** @returns the claims, by key. The first request for a claim that was opened or taken over holds it. */
export async function openOrJoin(
  db: Queries,
  store: Store,
  requests: readonly NewRequest[],
  leaseMs: number,
): Promise<{ claims: Map<string, ClaimRow>; holders: Set<NewClaimRequest> }> {
  const byKey = Map.groupBy(requests, ({ input }) => keyOf(input));
  // In the same order in each process: two that wait for each other would be a deadlock.
  const firsts = [...byKey.keys()].toSorted().flatMap((key) => byKey.get(key)?.slice(0, 1) ?? []);
  const claims = await openClaims(db, store, firsts, leaseMs);
  const holders = new Set<NewClaimRequest>();
  for (const first of firsts) {
    const key = keyOf(first.input);
    const opened = claims.get(key);
    const { row, held } = opened ? { row: opened, held: true } : await joinOrTakeOver(db, store, first, leaseMs);
    claims.set(key, row);
    if (held) holders.add(first.input);
  }
  return { claims, holders };
}

/** Takes the claim of a key over if its lease has expired, joins it, or opens one if it has just been closed. */
async function joinOrTakeOver(
  db: Queries,
  store: Store,
  request: NewRequest,
  leaseMs: number,
): Promise<{ row: ClaimRow; held: boolean }> {
  const { credentialId: credential_id, playername } = request.input;
  const [takenOver] = await takeOverKey(db, store, { credential_id, playername, leaseMs });
  if (takenOver) return { row: takenOver, held: true };
  const [joined] = await lockOpenClaim(db, store, { credential_id, playername });
  if (joined) return { row: joined, held: false };
  const [opened] = (await openClaims(db, store, [request], leaseMs)).values();
  return opened ? { row: opened, held: true } : joinOrTakeOver(db, store, request, leaseMs);
}

/** Takes over claims whose lease has ended: an update to which the caller adds the claims. */
export function takingOver(db: Queries, store: Store, leaseMs: number | Parameter<number>) {
  return transition(db, store, 'taken over')
    .set((eb) => ({ epoch: eb('epoch', '+', 1), lease_until: store.after(leaseMs) }))
    .where('lease_until', '<=', store.now);
}

/** Records which guild uses which credential: after a lost answer, all that share one may mean the same vote. */
export async function noteCredentials(db: Queries, store: Store, requests: readonly NewClaimRequest[]): Promise<void> {
  const rows = requests.flatMap(({ guildId, credentialId, isOperators }) =>
    [guildId, ...(isOperators ? [OPERATOR] : [])].map((guild_id) => ({ guild_id, credential_id: credentialId })),
  );
  if (rows.length > 0) await insertCredentialsUsed(db, store, { rows });
}

type CredentialRow = RowOf<'credentials_used'>;

const insertCredentialsUsed = unawaited((db, store, { rows }: ParametersOf<{ rows: readonly CredentialRow[] }>) =>
  db
    .insertInto('credentials_used')
    .columns(['guild_id', 'credential_id'])
    .expression((eb) =>
      eb
        .selectFrom(store.given({ guild_id: 'text', credential_id: 'text' }, rows))
        .where(sql.lit(true))
        .select(['given.guild_id', 'given.credential_id'])
        .distinct()
        .orderBy('guild_id'),
    )
    .onConflict((conflict) => conflict.doNothing()),
);
