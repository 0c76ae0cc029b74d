import { expect, test } from 'vitest';

import {
  type Claim,
  type ClaimRequest,
  DOUBT_LASTS_MS,
  type NewClaimRequest,
  RECOVERED_AT_ONCE,
} from '../../../src/claims/claim.ts';
import type { ProvenVerdict, Verdict } from '../../../src/claims/states.ts';
import { createAnnouncements } from '../../../src/claims/store/announcements.ts';
import { createClaimHistory } from '../../../src/claims/store/history.ts';
import {
  type ClaimLedger,
  ClaimLostError,
  createClaimLedger,
  LEDGER_TIMINGS,
  type LedgerTimings,
} from '../../../src/claims/store/ledger.ts';
import { isInDoubt } from '../../../src/claims/verdict.ts';
import type { AttemptOutcome } from '../../../src/claims/vote-client.ts';
import type { Store } from '../../../src/database/store.ts';
import { Secret } from '../../../src/secret.ts';
import { createKey } from '../../../src/secrets/key-file.ts';
import { createSealer } from '../../../src/secrets/sealer.ts';
import { describeOnEachDatabase, openForTest } from '../../database/databases.ts';
import { onClock } from '../../database/store-on-clock.ts';
import { takeAll } from './take-all.ts';

const GUILD = '100000000000000001';
const OTHER_GUILD = '100000000000000002';
const CREDENTIAL = 'credential';
const OTHER_CREDENTIAL = 'other credential';
const HOUR_MS = 3_600_000;

/** Every lease expires at once. */
const NO_LEASE = { leaseMs: 0 };
/** No reply can ever be edited. */
const NO_REPLIES = { replyEditableMs: 0 };

const GRANTED: AttemptOutcome = { kind: 'answered', claimed: 1 };
const UNKNOWN: AttemptOutcome = { kind: 'unknown' };

const sealer = createSealer([createKey()]);

function ledgerOn(store: Store, timings: Partial<LedgerTimings> = {}): ClaimLedger {
  return createClaimLedger({ store, sealer, timings: { ...LEDGER_TIMINGS, ...timings } });
}

let interactions = 0;

function newRequest(changes: Partial<NewClaimRequest> = {}): NewClaimRequest {
  interactions += 1;
  return {
    interactionId: `interaction ${interactions}`,
    guildId: GUILD,
    userId: 'ada',
    locale: 'fr',
    playername: 'Steve',
    credentialId: CREDENTIAL,
    isOperators: false,
    reply: { applicationId: 'application', token: new Secret(`reply ${interactions}`) },
    ...changes,
  };
}

async function admit(
  ledger: ClaimLedger,
  changes: Partial<NewClaimRequest> = {},
): Promise<{ request: ClaimRequest; claim: Claim; held: boolean }> {
  return ledger.admit(newRequest(changes));
}

/** A complete claim with a single attempt. */
async function claimOnce(ledger: ClaimLedger, end: AttemptOutcome, changes: Partial<NewClaimRequest> = {}) {
  const { claim } = await admit(ledger, changes);
  const attempt = await ledger.startAttempt(claim);
  await ledger.endAttempt(attempt, end);
  await ledger.close(claim, { kind: 'none' });
  return attempt;
}

const claimsIn = (store: Store) => store.read((db) => db.selectFrom('claims').selectAll().execute());
const requestsIn = (store: Store) => store.read((db) => db.selectFrom('claim_requests').selectAll().execute());
const attemptsIn = (store: Store) => store.read((db) => db.selectFrom('claim_attempts').selectAll().execute());
const dueIn = (store: Store) => takeAll(createAnnouncements({ store, leaseMs: 60_000 }));

