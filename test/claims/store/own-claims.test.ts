import { expect, test } from 'vitest';

import { createClaimHistory } from '../../../src/claims/store/history.ts';
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

    const own = { claimId: claim?.id, guildId: GUILD, reference: claim?.reference, hasReward: false };
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

  test.each([
    [GUILD, ['ada']],
    [OTHER_GUILD, undefined],
  ])('is what moderators see beside a later one, if it is of their guild: %s', async (guildId, asked) => {
    const store = await open();
    const ledger = ledgerOn(store);
    const { startedAt: recordedAt } = await claimOnce(ledger, GRANTED);
    const [earlier] = await claimsIn(store);
    await store.write((db) => db.updateTable('claims').set({ guild_id: guildId }).execute());
    const { claim } = await admit(ledger, { userId: 'bob' });
    await ledger.close(claim, { kind: 'already', recordedAt });

    const found = await createClaimHistory(store).find(GUILD, claim.id);

    expect(found?.earlier?.requests.map(({ userId }) => userId)).toEqual(asked);
    expect(found?.earlier?.reference).toBe(asked && earlier?.reference);
  });
});
