import { expect, test } from 'vitest';

import { createOwnClaims } from '../../../src/claims/store/own-claims.ts';
import { describeOnEachDatabase } from '../../database/databases.ts';
import { admit, claimOnce, claimsIn, GRANTED, GUILD, ledgerOn, OTHER_GUILD } from './ledger-scene.ts';

const ADA = { guildId: GUILD, userId: 'ada' };

describeOnEachDatabase('the claim of the vote that is already claimed', (open) => {
  test('has its reference for those who asked for it, and nobody else', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    const { startedAt: recordedAt } = await claimOnce(ledger, GRANTED);
    await admit(ledger, { userId: 'bob' });
    const [claim] = await claimsIn(store);
    const { find } = createOwnClaims(store);

    const own = { claimId: claim?.id, reference: claim?.reference, hasReward: false };
    expect(await find(ADA, { playername: 'Steve', recordedAt })).toEqual(own);
    expect(await find({ ...ADA, userId: 'bob' }, { playername: 'Steve', recordedAt })).toBeUndefined();
    expect(await find({ ...ADA, guildId: OTHER_GUILD }, { playername: 'Steve', recordedAt })).toBeUndefined();
    expect(await find(ADA, { playername: 'steve', recordedAt })).toBeUndefined();
    expect(await find(ADA, { playername: 'Steve', recordedAt: recordedAt + 1 })).toBeUndefined();
  });

  test('is none that was not granted', async () => {
    const store = await open();
    const { startedAt: recordedAt } = await claimOnce(ledgerOn(store), { kind: 'answered', claimed: 0 });
    expect(await createOwnClaims(store).find(ADA, { playername: 'Steve', recordedAt })).toBeUndefined();
  });
});
