import { expect, test } from 'vitest';

import type { NewClaimRequest } from '../../../src/claims/claim.ts';
import { describeOnEachDatabase } from '../../database/databases.ts';
import { OTHER_CREDENTIAL, UNKNOWN, ledgerOn, admit, claimOnce } from './ledger-scene.ts';

describeOnEachDatabase('the attempts that bear on a claim', (open) => {
  test.each<[name: string, theirs: Partial<NewClaimRequest>, ours: Partial<NewClaimRequest>, related: boolean]>([
    ['ß for SS', { playername: 'STRASSE' }, { playername: 'straße' }, true],
    ['ss for ß', { playername: 'Straße' }, { playername: 'strasse' }, true],
    ['another case beyond ASCII', { playername: 'ÉLODIE' }, { playername: 'élodie' }, true],
    ['an accent of its own', { playername: 'e\u0301lodie' }, { playername: '\u00e9lodie' }, true],
    ['the name with another space', { playername: 'Ste ve' }, { playername: 'Ste  ve' }, false],
  ])('include those of %s: $3', async (_name, theirs, ours, isRelated) => {
    const ledger = ledgerOn(await open());
    const earlier = await claimOnce(ledger, UNKNOWN, theirs);
    const { claim } = await admit(ledger, ours);
    const attempt = await ledger.startAttempt(claim);
    const { own, related } = await ledger.evidence(claim);
    expect(own.map(({ id }) => id)).toEqual([attempt.id]);
    expect(related.some(({ id }) => id === earlier.id)).toBe(isRelated);
  });

  test('include those of the guild that belong to no claim any more', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    const earlier = await claimOnce(ledger, UNKNOWN, { credentialId: OTHER_CREDENTIAL });
    await store.write((db) => db.deleteFrom('claims').execute());
    const { claim } = await admit(ledger);
    const { own, related } = await ledger.evidence(claim);
    expect([own, related]).toMatchObject([[], [{ id: earlier.id, claimId: null }]]);
  });
});