async function wantAnnouncements(store: Store, guildId: string): Promise<void> {
  const settings = { announcement_channel_id: 'channel', announcements_on: 1, last_seen_at: store.now };
  await store.write((db) =>
    db
      .insertInto('guilds')
      .values({ id: guildId, ...settings })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(settings))
      .execute(),
  );
}

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
    expect(await ledger.findRequest(request.id)).toEqual(request);
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
    expect(rows[0]?.sealed_reply_token).toBeTypeOf('string');
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
    expect((await ledger.findRequest(request.id))?.reply).toBeDefined();
    expect((await ledger.findRequest(other.request.id))?.reply).toBeUndefined();
  });

  test('makes a row of the guild, so that it is known when it is gone', async () => {
    const store = await open();
    await admit(ledgerOn(store));
    const guilds = await store.read((db) => db.selectFrom('guilds').selectAll().execute());
    expect(guilds).toMatchObject([{ id: GUILD, announcements_on: 0 }]);
  });
});

describeOnEachDatabase('a request whose reply shows another one from now on', (open) => {
  /** A claim that was settled with this verdict, without a record that anyone was told; then its person asks again from its reply. */
  async function askAgain(ledger: ClaimLedger, verdict: ProvenVerdict, changes: Partial<NewClaimRequest> = {}) {
    const { request, claim } = await admit(ledger);
    await ledger.close(claim, verdict);
    await admit(ledger, { replaces: request.id, ...changes });
    return request;
  }

  test('is not told there any more', async () => {
    const ledger = ledgerOn(await open(), NO_LEASE);
    const { id } = await askAgain(ledger, { kind: 'none' });
    expect(await ledger.untold()).toEqual([]);
    expect((await ledger.findRequest(id))?.reply).toBeUndefined();
  });

  test.each<Verdict['kind']>(['none', 'granted', 'likely-granted'])('is told of "%s" elsewhere', async (kind) => {
    const ledger = ledgerOn(await open(), NO_LEASE);
    const { id } = await askAgain(ledger, { kind } as ProvenVerdict);
    const late = await ledger.lateAnswersFor({ guildId: GUILD, userId: 'ada' });
    expect(late.map(({ request }) => request.id)).toEqual([id]);
  });

  test('keeps its reply when both are about the same claim', async () => {
    const ledger = ledgerOn(await open());
    const { request } = await admit(ledger);
    await admit(ledger, { replaces: request.id });
    expect((await ledger.findRequest(request.id))?.reply).toBeDefined();
  });

  test.each([
    ['another person', { userId: 'bob' }],
    ['another guild', { guildId: OTHER_GUILD }],
  ])('keeps its reply from %s', async (_who, changes) => {
    const ledger = ledgerOn(await open(), NO_LEASE);
    const { id } = await askAgain(ledger, { kind: 'none' }, changes);
    expect((await ledger.findRequest(id))?.reply).toBeDefined();
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
    expect(await dueIn(store)).toEqual([]);

    expect(await ledger.endAttempt(attempt, GRANTED)).toBe(true);
    expect(await ledger.endAttempt(attempt, GRANTED)).toBe(false);
    expect(await ledger.standing(request.id)).toMatchObject({ verdict: { kind: 'granted' } });
    expect(await claimsIn(store)).toMatchObject([{ state: 'closed' }]);
    expect(await dueIn(store)).toMatchObject([{ id: claim.id }]);
  });

  test('that is answered 1 after its claim was granted changes nothing', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    await wantAnnouncements(store, GUILD);
    const { claim } = await admit(ledger);
    const attempt = await ledger.startAttempt(claim);
    await ledger.close(claim, { kind: 'granted' });
    expect(await ledger.endAttempt(attempt, GRANTED)).toBe(false);
    expect(await dueIn(store)).toHaveLength(1);
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

describeOnEachDatabase('a claim whose holder was not acknowledged', (open) => {
  test('is given up, and taken over by whoever was acknowledged', async () => {
    const ledger = ledgerOn(await open());
    const { claim, request } = await admit(ledger);
    expect(await ledger.abandon(claim, 1)).toBe(true);
    const { taken, isOpen } = await ledger.acknowledge(request);
    expect([taken, isOpen]).toEqual([{ ...claim, epoch: 2 }, true]);
    await expect(ledger.startAttempt(claim)).rejects.toThrow(ClaimLostError);
    expect(await ledger.findRequest(request.id)).toMatchObject({ acknowledged: true });
  });

  test('is recovered when nobody was', async () => {
    const ledger = ledgerOn(await open());
    const { claim } = await admit(ledger);
    await ledger.abandon(claim, 1);
    expect(await ledger.takeOver()).toEqual([{ ...claim, epoch: 2 }]);
  });

  test('is kept when somebody was acknowledged elsewhere', async () => {
    const ledger = ledgerOn(await open());
    const { claim, request } = await admit(ledger);
    expect(await ledger.acknowledge(request)).toEqual({ taken: undefined, isOpen: true });
    expect(await ledger.abandon(claim, 1)).toBe(false);
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

describeOnEachDatabase('the attempts that bear on a claim', (open) => {
  test('are its own, oldest first', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    const { claim } = await admit(ledger);
    const started = [await ledger.startAttempt(claim), await ledger.startAttempt(claim)];
    const { own, related, now } = await ledger.evidence(claim);
    expect(own.map(({ id }) => id).toSorted()).toEqual(started.map(({ id }) => id).toSorted());
    expect(related).toEqual(own);
    expect(now).toBeGreaterThanOrEqual(Math.max(...started.map(({ startedAt }) => startedAt)));
  });

  test('are none before the first', async () => {
    const ledger = ledgerOn(await open());
    const { claim } = await admit(ledger);
    expect(await ledger.evidence(claim)).toMatchObject({ own: [], related: [] });
  });

  test.each<[name: string, theirs: Partial<NewClaimRequest>, ours: Partial<NewClaimRequest>, related: boolean]>([
    ['the same key', {}, {}, true],
    ['another guild with the same credential', { guildId: OTHER_GUILD }, {}, true],
    ['the same guild with another credential', { credentialId: OTHER_CREDENTIAL }, {}, true],
    ['another guild with another credential', { guildId: OTHER_GUILD, credentialId: OTHER_CREDENTIAL }, {}, false],
    ['the name in another case', { playername: 'sTEVE' }, {}, true],
    ['ß for SS', { playername: 'STRASSE' }, { playername: 'straße' }, true],
    ['ss for ß', { playername: 'Straße' }, { playername: 'strasse' }, true],
    ['another case beyond ASCII', { playername: 'ÉLODIE' }, { playername: 'élodie' }, true],
    ['an accent of its own', { playername: 'e\u0301lodie' }, { playername: '\u00e9lodie' }, true],
    ['another name', { playername: 'Steve2' }, {}, false],
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

  /** Claims of one credential that another guild opened and ours joined, or ours opened and the other joined. */
  test.each([
    [OTHER_GUILD, GUILD],
    [GUILD, OTHER_GUILD],
  ])('include those of a claim that %s opened and %s joined, for both, with whatever credential', async (...guilds) => {
    const ledger = ledgerOn(await open());
    const { claim: shared } = await admit(ledger, { guildId: guilds[0] });
    await admit(ledger, { guildId: guilds[1], userId: 'bob' });
    const lost = await ledger.startAttempt(shared);
    await ledger.close(shared, { kind: 'pending' });
    for (const guildId of guilds) {
      const { claim } = await admit(ledger, { guildId, credentialId: `new credential of ${guildId}` });
      expect((await ledger.evidence(claim)).related.map(({ id }) => id)).toEqual([lost.id]);
    }
  });

  test('include those of an earlier credential of a guild that has joined', async () => {
    const ledger = ledgerOn(await open());
    const earlier = await claimOnce(ledger, UNKNOWN, { guildId: OTHER_GUILD, credentialId: OTHER_CREDENTIAL });
    const { claim } = await admit(ledger);
    expect((await ledger.evidence(claim)).related).toEqual([]);
    await admit(ledger, { guildId: OTHER_GUILD, userId: 'bob' });
    expect((await ledger.evidence(claim)).related.map(({ id }) => id)).toEqual([earlier.id]);
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

  test.each([
    [[GRANTED, UNKNOWN], true],
    [[UNKNOWN, GRANTED], false],
  ])('are in the order in which they started, even when the clock was set back: %j', async (ends, doubt) => {
    const store = await open();
    const ledger = ledgerOn(store);
    const { claim } = await admit(ledger);
    for (const end of ends) await ledger.endAttempt(await ledger.startAttempt(claim), end);
    await store.write((db) =>
      db
        .updateTable('claim_attempts')
        .set((eb) => ({ started_at: eb(eb.val(claim.openedAt), '-', eb.ref('sequence')) }))
        .execute(),
    );
    const { related } = await ledger.evidence(claim);
    expect(related.map(({ outcome }) => outcome)).toEqual(ends);
    expect(isInDoubt('Steve', related)).toBe(doubt);
  });

  test.each<[name: string, agoMs: number, isRelated: boolean]>([
    ['count', DOUBT_LASTS_MS - HOUR_MS, true],
    ['count no more', DOUBT_LASTS_MS + HOUR_MS, false],
  ])('%s %i ms after they started', async (_name, agoMs, isRelated) => {
    const store = await open();
    const ledger = ledgerOn(store);
    await claimOnce(ledger, UNKNOWN);
    await store.write((db) =>
      db
        .updateTable('claim_attempts')
        .set({ started_at: store.before(agoMs) })
        .execute(),
    );
    const { claim } = await admit(ledger);
    expect((await ledger.evidence(claim)).related).toHaveLength(isRelated ? 1 : 0);
  });

  test('count without a limit while their claim waits for a moderator', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    const { claim: parked } = await admit(ledger);
    await ledger.startAttempt(parked);
    await ledger.close(parked, { kind: 'pending' });
    await store.write((db) =>
      db
        .updateTable('claim_attempts')
        .set({ started_at: store.before(30 * DOUBT_LASTS_MS) })
        .execute(),
    );
    const { claim } = await admit(ledger);
    expect((await ledger.evidence(claim)).related).toHaveLength(1);
    await createClaimHistory(store).resolve({ guildId: GUILD, claimId: parked.id }, 'mod', 'dealt with');
    expect((await ledger.evidence(claim)).related).toEqual([]);
  });

  test('leave out all grants but the last one for the very name', async () => {
    const ledger = ledgerOn(await open());
    await claimOnce(ledger, GRANTED);
    const last = await claimOnce(ledger, GRANTED);
    await claimOnce(ledger, GRANTED, { playername: 'STEVE' });
    const { claim } = await admit(ledger);
    expect((await ledger.evidence(claim)).related.map(({ id }) => id)).toEqual([last.id]);
  });

  test('include those of every guild that used the operator’s credential, for a guild that uses it or did', async () => {
    const ledger = ledgerOn(await open());
    const theirs = { guildId: OTHER_GUILD, credentialId: 'operator’s, before', isOperators: true };
    const earlier = await claimOnce(ledger, UNKNOWN, theirs);
    const { claim } = await admit(ledger, { credentialId: 'operator’s, renewed', isOperators: true });
    expect((await ledger.evidence(claim)).related.map(({ id }) => id)).toEqual([earlier.id]);
    const { claim: own } = await admit(ledger, { credentialId: 'our own' });
    expect((await ledger.evidence(own)).related.map(({ id }) => id)).toEqual([earlier.id]);
    const { claim: stranger } = await admit(ledger, { guildId: 'a stranger', credentialId: 'the stranger’s own' });
    expect((await ledger.evidence(stranger)).related).toEqual([]);
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
    expect(await ledger.standing(request.id)).toEqual({ request, verdict: undefined });
    await ledger.close(claim, verdict);
    expect(await ledger.standing(request.id)).toEqual({ request, verdict });
  });

  test('gives everyone who asked, in that order', async () => {
    const ledger = ledgerOn(await open());
    const { claim, request } = await admit(ledger);
    const joined = await admit(ledger, { userId: 'bob' });
    expect(await ledger.close(claim, { kind: 'none' })).toEqual([request, joined.request]);
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
    expect(await dueIn(store)).toEqual([
      {
        kind: 'announcement',
        maybeTwo: false,
        id: claim.id,
        guildId: GUILD,
        channelId: 'channel',
        locale: 'en-US',
        playername: 'Steve',
        reference: claim.reference,
        wasResolved: false,
        nonce: claim.reference,
      },
    ]);
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
    expect(await dueIn(store)).toEqual([]);
  });
});

describeOnEachDatabase('a request', (open) => {
  test.each<[kind: Verdict['kind'], kept: boolean]>([
    ['pending', true],
    ['granted', false],
    ['none', false],
    ['unavailable', false],
  ])('that was told %s keeps its reply’s token: %s', async (kind, kept) => {
    const ledger = ledgerOn(await open());
    const { claim, request } = await admit(ledger);
    await ledger.close(claim, { kind } as ProvenVerdict);
    expect(await ledger.markTold(request.id, kind)).toBe(true);
    expect(await ledger.findRequest(request.id)).toEqual({
      ...request,
      told: kind,
      reply: kept ? request.reply : undefined,
    });
  });

  test('counts as told pending while its claim is open', async () => {
    const ledger = ledgerOn(await open());
    const { request } = await admit(ledger);
    expect(await ledger.markTold(request.id, 'pending')).toBe(true);
    expect(await ledger.findRequest(request.id)).toEqual({ ...request, told: 'pending' });
  });

  test.each<[shown: Verdict['kind'], before: ProvenVerdict]>([
    ['pending', { kind: 'pending' }],
    ['likely-granted', { kind: 'likely-granted' }],
    ['pending', { kind: 'none' }],
  ])('does not count as told %s once another verdict is on record', async (shown, before) => {
    const ledger = ledgerOn(await open());
    const { claim, request } = await admit(ledger);
    const attempt = await ledger.startAttempt(claim);
    await ledger.close(claim, before);
    await ledger.endAttempt(attempt, GRANTED);
    await ledger.markTold(request.id, 'granted');
    expect(await ledger.markTold(request.id, shown)).toBe(false);
    expect(await ledger.findRequest(request.id)).toMatchObject({ told: 'granted', reply: undefined });
  });

  test('forgets its reply', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    const { request } = await admit(ledger);
    await ledger.forgetReply(request.id);
    expect(await ledger.findRequest(request.id)).toEqual({ ...request, reply: undefined });
    expect(await requestsIn(store)).toMatchObject([{ sealed_reply_token: null }]);
  });

  test('loses its reply’s token when that can be edited no more, and not before', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    const { request } = await admit(ledger);
    await ledger.wipeExpiredReplies();
    expect((await ledger.findRequest(request.id))?.reply).toBeDefined();
    await ledgerOn(store, NO_REPLIES).wipeExpiredReplies();
    expect((await ledger.findRequest(request.id))?.reply).toBeUndefined();
  });

  test('has nobody once the person had their data deleted', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    const { request } = await admit(ledger);
    await store.write((db) => db.updateTable('claim_requests').set({ user_id: null }).execute());
    expect((await ledger.findRequest(request.id))?.userId).toBeUndefined();
  });

  test('that is not on record is not found', async () => {
    const ledger = ledgerOn(await open());
    expect([await ledger.findRequest('nobody’s'), await ledger.standing('nobody’s')]).toEqual([undefined, undefined]);
  });
});

describeOnEachDatabase('what is untold', (open) => {
  /** A claim that was closed as `none` by a process whose lease has expired. */
  async function closed(timings: Partial<LedgerTimings> = {}, told?: 'pending') {
    const store = await open();
    const ledger = ledgerOn(store, { ...NO_LEASE, ...timings });
    const { claim, request } = await admit(ledger);
    if (told) await ledger.markTold(request.id, told);
    await ledger.close(claim, { kind: 'none' });
    return { ledger, request };
  }

  test('is a verdict that nobody showed', async () => {
    const { ledger, request } = await closed();
    expect(await ledger.untold()).toEqual([request]);
  });

  test('is a verdict of which only pending was shown', async () => {
    const { ledger, request } = await closed({}, 'pending');
    expect(await ledger.untold()).toEqual([{ ...request, told: 'pending' }]);
  });

  test('comes in pages, the oldest first', async () => {
    const store = await open();
    const ledger = ledgerOn(store, NO_LEASE);
    const { claim } = await admit(ledger);
    await ledger.close(claim, { kind: 'none' });
    const [row] = await requestsIn(store);
    if (!row) throw new Error('the request is not on record');
    const others = Array.from({ length: RECOVERED_AT_ONCE }, (_, index) => {
      const created_at = row.created_at + (index === 50 ? -1 : 0);
      return { ...row, id: `${index}`, interaction_id: `page ${index}`, created_at };
    });
    await store.write((db) => db.insertInto('claim_requests').values(others).execute());

    const first = await ledger.untold();
    const next = await ledger.untold(first.at(-1));
    expect(first[0]).toMatchObject({ id: '50' });
    expect([first.length, next.length]).toEqual([RECOVERED_AT_ONCE, 1]);
    expect(new Set([...first, ...next].map(({ id }) => id)).size).toBe(RECOVERED_AT_ONCE + 1);
    expect(await ledger.untold(next.at(-1))).toEqual([]);
  });

  test.each<[name: string, change: (ledger: ClaimLedger, id: string) => Promise<unknown>]>([
    ['was shown', (ledger, id) => ledger.markTold(id, 'none')],
    ['has no reply any more', (ledger, id) => ledger.forgetReply(id)],
  ])('is not one that %s', async (_name, change) => {
    const { ledger, request } = await closed();
    await change(ledger, request.id);
    expect(await ledger.untold()).toEqual([]);
  });

  test('is not one whose reply can be edited no more', async () => {
    const { ledger } = await closed(NO_REPLIES);
    expect(await ledger.untold()).toEqual([]);
  });

  test('is not one whose process may still tell it', async () => {
    const { ledger } = await closed({ leaseMs: HOUR_MS });
    expect(await ledger.untold()).toEqual([]);
  });

  test('is not a claim that is open', async () => {
    const ledger = ledgerOn(await open(), NO_LEASE);
    await admit(ledger);
    expect(await ledger.untold()).toEqual([]);
  });
});

describeOnEachDatabase('late answers', (open) => {
  const ADA = { guildId: GUILD, userId: 'ada' };

  async function closedWithoutReply(verdict: ProvenVerdict, told?: Verdict['kind']) {
    const store = await open();
    const ledger = ledgerOn(store);
    const { claim, request } = await admit(ledger);
    await ledger.forgetReply(request.id);
    await ledger.close(claim, verdict);
    await store.write((db) =>
      db
        .updateTable('claim_requests')
        .set({ told: told ?? null })
        .execute(),
    );
    return { ledger, request };
  }

  test.each<[kind: Verdict['kind'], told: Verdict['kind'] | undefined, isOwed: boolean]>([
    ['granted', undefined, true],
    ['granted', 'pending', true],
    ['granted', 'likely-granted', true],
    ['granted', 'granted', false],
    ['unavailable', undefined, true],
    ['unavailable', 'pending', true],
    ['pending', 'pending', false],
  ])('of a claim that ended as %s, of which %s was shown: %s', async (kind, told, isOwed) => {
    const { ledger, request } = await closedWithoutReply({ kind } as ProvenVerdict, told);
    const late = await ledger.lateAnswersFor(ADA);
    expect(late.map((standing) => [standing.request.id, standing.verdict.kind])).toEqual(
      isOwed ? [[request.id, kind]] : [],
    );
  });

  test.each([
    ['another person', { ...ADA, userId: 'bob' }],
    ['another guild', { ...ADA, guildId: OTHER_GUILD }],
  ])('are not for %s', async (_name, person) => {
    const { ledger } = await closedWithoutReply({ kind: 'granted' });
    expect(await ledger.lateAnswersFor(person)).toEqual([]);
  });

  test('is nothing while the reply can still be edited, or the claim is open', async () => {
    const ledger = ledgerOn(await open());
    const { claim, request } = await admit(ledger);
    await ledger.close(claim, { kind: 'granted' });
    const { request: second } = await admit(ledger);
    await ledger.forgetReply(second.id);
    expect(await ledger.lateAnswersFor(ADA)).toEqual([]);
    expect(request.reply).toBeDefined();
  });

  test('are told once', async () => {
    const { ledger, request } = await closedWithoutReply({ kind: 'granted' });
    await ledger.markTold(request.id, 'granted');
    expect(await ledger.lateAnswersFor(ADA)).toEqual([]);
  });
});
