import { describe, expect, it } from 'vitest';

import type { Fault } from '../../src/sandbox/loopback-server.ts';
import { answerTo, startBot } from './bot.ts';

const ANSWERED_WITHIN_MS = 3_000;
const DEFERRED_ENDS_WITHIN_MS = 10_000;
const UNAVAILABLE = 'Vote service unavailable';
const PENDING = 'Claim not confirmed yet';

const CLAIM_FAULTS: [string, Fault, string][] = [
  ['a reset before processing', { kind: 'reset' }, PENDING],
  ['a reset after processing', { kind: 'lost-answer' }, PENDING],
  ['a hang', { kind: 'hang' }, PENDING],
  ['a slow answer', { kind: 'latency', ms: 1_000 }, 'Reward claimed'],
  ['400', { kind: 'status', status: 400 }, 'Check the player name'],
  ['401', { kind: 'status', status: 401 }, 'Claims need an admin'],
  ['403', { kind: 'status', status: 403 }, 'Claims need an admin'],
  ['404', { kind: 'status', status: 404 }, UNAVAILABLE],
  ['408', { kind: 'status', status: 408 }, PENDING],
  ['422', { kind: 'status', status: 422 }, 'Check the player name'],
  ['429 with seconds', { kind: 'status', status: 429, headers: { 'retry-after': '30' } }, 'Please wait'],
  [
    '429 with a date',
    { kind: 'status', status: 429, headers: { 'retry-after': 'Fri, 31 Dec 2100 23:59:59 GMT' } },
    'Please wait',
  ],
  ['500', { kind: 'status', status: 500 }, PENDING],
  ['503', { kind: 'status', status: 503 }, PENDING],
  ['HTML', { kind: 'garbage' }, PENDING],
  ['an empty answer', { kind: 'status', status: 200 }, PENDING],
  ['truncated JSON', { kind: 'status', status: 200, body: '{"claimed":' }, PENDING],
  ['a wrong type', { kind: 'status', status: 200, body: '{"claimed":true}' }, PENDING],
  ['an unknown value', { kind: 'status', status: 200, body: '{"claimed":3}' }, PENDING],
  ['50 MiB', { kind: 'status', status: 200, body: 'x'.repeat(50 * 1024 * 1024) }, PENDING],
  [
    'a compressed answer',
    { kind: 'status', status: 200, headers: { 'content-encoding': 'gzip' }, body: 'bomb' },
    PENDING,
  ],
  ['a redirect', { kind: 'status', status: 307, headers: { location: 'http://127.0.0.1:9/' } }, PENDING],
  ['a string for a number', { kind: 'status', status: 200, body: '{"claimed":"0"}' }, 'No vote found yet'],
  ['unknown fields', { kind: 'status', status: 200, body: '{"claimed":2,"more":[]}' }, 'Already claimed'],
];

const PLAN = {
  entity: { id: 'ent_1', kind: 'server', team_mode: null, name: 'Answered' },
  plan: 'premium',
  status: 'active',
  cancel_at_period_end: false,
};
const PLAN_FAULTS: [string, Fault, string][] = [
  ['a reset', { kind: 'reset' }, 'Plan service unavailable'],
  ['a lost answer', { kind: 'lost-answer' }, 'Plan service unavailable'],
  ['a hang', { kind: 'hang' }, 'Plan service unavailable'],
  ['400', { kind: 'status', status: 400 }, 'Plan service unavailable'],
  ['401', { kind: 'status', status: 401 }, 'Plan lookups need the operator'],
  ['403', { kind: 'status', status: 403 }, 'Plan lookups need the operator'],
  ['404', { kind: 'status', status: 404 }, 'Plan service unavailable'],
  ['408', { kind: 'status', status: 408 }, 'Plan service unavailable'],
  ['422', { kind: 'status', status: 422 }, 'Plan service unavailable'],
  ['429 with seconds', { kind: 'status', status: 429, headers: { 'retry-after': '30' } }, 'Please wait'],
  [
    '429 with a date',
    { kind: 'status', status: 429, headers: { 'retry-after': 'Fri, 31 Dec 2100 23:59:59 GMT' } },
    'Please wait',
  ],
  ['500', { kind: 'status', status: 500 }, 'Plan service unavailable'],
  ['HTML', { kind: 'garbage' }, 'Plan service unavailable'],
  ['an empty answer', { kind: 'status', status: 200 }, 'Plan service unavailable'],
  ['truncated JSON', { kind: 'status', status: 200, body: '{"entity":' }, 'Plan service unavailable'],
  [
    'a wrong type',
    { kind: 'status', status: 200, body: JSON.stringify({ ...PLAN, plan: 7 }) },
    'Plan service unavailable',
  ],
  ['50 MiB', { kind: 'status', status: 200, body: 'x'.repeat(50 * 1024 * 1024) }, 'Plan service unavailable'],
  [
    'a redirect',
    { kind: 'status', status: 302, headers: { location: 'http://127.0.0.1:9/' } },
    'Plan service unavailable',
  ],
  ['unknown fields', { kind: 'status', status: 200, body: JSON.stringify({ ...PLAN, more: {} }) }, 'Answered'],
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
