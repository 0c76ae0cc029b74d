import { once } from 'node:events';

import { expect, it } from 'vitest';

import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import { type Clock, systemClock } from '../../src/clock.ts';
import { type Bot, BY_HTTP, startBot } from './bot.ts';

/** By HTTP, some of the ten seconds are for taking interactions. */
const DRAIN_MS = BY_HTTP ? 8_000 : 10_000;
/** So that no job sleeps for as long as a stop does. */
const RARELY_RECOVERED = { ...CLAIM_TIMINGS, recoveryEveryMs: 3_600_000 };
const UNDER_WAY = 'stopped with work under way';

const logOf = (bot: Bot): string => bot.log.join('');

/** A clock of which the test decides what happens while a stop waits for what is under way. */
function clockThatDrains(drain: (signal: AbortSignal | undefined) => Promise<void>): Clock {
  return { ...systemClock, sleep: (ms, signal) => (ms === DRAIN_MS ? drain(signal) : systemClock.sleep(ms, signal)) };
}

/** A claim whose answer the main service holds back until `release` is called. */
async function claimUnderWay({ main, member }: Bot) {
  main.castVote('Steve');
  const { promise: held, resolve } = Promise.withResolvers<undefined>();
  const { promise: posted, resolve: onPosted } = Promise.withResolvers<undefined>();
  main.beforeAnswer = () => {
    onPosted(undefined);
    return held;
  };
  const exchange = member.command('claimvote', { playername: 'Steve' });
  await posted;
  return {
    exchange,
    release: () => {
      resolve(undefined);
    },
  };
}

it('a stop waits for a claim under way, which is answered only then', async () => {
  let release: () => void = () => undefined;
  const clock = clockThatDrains((signal) => {
    release();
    return systemClock.sleep(DRAIN_MS, signal);
  });
  const bot = await startBot({ app: { clock, timings: RARELY_RECOVERED } });
  const claim = await claimUnderWay(bot);
  ({ release } = claim);

  await bot.app.stop();

  expect(claim.exchange.message?.embeds[0]?.title).toBe('Reward claimed');
  expect(logOf(bot)).not.toContain(UNDER_WAY);
});

it('a stop waits ten seconds and no longer', async () => {
  const bot = await startBot({
    app: { clock: clockThatDrains(() => Promise.resolve()), timings: RARELY_RECOVERED },
  });
  const { exchange, release } = await claimUnderWay(bot);

  await bot.app.stop();

  expect(logOf(bot)).toContain(UNDER_WAY);
  expect(exchange.message?.embeds).toEqual([]);
  release();
});

it('a stop does not wait for the pauses between two tries to tell a claim', async () => {
  const bot = await startBot({ app: { timings: { ...RARELY_RECOVERED, backoffBaseMs: 3_600_000 } } });
  bot.main.castVote('Steve');
  bot.discord.server.inject({ kind: 'status', status: 500 }, { path: /@original$/ });
  bot.member.command('claimvote', { playername: 'Steve' });
  while (!bot.discord.server.requests.some(({ status }) => status === 500)) await once(bot.discord.server, 'request');

  await bot.app.stop();

  expect(logOf(bot)).not.toContain(UNDER_WAY);
});
