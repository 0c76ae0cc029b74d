import { expect, test } from 'vitest';

import { describeOnEachDatabase } from '../../database/databases.ts';
import { onClock } from '../../database/store-on-clock.ts';
import { createManualClock } from '../../manual-clock.ts';
import { admit, claimsIn, GRANTED, ledgerOn } from './ledger-scene.ts';

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

describeOnEachDatabase('an attempt that settles its claim', (open) => {
  async function createScene() {
    const ledger = ledgerOn(await open());
    const { claim } = await admit(ledger);
    return { ledger, claim, attempt: await ledger.startAttempt(claim) };
  }

  test('makes it granted after it was closed without that, once', async () => {
    const { ledger, claim, attempt } = await createScene();
    await ledger.close(claim, { kind: 'none' });
    for (const isGrantedLate of [true, false]) {
      expect(await ledger.settle({ claim, attempt, outcome: GRANTED })).toEqual({ kind: 'lost', isGrantedLate });
    }
  });

  test('leaves the second of two at once to find it closed', async () => {
    const { ledger, claim, attempt } = await createScene();
    const attempts = [attempt, await ledger.startAttempt(claim)];
    expect(
      await Promise.all(attempts.map((one) => ledger.settle({ claim, attempt: one, outcome: GRANTED }))),
    ).toMatchObject([
      { kind: 'closed', verdict: { kind: 'granted', maybeTwo: true }, attempts: 2 },
      { kind: 'lost', isGrantedLate: false },
    ]);
  });
});
