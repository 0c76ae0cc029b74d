import { expect, test } from 'vitest';

import type { ReviewOutcome } from '../../../src/claims/states.ts';
import { createClaimHistory } from '../../../src/claims/store/history.ts';
import type { ClaimLedger } from '../../../src/claims/store/ledger.ts';
import type { AttemptOutcome } from '../../../src/claims/vote-client.ts';
import { describeOnEachDatabase } from '../../database/databases.ts';
import { admit, GRANTED, GUILD, ledgerOn, UNKNOWN } from './ledger-scene.ts';

const TWICE: AttemptOutcome = { kind: 'answered', claimed: 2 };

/** A claim whose answer was lost is parked, and the next one for the same player is told that it is claimed. */
async function lostAndAsked(ledger: ClaimLedger) {
  const { claim: lost } = await admit(ledger);
  const attempt = await ledger.startAttempt(lost);
  await ledger.endAttempt(attempt, UNKNOWN);
  await ledger.close(lost, { kind: 'pending' });
  const later = await claimed(ledger);
  return { lost, attempt, later };
}

async function claimed(ledger: ClaimLedger) {
  const { claim, request } = await admit(ledger);
  const settlement = await ledger.settle(claim, await ledger.startAttempt(claim), TWICE);
  return { claim, request, verdict: 'verdict' in settlement ? settlement.verdict : undefined };
}

describeOnEachDatabase('a claim about the same lost answer as an earlier one', (open) => {
  test.each<[outcome: ReviewOutcome, told: object]>([
    ['claimed', { kind: 'reviewed', outcome: 'not-claimed', claimedBefore: true }],
    ['not-claimed', { kind: 'reviewed', outcome: 'not-claimed', claimedBefore: true }],
    ['unstated', { kind: 'reviewed', outcome: 'unstated' }],
  ])('is decided with it: %s', async (outcome, told) => {
    const store = await open();
    const ledger = ledgerOn(store);
    const { lost, later } = await lostAndAsked(ledger);
    expect(later.verdict).toEqual({ kind: 'likely-granted', askedWith: lost.id });
    expect((await createClaimHistory(store).page(GUILD, {}, 1)).waiting).toBe(1);
    await ledger.resolve({ guildId: GUILD, claimId: lost.id }, { by: 'mona', note: 'Looked.', outcome });
    expect((await ledger.standing(later.request.id))?.verdict).toEqual(told);
    const past = await createClaimHistory(store).find(GUILD, later.claim.id);
    expect(past?.resolution).toMatchObject({ by: 'mona', note: 'Looked.' });
    expect((await claimed(ledger)).verdict?.kind).toBe(outcome === 'claimed' ? 'already' : 'likely-granted');
  });

  test('is answered when that is granted late', async () => {
    const ledger = ledgerOn(await open());
    const { attempt, later } = await lostAndAsked(ledger);
    await ledger.endAttempt(attempt, GRANTED);
    const told = { kind: 'reviewed', outcome: 'not-claimed', claimedBefore: true };
    expect((await ledger.standing(later.request.id))?.verdict).toEqual(told);
  });

  test('is answered at once when that was decided while it was closed', async () => {
    const ledger = ledgerOn(await open());
    const { lost } = await lostAndAsked(ledger);
    const { claim, request } = await admit(ledger);
    await ledger.resolve({ guildId: GUILD, claimId: lost.id }, { by: 'mona', note: 'Looked.', outcome: 'claimed' });
    await ledger.close(claim, { kind: 'likely-granted', askedWith: lost.id });
    expect((await ledger.standing(request.id))?.verdict.kind).toBe('reviewed');
  });

  test('can be decided by itself once that is deleted', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    const { lost, later } = await lostAndAsked(ledger);
    const find = () => createClaimHistory(store).find(GUILD, later.claim.id);
    expect((await find())?.decidedWith).toEqual({ reference: lost.reference });
    await store.write((db) => db.deleteFrom('claims').where('id', '=', lost.id).execute());
    expect((await find())?.decidedWith).toBeUndefined();
  });
});
