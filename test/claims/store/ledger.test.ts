import { expect, test } from 'vitest';

import { describeOnEachDatabase } from '../../database/databases.ts';
import { onClock } from '../../database/store-on-clock.ts';
import { createManualClock } from '../../manual-clock.ts';
import { admit, claimsIn, ledgerOn } from './ledger-scene.ts';

describeOnEachDatabase('an attempt', (open) => {
  test('comes after the one for the same name that starts at once, in whatever case', async () => {
    const ledger = ledgerOn(await open());
    const claims = [(await admit(ledger)).claim, (await admit(ledger, { playername: 'STEVE' })).claim];
    const started = await Promise.all(claims.map((claim) => ledger.startAttempt(claim)));
    expect(started.map(({ sequence }) => sequence)).toEqual([1, 2]);
  });
});

describeOnEachDatabase('closing a claim', (open) => {
  test('keeps the time at which that was done', async () => {
    const { now } = createManualClock();
    const store = onClock(await open(), now);
    const ledger = ledgerOn(store);
    await ledger.close((await admit(ledger)).claim, { kind: 'none' });
    expect(await claimsIn(store)).toMatchObject([{ closed_at: now() }]);
  });
});
