import { expect, test } from 'vitest';

import type { ProvenVerdict, Verdict } from '../../../src/claims/states.ts';
import { ClaimLostError } from '../../../src/claims/store/ledger.ts';
import type { AttemptOutcome } from '../../../src/claims/vote-client.ts';
import { describeOnEachDatabase, openForTest } from '../../database/databases.ts';
import { onClock } from '../../database/store-on-clock.ts';
import { createManualClock } from '../../manual-clock.ts';
import {
  GUILD,
  OTHER_GUILD,
  NO_LEASE,
  GRANTED,
  UNKNOWN,
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

  test('renews the lease', async () => {
    const store = await open();
    const { claim } = await admit(ledgerOn(store, NO_LEASE));
    const ledger = ledgerOn(store);
    await ledger.startAttempt(claim);
    expect(await ledger.takeOver()).toEqual([]);
  });

  test('comes after the one for the same name that starts at once, in whatever case', async () => {
    const ledger = ledgerOn(await open());
    const claims = [(await admit(ledger)).claim, (await admit(ledger, { playername: 'STEVE' })).claim];
    const started = await Promise.all(claims.map((claim) => ledger.startAttempt(claim)));
    expect(started.map(({ sequence }) => sequence)).toEqual([1, 2]);
  });

  test('cannot start once the claim is closed', async () => {
    const ledger = ledgerOn(await open());
    const { claim } = await admit(ledger);
    await ledger.close(claim, { kind: 'none' });
    await expect(ledger.startAttempt(claim)).rejects.toThrow(ClaimLostError);
  });

  test.each<AttemptOutcome>([
    { kind: 'answered', claimed: 0 },
    { kind: 'answered', claimed: 1 },
    { kind: 'answered', claimed: 2 },
    { kind: 'not-sent' },
    { kind: 'unknown' },
    { kind: 'rejected', status: 401, retryAt: undefined },
    { kind: 'rejected', status: 429, retryAt: 1_772_366_400_000 },
  ])('ends as %j', async (outcome) => {
    const ledger = ledgerOn(await open());
    const { claim } = await admit(ledger);
    const attempt = await ledger.startAttempt(claim);
    expect(attempt.outcome).toBeUndefined();
    expect(await ledger.endAttempt(attempt, outcome)).toBe(false);
    const { own } = await ledger.evidence(claim);
    expect(own).toEqual([{ ...attempt, outcome }]);
  });

  test.each<[name: string, verdict: Verdict['kind']]>([
    ['closed', 'likely-granted'],
    ['parked', 'pending'],
  ])('that is answered 1 after its claim was %s makes it granted, and announced once', async (_n, kind) => {
    const store = await open();
    const ledger = ledgerOn(store);
    await wantAnnouncements(store, GUILD);
    const { claim, request } = await admit(ledger);
    const attempt = await ledger.startAttempt(claim);
    await ledger.close(claim, { kind } as ProvenVerdict);
    expect(await announcedIn(store)).toEqual([]);

    expect(await ledger.endAttempt(attempt, GRANTED)).toBe(true);
    expect(await ledger.endAttempt(attempt, GRANTED)).toBe(false);
    expect(await ledger.standing(request.id)).toMatchObject({ verdict: { kind: 'granted' } });
    expect(await claimsIn(store)).toMatchObject([{ state: 'closed' }]);
    expect(await announcedIn(store)).toEqual([{ claimId: claim.id, guildId: GUILD }]);
  });

  test('that is answered 1 after its claim was granted changes nothing', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    await wantAnnouncements(store, GUILD);
    const { claim } = await admit(ledger);
    const attempt = await ledger.startAttempt(claim);
    await ledger.close(claim, { kind: 'granted' });
    expect(await ledger.endAttempt(attempt, GRANTED)).toBe(false);
    expect(await announcedIn(store)).toHaveLength(1);
  });

  test.each<AttemptOutcome>([{ kind: 'answered', claimed: 0 }, { kind: 'answered', claimed: 2 }, UNKNOWN])(
    'that ends as %j after its claim was closed is recorded and changes nothing',
    async (outcome) => {
      const store = await open();
      const ledger = ledgerOn(store);
      const { claim, request } = await admit(ledger);
      const attempt = await ledger.startAttempt(claim);
      await ledger.close(claim, { kind: 'pending' });
      expect(await ledger.endAttempt(attempt, outcome)).toBe(false);
      expect(await ledger.standing(request.id)).toMatchObject({ verdict: { kind: 'pending' } });
      expect(await attemptsIn(store)).toMatchObject([{ outcome: outcome.kind }]);
    },
  );
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

  test('leaves it open when it proves no verdict', async () => {
    const { ledger, claim, attempt } = await createScene();
    expect(await ledger.settle(claim, attempt, UNKNOWN)).toEqual({ kind: 'open' });
    await ledger.startAttempt(claim);
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

  test('makes it granted after it was closed without that, once', async () => {
    const { ledger, claim, request, attempt } = await createScene();
    await ledger.close(claim, { kind: 'none' });
    for (const isGrantedLate of [true, false]) {
      expect(await ledger.settle(claim, attempt, GRANTED)).toEqual({ kind: 'lost', isGrantedLate });
    }
    expect(await ledger.standing(request.id)).toMatchObject({ verdict: { kind: 'granted' } });
  });
});

