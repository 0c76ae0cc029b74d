import { randomUUID } from 'node:crypto';

import type { Queries, Store } from '../../database/store.ts';
import { createReference } from '../../reference.ts';
import { FIRST_EPOCH, type NewClaimRequest } from '../claim.ts';
import { foldName } from '../folded-name.ts';
import { TRANSITIONS } from '../states.ts';
import type { ClaimRow } from './rows.ts';
import { isIn, transition } from './states.ts';

const REFERENCE_LENGTH = 8;
/** Stands for a guild where a credential is the operator's. No guild has this id. */
export const OPERATOR = 'operator';

type Time = Pick<Store, 'now' | 'after'>;

/** Opens the claim of a key, takes it over if its lease has expired, or joins it. */
export async function openClaim(
  db: Queries,
  store: Time,
  request: NewClaimRequest,
  leaseMs: number,
): Promise<{ row: ClaimRow; held: boolean }> {
  const { guildId: guild_id, credentialId: credential_id, playername } = request;
  const inserted = await db
    .insertInto('claims')
    .values({
      id: randomUUID(),
      reference: createReference(REFERENCE_LENGTH),
      guild_id,
      credential_id,
      playername,
      folded_name: foldName(playername),
      state: TRANSITIONS.opened.to,
      opened_at: store.now,
      epoch: FIRST_EPOCH,
      lease_until: store.after(leaseMs),
      retry_at: store.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted) return { row: inserted, held: true };
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
  return joined ? { row: joined, held: false } : openClaim(db, store, request, leaseMs);
}

/** Takes claims over whose lease has ended: an update to which the caller adds which ones. */
export function takingOver(db: Queries, store: Time, leaseMs: number) {
  return transition(db, store, 'taken over')
    .set((eb) => ({ epoch: eb('epoch', '+', 1), lease_until: store.after(leaseMs) }))
    .where('lease_until', '<=', store.now);
}

/** Notes whose credential it is: after a lost answer, whoever uses it may mean the same vote. */
export async function noteCredential(
  db: Queries,
  { guildId, credentialId, isOperators }: NewClaimRequest,
): Promise<void> {
  await db
    .insertInto('credentials_used')
    .values(
      [guildId, ...(isOperators ? [OPERATOR] : [])].map((guild_id) => ({ guild_id, credential_id: credentialId })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
