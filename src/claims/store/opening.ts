import { sql } from 'kysely';

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

/** The key of a claim, as text. */
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

/** Opens a claim for each request whose key has no open one. The keys differ. @returns what it opened, by key */
export async function openClaims(
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
  const columns = Object.keys(OPENED_COLUMNS) as (keyof typeof OPENED_COLUMNS)[];
  const opened = await db
    .insertInto('claims')
    .columns([...columns, 'state', 'opened_at', 'epoch', 'lease_until', 'retry_at'])
    .expression((eb) =>
      eb
        .selectFrom(store.given(OPENED_COLUMNS, rows))
        // Without a condition, SQLite takes "on conflict" for a part of the join.
        .where(sql.lit(true))
        .select(columns)
        .select([sql.lit<ClaimRow['state']>(TRANSITIONS.opened.to).as('state'), store.now.as('opened_at')])
        .select([sql.lit(FIRST_EPOCH).as('epoch'), store.after(leaseMs).as('lease_until'), store.now.as('retry_at')]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute();
  return new Map(opened.map((row) => [keyOf(toClaim(row)), row]));
}

/** Takes the claim of a key over if its lease has expired, joins it, or opens one if it has just been closed. */
export async function joinOrTakeOver(
  db: Queries,
  store: Store,
  request: NewRequest,
  leaseMs: number,
): Promise<{ row: ClaimRow; held: boolean }> {
  const { credentialId: credential_id, playername } = request.input;
  const takenOver = await takingOver(db, store, leaseMs)
    .where('credential_id', '=', credential_id)
    .where('playername', '=', playername)
    .returningAll()
    .executeTakeFirst();
  if (takenOver) return { row: takenOver, held: true };
  // Changes nothing, but locks the row, so that the claim cannot be closed before the request has joined it.
  const joined = await db
    .updateTable('claims')
    .set((eb) => ({ epoch: eb.ref('epoch') }))
    .where('credential_id', '=', credential_id)
    .where('playername', '=', playername)
    .where(isIn('open'))
    .returningAll()
    .executeTakeFirst();
  if (joined) return { row: joined, held: false };
  const [opened] = (await openClaims(db, store, [request], leaseMs)).values();
  return opened ? { row: opened, held: true } : joinOrTakeOver(db, store, request, leaseMs);
}

/** Takes over claims whose lease has ended: an update to which the caller adds the claims. */
export function takingOver(db: Queries, store: Store, leaseMs: number) {
  return transition(db, store, 'taken over')
    .set((eb) => ({ epoch: eb('epoch', '+', 1), lease_until: store.after(leaseMs) }))
    .where('lease_until', '<=', store.now);
}

/** Records which guild uses which credential: after a lost answer, all that share one may mean the same vote. */
export async function noteCredentials(db: Queries, store: Store, requests: readonly NewClaimRequest[]): Promise<void> {
  const rows = requests.flatMap(({ guildId, credentialId, isOperators }) =>
    [guildId, ...(isOperators ? [OPERATOR] : [])].map((guild_id) => ({ guild_id, credential_id: credentialId })),
  );
  await db
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
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
