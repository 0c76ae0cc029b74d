import { expect, test } from 'vitest';

import { type Claim, type NewClaimRequest, RECOVERED_AT_ONCE } from '../../../src/claims/claim.ts';
import { type ClaimLedger, ClaimLostError } from '../../../src/claims/store/ledger.ts';
import { OPERATOR } from '../../../src/claims/store/opening.ts';
import { CLAIM_TIMINGS } from '../../../src/claims/timings.ts';
import { Secret } from '../../../src/secrets/secret.ts';
import { describeOnEachDatabase, openForTest } from '../../database/databases.ts';
import { onClock } from '../../database/store-on-clock.ts';
import { createManualClock } from '../../manual-clock.ts';
import {
  GUILD,
  OTHER_GUILD,
  CREDENTIAL,
  OTHER_CREDENTIAL,
  HOUR_MS,
  NO_LEASE,
  ledgerOn,
  newRequest,
  sealer,
  admit,
  claimsIn,
  requestsIn,
  attemptsIn,
} from './ledger-scene.ts';

describeOnEachDatabase('admitting', (open, create) => {
  test('opens a claim, which the caller then holds', async () => {
    const ledger = ledgerOn(await open());
    const { request, claim, held } = await admit(ledger);
    expect(held).toBe(true);
    expect(claim).toMatchObject({ guildId: GUILD, credentialId: CREDENTIAL, playername: 'Steve', epoch: 1 });
    expect(request).toMatchObject({
      claimId: claim.id,
      reference: claim.reference,
      guildId: GUILD,
      userId: 'ada',
      locale: 'fr',
      playername: 'Steve',
      told: undefined,
    });
    expect((await ledger.standing(request.id))?.request).toEqual(request);
  });

  test('takes its times from the database’s clock', async () => {
    const { request, claim } = await admit(ledgerOn(await open()));
    const now = Date.now();
    for (const time of [request.createdAt, claim.openedAt]) expect(Math.abs(now - time)).toBeLessThan(60_000);
  });

  test('gives the claim a reference that people can read out', async () => {
    const { claim } = await admit(ledgerOn(await open()));
    expect(claim.reference).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
  });

  test('joins the open claim of its key, which stays its holder’s', async () => {
    const ledger = ledgerOn(await open());
    const first = await admit(ledger);
    const second = await admit(ledger, { userId: 'bob', guildId: OTHER_GUILD });
    expect(second).toMatchObject({ claim: first.claim, held: false });
    await ledger.startAttempt(first.claim);
    expect(await ledger.requestsOf(first.claim.id)).toEqual([first.request, second.request]);
  });

  test.each<[name: string, changes: Partial<NewClaimRequest>]>([
    ['name', { playername: 'Alex' }],
    ['name in another case', { playername: 'STEVE' }],
    ['credential', { credentialId: OTHER_CREDENTIAL }],
  ])('opens another claim for another %s', async (_name, changes) => {
    const ledger = ledgerOn(await open());
    const first = await admit(ledger);
    const second = await admit(ledger, changes);
    expect(second.held).toBe(true);
    expect(second.claim.id).not.toBe(first.claim.id);
  });

  test('opens another claim once the one before is closed', async () => {
    const ledger = ledgerOn(await open());
    const first = await admit(ledger);
    await ledger.close(first.claim, { kind: 'none' });
    const second = await admit(ledger);
    expect(second).toMatchObject({ held: true, claim: { epoch: 1 } });
    expect(second.claim.id).not.toBe(first.claim.id);
  });

  test('of forty people at once, in two processes, opens one claim that one of them holds', async () => {
    const database = await create();
    const stores = [await openForTest(database), await openForTest(database)];
    const ledgers = stores.map((store) => ledgerOn(store));
    const admissions = await Promise.all(
      ledgers.flatMap((ledger) => Array.from({ length: 20 }, () => admit(ledger, { playername: 'Everyone' }))),
    );
    expect(admissions.filter(({ held }) => held)).toHaveLength(1);
    expect(new Set(admissions.map(({ request }) => request.claimId)).size).toBe(1);
    for (const store of stores) {
      expect(await claimsIn(store)).toHaveLength(1);
      expect(await requestsIn(store)).toHaveLength(40);
    }
  });

  test('records an interaction once', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    const request = newRequest();
    const first = await ledger.admit(request);
    expect(await ledger.admit(request)).toEqual({ ...first, held: false });
    expect(await requestsIn(store)).toHaveLength(1);
  });

  test('records an interaction once that reaches two processes at once', async () => {
    const database = await create();
    const ledgers = [ledgerOn(await openForTest(database)), ledgerOn(await openForTest(database))];
    const request = newRequest();
    const admissions = await Promise.all(ledgers.map((ledger) => ledger.admit(request)));
    expect(admissions.map(({ held }) => held).toSorted()).toEqual([false, true]);
    expect(new Set(admissions.map((admission) => admission.request.id)).size).toBe(1);
  });

  test('takes over a claim that nobody is on', async () => {
    const ledger = ledgerOn(await open(), NO_LEASE);
    const first = await admit(ledger);
    const second = await admit(ledger, { userId: 'bob' });
    expect(second).toMatchObject({ held: true, claim: { id: first.claim.id, epoch: 2 } });
  });

  test('takes over a claim that was released, before recovery may', async () => {
    const ledger = ledgerOn(await open());
    const { claim } = await admit(ledger);
    await ledger.release(claim, HOUR_MS);
    expect(await ledger.takeOver()).toEqual([]);
    expect(await admit(ledger)).toMatchObject({ held: true, claim: { id: claim.id, epoch: 2 } });
  });

  test('stores the reply’s token sealed', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    const canary = 'canary-of-the-reply-token';
    const { request } = await admit(ledger, { reply: { applicationId: 'a', token: new Secret(canary) } });
    expect(request.reply?.token.reveal()).toBe(canary);
    const rows = await requestsIn(store);
    expect(JSON.stringify(rows)).not.toContain(canary);
    const place = { guildId: GUILD, field: 'reply-token', rowId: request.id } as const;
    expect(sealer.open(rows[0]?.sealed_reply_token ?? '', place).reveal()).toBe(canary);
  });

  test('opens the reply’s token for no other request, not even of the same guild', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    const { request } = await admit(ledger);
    const other = await admit(ledger, { playername: 'Alex' });
    const [row] = (await requestsIn(store)).filter(({ id }) => id === request.id);
    await store.write((db) =>
      db
        .updateTable('claim_requests')
        .set({ sealed_reply_token: row?.sealed_reply_token ?? null })
        .where('id', '=', other.request.id)
        .execute(),
    );
    expect((await ledger.standing(request.id))?.request.reply).toBeDefined();
    expect((await ledger.standing(other.request.id))?.request.reply).toBeUndefined();
  });

  test('makes a row of the guild, so that it is known when it is gone', async () => {
    const store = await open();
    await admit(ledgerOn(store));
    const guilds = await store.read((db) => db.selectFrom('guilds').selectAll().execute());
    expect(guilds).toMatchObject([{ id: GUILD, announcements_on: 0 }]);
  });

  test('notes once which guild uses which credential, and which ones are the operator’s', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    for (const userId of ['ada', 'bob']) {
      await admit(ledger, { userId });
      await admit(ledger, { userId, guildId: OTHER_GUILD, credentialId: OTHER_CREDENTIAL, isOperators: true });
    }
    const used = await store.read((db) => db.selectFrom('credentials_used').selectAll().execute());
    expect(used.map(({ guild_id, credential_id }) => [guild_id, credential_id]).toSorted()).toEqual([
      [GUILD, CREDENTIAL],
      [OTHER_GUILD, OTHER_CREDENTIAL],
      [OPERATOR, OTHER_CREDENTIAL],
    ]);
  });
});

