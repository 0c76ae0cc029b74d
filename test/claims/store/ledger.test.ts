import { expect, test } from 'vitest';

import { describeOnEachDatabase, openForTest } from '../../database/databases.ts';
import { onClock } from '../../database/store-on-clock.ts';
import { createManualClock } from '../../manual-clock.ts';
import {
  GUILD,
  GRANTED,
  ledgerOn,
  admit,
  claimsIn,
  attemptsIn,
  announcedIn,
  wantAnnouncements,
} from './ledger-scene.ts';

describeOnEachDatabase('an attempt', (open, create) => {
  test('is on record, for every process, before its POST may start', async () => {
    const database = await create();
    const ledger = ledgerOn(await openForTest(database));
    const elsewhere = await openForTest(database);
    const { claim } = await admit(ledger);
    const attempt = await ledger.startAttempt(claim);
    expect(await attemptsIn(elsewhere)).toMatchObject([{ id: attempt.id, claim_id: claim.id, outcome: null }]);
  });

  test('comes after the one for the same name that starts at once, in whatever case', async () => {
    const ledger = ledgerOn(await open());
    const claims = [(await admit(ledger)).claim, (await admit(ledger, { playername: 'STEVE' })).claim];
    const started = await Promise.all(claims.map((claim) => ledger.startAttempt(claim)));
    expect(started.map(({ sequence }) => sequence)).toEqual([1, 2]);
  });
});

describeOnEachDatabase('an attempt that settles its claim', (open) => {
  async function createScene() {
    const store = await open();
    const ledger = ledgerOn(store);
    await wantAnnouncements(store, GUILD);
    const { claim, request } = await admit(ledger);
    return { store, ledger, claim, request, attempt: await ledger.startAttempt(claim) };
  }

  test('closes it with the verdict that it proves, which is announced, for everyone who asked', async () => {
    const { store, ledger, claim, request, attempt } = await createScene();
    const joined = await admit(ledger, { userId: 'bob' });
    expect(await ledger.settle(claim, attempt, GRANTED)).toEqual({
      kind: 'closed',
      verdict: { kind: 'granted' },
      attempts: 1,
      requests: [request, joined.request],
    });
    expect(await announcedIn(store)).toEqual([{ claimId: claim.id, guildId: GUILD }]);
  });

  test('makes it granted after it was closed without that, once', async () => {
    const { ledger, claim, request, attempt } = await createScene();
    await ledger.close(claim, { kind: 'none' });
    for (const isGrantedLate of [true, false]) {
      expect(await ledger.settle(claim, attempt, GRANTED)).toEqual({ kind: 'lost', isGrantedLate });
    }
    expect(await ledger.standing(request.id)).toMatchObject({ verdict: { kind: 'granted' } });
  });

  test('leaves the second of two at once to find it closed', async () => {
    const { store, ledger, claim, attempt } = await createScene();
    const attempts = [attempt, await ledger.startAttempt(claim)];
    expect(await Promise.all(attempts.map((one) => ledger.settle(claim, one, GRANTED)))).toMatchObject([
      { kind: 'closed', verdict: { kind: 'granted', maybeTwo: true }, attempts: 2 },
      { kind: 'lost', isGrantedLate: false },
    ]);
    expect(await announcedIn(store)).toHaveLength(1);
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
