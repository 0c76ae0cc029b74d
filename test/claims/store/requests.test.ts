import { expect, test } from 'vitest';

import { RECOVERED_AT_ONCE } from '../../../src/claims/claim.ts';
import { REPLY_EDITABLE_MS } from '../../../src/claims/timings.ts';
import { Snowflakes } from '../../../src/sandbox/discord/snowflakes.ts';
import { describeOnEachDatabase, openForTest } from '../../database/databases.ts';
import { queryPlans } from '../../database/query-plans.ts';
import { addRows, setRows } from '../../database/rows.ts';
import { admit, GUILD, ledgerOn, NO_LEASE, OTHER_GUILD, requestsIn } from './ledger-scene.ts';

describeOnEachDatabase('a request', (open) => {
  test('has nobody once the person had their data deleted', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    const { request } = await admit(ledger);
    await setRows(store, 'claim_requests', { user_id: null });
    expect((await ledger.standing(request.id))?.request.userId).toBeUndefined();
  });
});

describeOnEachDatabase('what is untold', (open) => {
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
    await addRows(store, 'claim_requests', ...others);

    const first = await ledger.untold();
    const next = await ledger.untold(first.at(-1));
    expect(first[0]).toMatchObject({ id: '50' });
    expect([first.length, next.length]).toEqual([RECOVERED_AT_ONCE, 1]);
    expect(new Set([...first, ...next].map(({ id }) => id)).size).toBe(RECOVERED_AT_ONCE + 1);
    expect(await ledger.untold(next.at(-1))).toEqual([]);
  });
});

describeOnEachDatabase('late answers', (open) => {
  const ADA = { guildId: GUILD, userId: 'ada' };

  test('reach the person in the guild where they asked, also among those of others at once', async () => {
    const ledger = ledgerOn(await open());
    const people = [ADA, { ...ADA, userId: 'bob' }, { ...ADA, guildId: OTHER_GUILD }];
    const { claim, request } = await admit(ledger, ADA);
    const asked = [request];
    for (const person of people.slice(1)) asked.push((await admit(ledger, person)).request);
    await ledger.close(claim, { kind: 'granted' });
    for (const { id } of asked) await ledger.forgetReply(id, { wasShown: true });
    const late = await Promise.all(people.map((person) => ledger.lateAnswersFor(person)));
    expect(late.map((answers) => answers.map((answer) => answer.request.id))).toEqual(asked.map(({ id }) => [id]));
  });

  test.each([
    ['nothing', 'just now', 0, []],
    ['that nothing was sent', 'so long ago that its reply may have expired', REPLY_EDITABLE_MS, ['unavailable']],
  ])('say %s of a request that was refused, and made %s', async (_, _when, agoMs, expected) => {
    const ledger = ledgerOn(await open());
    const interactionId = new Snowflakes(() => Date.now() - agoMs).next();
    const { claim, request } = await admit(ledger, { ...ADA, interactionId });
    await ledger.close(claim, { kind: 'unavailable' });
    await ledger.forgetReply(request.id, { wasShown: false });
    expect((await ledger.lateAnswersFor(ADA)).map(({ verdict }) => verdict.kind)).toEqual(expected);
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
