import { expect, test } from 'vitest';

import { type NewClaimRequest, RECOVERED_AT_ONCE } from '../../../src/claims/claim.ts';
import type { ProvenVerdict, Verdict } from '../../../src/claims/states.ts';
import { type ClaimLedger, type LedgerTimings } from '../../../src/claims/store/ledger.ts';
import { describeOnEachDatabase, openForTest } from '../../database/databases.ts';
import { queryPlans } from '../../database/query-plans.ts';
import {
  GUILD,
  OTHER_GUILD,
  HOUR_MS,
  NO_LEASE,
  NO_REPLIES,
  GRANTED,
  ledgerOn,
  admit,
  requestsIn,
} from './ledger-scene.ts';

describeOnEachDatabase('a request whose reply shows another one from now on', (open) => {
  /**
   * A claim that was settled with this verdict, without a record that anyone was told; then its person asks again from
   * its reply.
   */
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
    expect((await ledger.standing(id))?.request).toMatchObject({ reply: undefined, replaced: true });
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
    expect((await ledger.standing(request.id))?.request.reply).toBeDefined();
  });

  test.each([
    ['another person', { userId: 'bob' }],
    ['another guild', { guildId: OTHER_GUILD }],
  ])('keeps its reply from %s', async (_who, changes) => {
    const ledger = ledgerOn(await open(), NO_LEASE);
    const { id } = await askAgain(ledger, { kind: 'none' }, changes);
    expect((await ledger.standing(id))?.request.reply).toBeDefined();
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
    expect((await ledger.standing(request.id))?.request).toEqual({
      ...request,
      told: kind,
      reply: kept ? request.reply : undefined,
    });
  });

  test('counts as told pending while its claim is open', async () => {
    const ledger = ledgerOn(await open());
    const { request } = await admit(ledger);
    expect(await ledger.markTold(request.id, 'pending')).toBe(true);
    expect((await ledger.standing(request.id))?.request).toEqual({ ...request, told: 'pending' });
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
    expect((await ledger.standing(request.id))?.request).toMatchObject({ told: 'granted', reply: undefined });
  });

  test('forgets its reply', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    const { request } = await admit(ledger);
    await ledger.forgetReply(request.id);
    expect((await ledger.standing(request.id))?.request).toEqual({ ...request, reply: undefined });
    expect(await requestsIn(store)).toMatchObject([{ sealed_reply_token: null }]);
  });

  test('loses its reply’s token when that can be edited no more, and not before', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    const { request } = await admit(ledger);
    await ledger.wipeExpiredReplies();
    expect((await ledger.standing(request.id))?.request.reply).toBeDefined();
    await ledgerOn(store, NO_REPLIES).wipeExpiredReplies();
    expect((await ledger.standing(request.id))?.request.reply).toBeUndefined();
  });

  test('has nobody once the person had their data deleted', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    const { request } = await admit(ledger);
    await store.write((db) => db.updateTable('claim_requests').set({ user_id: null }).execute());
    expect((await ledger.standing(request.id))?.request.userId).toBeUndefined();
  });

  test('that is not on record is not found', async () => {
    const ledger = ledgerOn(await open());
    expect(await ledger.standing('nobody’s')).toBeUndefined();
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

  test.each<[kind: Verdict['kind'], told: Verdict['kind'] | undefined, isLate: boolean]>([
    ['granted', undefined, true],
    ['granted', 'pending', true],
    ['granted', 'likely-granted', true],
    ['granted', 'granted', false],
    ['unavailable', undefined, true],
    ['unavailable', 'pending', true],
    ['pending', 'pending', false],
  ])('of a claim that ended as %s, of which %s was shown: %s', async (kind, told, isLate) => {
    const { ledger, request } = await closedWithoutReply({ kind } as ProvenVerdict, told);
    const late = await ledger.lateAnswersFor(ADA);
    expect(late.map((standing) => [standing.request.id, standing.verdict.kind])).toEqual(
      isLate ? [[request.id, kind]] : [],
    );
  });

  test.each([
    ['another person', { ...ADA, userId: 'bob' }],
    ['another guild', { ...ADA, guildId: OTHER_GUILD }],
  ])('are not for %s', async (_name, person) => {
    const { ledger } = await closedWithoutReply({ kind: 'granted' });
    expect(await ledger.lateAnswersFor(person)).toEqual([]);
  });

  test('reach the person in the guild where they asked, also among those of others at once', async () => {
    const ledger = ledgerOn(await open());
    const people = [ADA, { ...ADA, userId: 'bob' }, { ...ADA, guildId: OTHER_GUILD }];
    const { claim, request } = await admit(ledger, ADA);
    const asked = [request];
    for (const person of people.slice(1)) asked.push((await admit(ledger, person)).request);
    await ledger.close(claim, { kind: 'granted' });
    for (const { id } of asked) await ledger.forgetReply(id);
    const late = await Promise.all(people.map((person) => ledger.lateAnswersFor(person)));
    expect(late.map((answers) => answers.map((answer) => answer.request.id))).toEqual(asked.map(({ id }) => [id]));
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

test('those who wait are looked up among the replies of half a minute that may still be edited', async () => {
  const store = await openForTest({ kind: 'sqlite', path: ':memory:' });
  const [plan] = await queryPlans(store, (watched) => ledgerOn(watched).leftWaiting());
  expect(plan).toContain('SEARCH claim_requests USING INDEX claim_requests_sealed (created_at>? AND created_at<?)');
});

test('late answers are looked up among the requests that may still have some, however many a person made', async () => {
  const store = await openForTest({ kind: 'sqlite', path: ':memory:' });
  const [plan] = await queryPlans(store, (watched) =>
    ledgerOn(watched).lateAnswersFor({ guildId: GUILD, userId: 'ada' }),
  );
  expect(plan).toContain('SEARCH claim_requests USING INDEX claim_requests_unsettled (user_id=? AND guild_id=?)');
});