describeOnEachDatabase('a claim that is taken over', (open, create, kind) => {
  test('is one whose lease is over', async () => {
    const store = await open();
    await admit(ledgerOn(store), { playername: 'held' });
    const { claim } = await admit(ledgerOn(store, NO_LEASE), { playername: 'left' });
    const ledger = ledgerOn(store);
    expect(await ledger.takeOver()).toEqual([{ ...claim, epoch: 2 }]);
    expect(await ledger.takeOver()).toEqual([]);
  });

  test('is one that was released, once it is due', async () => {
    const ledger = ledgerOn(await open());
    const { claim } = await admit(ledger);
    await ledger.release(claim, 0);
    expect(await ledger.takeOver()).toEqual([{ ...claim, epoch: 2 }]);
  });

  test('is not one that is closed or parked', async () => {
    const ledger = ledgerOn(await open(), NO_LEASE);
    for (const kind of ['none', 'pending'] as const) {
      const { claim } = await admit(ledger);
      await ledger.close(claim, { kind });
    }
    expect(await ledger.takeOver()).toEqual([]);
  });

  test('is taken by one process of two that ask at once', async () => {
    const database = await create();
    const [one, other] = [await openForTest(database), await openForTest(database)];
    const left = ledgerOn(one, NO_LEASE);
    const names = Array.from({ length: 20 }, (_, index) => `player ${index}`);
    await Promise.all(names.map((playername) => admit(left, { playername })));
    const taken = await Promise.all([ledgerOn(one).takeOver(), ledgerOn(other).takeOver()]);
    expect(
      taken
        .flat()
        .map(({ playername }) => playername)
        .toSorted(),
    ).toEqual(names.toSorted());
  });

  // On SQLite a writer locks the whole database, so there is no such session.
  test.runIf(kind === 'postgres')('is not one that a silent session has locked, and the others are', async () => {
    const store = await open();
    const ledger = ledgerOn(store, NO_LEASE);
    const locked = await admit(ledger, { playername: 'locked' });
    const { claim } = await admit(ledger, { playername: 'left' });
    const [isLocked, ended] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const session = store.write(async (db) => {
      await db.updateTable('claims').set({ epoch: 1 }).where('id', '=', locked.claim.id).execute();
      isLocked.resolve(undefined);
      await ended.promise;
    });
    await isLocked.promise;
    const taken = await ledger.takeOver().finally(() => {
      ended.resolve(undefined);
    });
    await session;
    expect(taken.map(({ id }) => id)).toEqual([claim.id]);
  });

  test('is one of the hundred whose leases ended first', async () => {
    let now = 1_772_366_400_000;
    const ledger = ledgerOn(
      onClock(await open(), () => now),
      NO_LEASE,
    );
    await admit(ledger, { playername: 'last' });
    now -= 1;
    const names = Array.from({ length: RECOVERED_AT_ONCE }, (_, index) => `player ${index}`);
    for (const playername of names) await admit(ledger, { playername });
    now += 1;
    const taken = await ledger.takeOver();
    expect(taken.map(({ playername }) => playername).toSorted()).toEqual(names.toSorted());
  });

  test('is found although a hundred leases of closed claims ended before', async () => {
    const ledger = ledgerOn(await open(), NO_LEASE);
    for (let closed = 0; closed < RECOVERED_AT_ONCE; closed += 1) {
      const { claim } = await admit(ledger);
      await ledger.close(claim, { kind: 'none' });
    }
    const { claim } = await admit(ledger, { playername: 'left' });
    expect(await ledger.takeOver()).toEqual([{ ...claim, epoch: 2 }]);
  });

  test.each<[name: string, write: (ledger: ClaimLedger, claim: Claim) => Promise<unknown>]>([
    ['start an attempt', (ledger, claim) => ledger.startAttempt(claim)],
    ['close it', (ledger, claim) => ledger.close(claim, { kind: 'none' })],
    ['park it', (ledger, claim) => ledger.close(claim, { kind: 'pending' })],
    ['release it', (ledger, claim) => ledger.release(claim, 0)],
  ])('is lost to the one who held it, who cannot %s', async (_name, write) => {
    const store = await open();
    const ledger = ledgerOn(store, NO_LEASE);
    const { claim } = await admit(ledger);
    const [taken] = await ledger.takeOver();
    await expect(write(ledger, claim)).rejects.toThrow(ClaimLostError);
    expect(await attemptsIn(store)).toEqual([]);
    expect(await claimsIn(store)).toMatchObject([{ state: 'open', epoch: taken?.epoch }]);
    expect(store.takesWrites()).toBe(true);
  });
});

