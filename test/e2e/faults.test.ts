import { describe, expect, it } from 'vitest';

import type { Fault } from '../../src/sandbox/loopback-server.ts';
import { answerTo, startBot } from './bot.ts';

const ANSWERED_WITHIN_MS = 3_000;
const ENDS_WITHIN_MS = 10_000;

/** One of each outcome of a POST (`test/claims/vote-client.test.ts`), in the time that it may take at most. */
const CLAIM_FAULTS: [string, Fault, string][] = [
  ['a refused connection', { kind: 'off' }, 'Vote service unavailable'],
  ['a lost answer', { kind: 'lost-answer' }, 'Claim not confirmed yet'],
  ['a hang', { kind: 'hang' }, 'Claim not confirmed yet'],
  ['a slow answer', { kind: 'latency', ms: 1_000 }, 'Reward claimed'],
  ['a refusal', { kind: 'status', status: 401 }, 'Claims need an admin'],
  ['a request to wait', { kind: 'status', status: 429, headers: { 'retry-after': '30' } }, 'Please wait'],
  ['an error', { kind: 'status', status: 500 }, 'Claim not confirmed yet'],
  ['HTML', { kind: 'garbage' }, 'Claim not confirmed yet'],
  ['another shape', { kind: 'status', status: 200, body: '{"claimed":"0","more":[]}' }, 'No vote found yet'],
];

/** One of each error of a read (`test/plans/identity-client.test.ts`). */
const PLAN_FAULTS: [string, Fault, string][] = [
  ['a refused connection', { kind: 'off' }, 'Plan service unavailable'],
  ['a lost answer', { kind: 'lost-answer' }, 'Plan service unavailable'],
  ['a hang', { kind: 'hang' }, 'Plan service unavailable'],
  ['a refusal', { kind: 'status', status: 401 }, 'Plan lookups need the operator'],
  ['a request to wait', { kind: 'status', status: 429, headers: { 'retry-after': '30' } }, 'Please wait'],
  ['an error', { kind: 'status', status: 500 }, 'Plan service unavailable'],
  ['HTML', { kind: 'garbage' }, 'Plan service unavailable'],
];

describe.each([
  ['main', CLAIM_FAULTS, ENDS_WITHIN_MS],
  ['identity', PLAN_FAULTS, ANSWERED_WITHIN_MS],
] as const)('whatever the %s service does, a person is answered', (service, faults, withinMs) => {
  it.concurrent.each(faults)('%s', { timeout: 20_000 }, async (_name, fault, title) => {
    const bot = await startBot();
    bot.main.castVote('Steve');
    bot[service].server.inject(fault);

    const exchange =
      service === 'main'
        ? bot.member.command('claimvote', { playername: 'Steve' })
        : bot.moderator.command('plan', { entity: 'ent_1' });

    expect((await answerTo(exchange)).title).toBe(title);
    expect((await exchange.acknowledged()).afterMs).toBeLessThan(ANSWERED_WITHIN_MS);
    expect((exchange.history.at(-1)?.at ?? Infinity) - exchange.startedAt).toBeLessThan(withinMs);
  });
});
