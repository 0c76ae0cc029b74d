import { describe, expect, it } from 'vitest';

import type { Fault } from '../../src/sandbox/loopback-server.ts';
import { answerTo, startBot } from './bot.ts';

const ANSWERED_WITHIN_MS = 3_000;
const DEFERRED_ENDS_WITHIN_MS = 10_000;
const UNAVAILABLE = 'Vote service unavailable';
const PENDING = 'Claim not confirmed yet';

/** One of each outcome of a POST (`test/claims/vote-client.test.ts`), in the time that it may take at most. */
const CLAIM_FAULTS: [string, Fault, string][] = [
  ['a lost answer', { kind: 'lost-answer' }, PENDING],
  ['a hang', { kind: 'hang' }, PENDING],
  ['a slow answer', { kind: 'latency', ms: 1_000 }, 'Reward claimed'],
  ['a refusal', { kind: 'status', status: 401 }, 'Claims need an admin'],
  ['a request to wait', { kind: 'status', status: 429, headers: { 'retry-after': '30' } }, 'Please wait'],
  ['an error', { kind: 'status', status: 500 }, PENDING],
  ['HTML', { kind: 'garbage' }, PENDING],
  [
    'an answer of another shape',
    { kind: 'status', status: 200, body: '{"claimed":"0","more":[]}' },
    'No vote found yet',
  ],
];

/** One of each error of a read (`test/plans/identity-client.test.ts`). */
const PLAN_FAULTS: [string, Fault, string][] = [
  ['a lost answer', { kind: 'lost-answer' }, 'Plan service unavailable'],
  ['a hang', { kind: 'hang' }, 'Plan service unavailable'],
  ['a refusal', { kind: 'status', status: 401 }, 'Plan lookups need the operator'],
  ['a request to wait', { kind: 'status', status: 429, headers: { 'retry-after': '30' } }, 'Please wait'],
  ['an error', { kind: 'status', status: 500 }, 'Plan service unavailable'],
  ['HTML', { kind: 'garbage' }, 'Plan service unavailable'],
];

describe('whatever the main service does, a claim is answered', () => {
  it.concurrent.each(CLAIM_FAULTS)('%s', { timeout: 20_000 }, async (_name, fault, title) => {
    const { main, member } = await startBot();
    main.castVote('Steve');
    main.server.inject(fault);

    const exchange = member.command('claimvote', { playername: 'Steve' });
    const answer = await answerTo(exchange);

    expect(answer.title).toBe(title);
    expect((await exchange.acknowledged()).afterMs).toBeLessThan(ANSWERED_WITHIN_MS);
    expect((exchange.history.at(-1)?.at ?? Infinity) - exchange.startedAt).toBeLessThan(DEFERRED_ENDS_WITHIN_MS);
  });

  it('a refused connection', { timeout: 20_000 }, async () => {
    const { main, member } = await startBot();
    await main.close();

    expect(await answerTo(member.command('claimvote', { playername: 'Steve' }))).toMatchObject({
      title: UNAVAILABLE,
      colour: 'ED4245',
    });
  });
});

describe('whatever the identity service does, a plan look-up is answered', () => {
  it.concurrent.each(PLAN_FAULTS)('%s', { timeout: 20_000 }, async (_name, fault, title) => {
    const { identity, moderator } = await startBot();
    identity.server.inject(fault);

    const exchange = moderator.command('plan', { entity: 'ent_1' });
    const answer = await answerTo(exchange);

    expect(answer.title).toBe(title);
    expect((await exchange.acknowledged()).afterMs).toBeLessThan(ANSWERED_WITHIN_MS);
    expect((exchange.history.at(-1)?.at ?? Infinity) - exchange.startedAt).toBeLessThan(ANSWERED_WITHIN_MS);
  });

  it('a refused connection', async () => {
    const { identity, moderator } = await startBot();
    await identity.close();

    expect(await answerTo(moderator.command('plan', { entity: 'ent_1' }))).toMatchObject({
      title: 'Plan service unavailable',
    });
  });
});