describeOnEachDatabase('a claim whose holder was not acknowledged', (open) => {
  test('is given up, and taken over by whoever was acknowledged', async () => {
    const ledger = ledgerOn(await open());
    const { claim, request } = await admit(ledger);
    expect(await ledger.abandon(claim, 1)).toBe(true);
    const { taken, isOpen } = await ledger.acknowledge(request);
    expect([taken, isOpen]).toEqual([{ ...claim, epoch: 2 }, true]);
    await expect(ledger.startAttempt(claim)).rejects.toThrow(ClaimLostError);
    expect((await ledger.standing(request.id))?.request).toMatchObject({ acknowledged: true });
  });

  test('is recovered when nobody was, once that is known', async () => {
    const clock = createManualClock();
    const ledger = ledgerOn(onClock(await open(), clock.now));
    const { claim } = await admit(ledger);
    await ledger.abandon(claim, 1);
    await clock.advance(CLAIM_TIMINGS.acknowledgedWithinMs - 1);
    expect(await ledger.takeOver()).toEqual([]);
    await clock.advance(1);
    expect(await ledger.takeOver()).toEqual([{ ...claim, epoch: 2 }]);
  });

  test('is kept when somebody was acknowledged elsewhere', async () => {
    const ledger = ledgerOn(await open());
    const { claim } = await admit(ledger);
    const { request } = await admit(ledger, { userId: 'bob' });
    expect(await ledger.acknowledge(request)).toEqual({ taken: undefined, isOpen: true });
    expect(await ledger.abandon(claim, 2)).toBe(false);
    await ledger.startAttempt(claim);
  });

  test('is kept when somebody has joined whom the holder does not know', async () => {
    const ledger = ledgerOn(await open());
    const { claim } = await admit(ledger);
    await admit(ledger, { userId: 'bob' });
    expect(await ledger.abandon(claim, 1)).toBe(false);
    expect(await ledger.abandon(claim, 2)).toBe(true);
  });

  test('is not given up by who has lost it', async () => {
    const ledger = ledgerOn(await open(), NO_LEASE);
    const { claim } = await admit(ledger);
    await ledger.takeOver();
    await expect(ledger.abandon(claim, 1)).rejects.toThrow(ClaimLostError);
  });

  test('has a verdict already when the acknowledgement comes too late', async () => {
    const ledger = ledgerOn(await open());
    const { claim, request } = await admit(ledger);
    await ledger.close(claim, { kind: 'none' });
    expect(await ledger.acknowledge(request)).toEqual({ taken: undefined, isOpen: false });
  });
});