describeOnEachDatabase('closing a claim', (open) => {
  test.each<ProvenVerdict>([
    { kind: 'granted' },
    { kind: 'none' },
    { kind: 'likely-granted' },
    { kind: 'unavailable' },
    { kind: 'already', recordedAt: undefined },
    { kind: 'already', recordedAt: 1_772_366_400_000 },
    { kind: 'refused', reason: 'token' },
    { kind: 'refused', reason: 'busy', retryAt: 1_772_366_400_000 },
  ])('keeps the verdict %j', async (verdict) => {
    const ledger = ledgerOn(await open());
    const { claim, request } = await admit(ledger);
    expect(await ledger.standing(request.id)).toEqual({ request, verdict: { kind: 'pending' }, isDecided: false });
    await ledger.close(claim, verdict);
    expect(await ledger.standing(request.id)).toEqual({ request, verdict, isDecided: false });
  });

  test('keeps the time at which that was done', async () => {
    const { now } = createManualClock();
    const store = onClock(await open(), now);
    const ledger = ledgerOn(store);
    await ledger.close((await admit(ledger)).claim, { kind: 'none' });
    expect(await claimsIn(store)).toMatchObject([{ closed_at: now() }]);
  });

  test('gives everyone who asked, in that order', async () => {
    const ledger = ledgerOn(await open());
    const { claim, request } = await admit(ledger);
    const joined = await admit(ledger, { userId: 'bob' });
    expect((await ledger.close(claim, { kind: 'none' })).requests).toEqual([request, joined.request]);
  });

  test('says that it is granted, whatever it was closed with, when that is on record', async () => {
    const ledger = ledgerOn(await open());
    const { claim } = await admit(ledger);
    await ledger.endAttempt(await ledger.startAttempt(claim), GRANTED);
    expect(await ledger.close(claim, { kind: 'none' })).toMatchObject({ verdict: { kind: 'granted' } });
  });

  test('is done once', async () => {
    const ledger = ledgerOn(await open());
    const { claim, request } = await admit(ledger);
    await ledger.close(claim, { kind: 'none' });
    await expect(ledger.close(claim, { kind: 'granted' })).rejects.toThrow(ClaimLostError);
    expect(await ledger.standing(request.id)).toMatchObject({ verdict: { kind: 'none' } });
  });

  test('without a final verdict parks it: it can be joined no more', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    const { claim } = await admit(ledger);
    await ledger.close(claim, { kind: 'pending' });
    expect(await claimsIn(store)).toMatchObject([{ state: 'parked', verdict: 'pending' }]);
    const { claim: next, held } = await admit(ledger);
    expect(held).toBe(true);
    expect(next.id).not.toBe(claim.id);
  });

  test('as granted is announced once, for the first who asked, where the guild wants it', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    await wantAnnouncements(store, GUILD);
    await wantAnnouncements(store, OTHER_GUILD);
    const { claim } = await admit(ledger);
    await admit(ledger, { userId: 'bob', guildId: OTHER_GUILD });
    await ledger.close(claim, { kind: 'granted' });
    expect(await announcedIn(store)).toEqual([{ claimId: claim.id, guildId: GUILD }]);
  });

  test.each<[name: string, verdict: ProvenVerdict, wanted: boolean]>([
    ['as granted, where the guild does not want it', { kind: 'granted' }, false],
    ['as anything else', { kind: 'likely-granted' }, true],
  ])('%s announces nothing', async (_name, verdict, wanted) => {
    const store = await open();
    const ledger = ledgerOn(store);
    if (wanted) await wantAnnouncements(store, GUILD);
    const { claim } = await admit(ledger);
    await ledger.close(claim, verdict);
    expect(await announcedIn(store)).toEqual([]);
  });
});
