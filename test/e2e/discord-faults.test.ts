import { once } from 'node:events';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Fault } from '../../src/sandbox/loopback-server.ts';
import { type Clock, MINUTE_MS, systemClock } from '../../src/work/clock.ts';
import { openForTest } from '../database/databases.ts';
import { setRows } from '../database/rows.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { answerTo, prepareBot, startBot } from './bot.ts';
import { start } from './votifier-scene.ts';

it('an answer that cannot be shown at first is shown later', async () => {
  const pauses: number[] = [];
  const sleep: Clock['sleep'] = (ms, signal) => {
    if (ms !== [1_000, 2_000][pauses.length]) return systemClock.sleep(ms, signal);
    pauses.push(ms);
    return Promise.resolve();
  };
  const { discord, identity, moderator } = await startBot({ app: { clock: { ...systemClock, sleep } } });
  identity.server.inject({ kind: 'latency', ms: 300 });
  discord.server.inject({ kind: 'status', status: 500 }, { path: /@original$/, times: 4 });

  expect(await answerTo(moderator.command('plan', { entity: 'ent_1' }))).toMatchObject({ title: String.raw`ent\_1` });
  expect(pauses).toEqual([1_000, 2_000]);
});

const PAGE: Fault = { kind: 'status', status: 429, body: '<html>You are being rate limited</html>' };
const warnings = (log: readonly string[]) => log.filter((line) => /"level":"(warn|error|fatal)"/.test(line));

describe('when Discord takes no requests, or refuses some', () => {
  it.each([
    ['at once', /./, false],
    ['after the application', /gateway\/bot/, false],
    ['by HTTP', /./, true],
  ])('starts by itself after ten minutes of it, %s, with few requests and one line', async (_, path, byHttp) => {
    let passed = 0;
    const { app, discord, log } = await prepareBot({
      byHttp,
      app: {
        clock: {
          ...systemClock,
          now: () => Date.now() + passed,
          monotonic: () => performance.now() + passed,
          sleep(ms, signal) {
            if (ms < 50_000 || passed >= 600_000) return systemClock.sleep(ms, signal);
            passed += ms + 1;
            if (passed >= 600_000) discord.server.heal();
            return Promise.resolve();
          },
        },
      },
    });
    discord.server.inject(PAGE, { path });

    await app.start();

    expect(discord.server.requests.length).toBeLessThan(20);
    // The clock jumps, and is told of as well.
    const told = warnings(log).filter((line) => !line.includes('the clock'));
    expect(told).toEqual([expect.stringMatching(/makes none until \d{4}-/)]);
  });

  it('delivers rewards while a block keeps it from starting, and tells the member once it is over', async () => {
    const path = join(temporaryFolder(), 'bot.db');
    const scene = await start({ environment: { DATABASE_URL: `sqlite:${path}` } });
    const { app, discord, manager, member, main, startAnother, votifier } = scene;
    const hook = await manager.click(scene.added, 'Show NuVotifier 1').reply();
    await manager.click(hook, 'Pause').reply();
    main.castVote('Steve');
    const claimed = member.command('claimvote', { playername: 'Steve' });
    await answerTo(claimed);
    await app.stop();
    const store = await openForTest({ kind: 'sqlite', path });
    await setRows(store, 'reward_hooks', { state: 'on' });

    let passed = 0;
    const over = Promise.withResolvers<undefined>();
    const clock: Clock = {
      ...systemClock,
      now: () => Date.now() + passed,
      monotonic: () => performance.now() + passed,
      sleep: (ms, signal) =>
        ms < 50_000 ? systemClock.sleep(ms, signal) : over.promise.then(() => void (passed += ms + 1)),
    };
    discord.server.inject(PAGE, { path: /./ });
    const before = discord.server.requests.length;
    const starting = startAnother({ clock });
    await once(votifier, 'vote');
    await expect.poll(() => discord.server.requests.length).toBe(before + 1);
    discord.server.heal();
    over.resolve(undefined);
    await starting;
    await expect
      .poll(() => claimed.history.at(-1)?.message.embeds[0]?.description)
      .toContain('The reward has reached the game server.');
    expect(votifier.votes).toHaveLength(1);
  });

  it.each<[string, Omit<Extract<Fault, { kind: 'status' }>, 'kind'>]>([
    ['too many in a day', { status: 400, body: '{"code":30034,"message":"Max number of daily creates"}' }],
    ['a fault in them', { status: 400, body: '{"code":50035,"message":"Invalid Form Body"}' }],
    ['an error of its own', { status: 500 }],
    ['a wait of a day', { status: 429, headers: { 'retry-after': '80000' }, body: '{"retry_after":80000}' }],
    ['a page', { status: 403, body: '<html>' }],
  ])('serves with the commands from before while it refuses new ones: %s', async (_, refusal) => {
    const due = Promise.withResolvers<undefined>();
    const sleep: Clock['sleep'] = (ms, signal) =>
      ms === 2 * MINUTE_MS ? due.promise.then(() => undefined) : systemClock.sleep(ms, signal);
    const { discord, startAnother, member, log } = await startBot();
    discord.commands.overwrite(discord.commands.all.filter(({ name }) => name === 'claimvote'));
    discord.server.inject({ kind: 'status', ...refusal }, { path: /applications\/\d+\/commands$/, body: /claimvote/ });

    await startAnother({ clock: { ...systemClock, sleep } });

    expect(discord.commands.all).toHaveLength(1);
    expect((await answerTo(member.command('claimvote', { playername: 'Steve' }))).title).toBe('No vote found yet');
    expect(warnings(log).filter((line) => line.includes('could not be registered'))).toHaveLength(1);
    discord.server.heal();
    due.resolve(undefined);
    await expect.poll(() => discord.commands.all.length).toBe(11);
  });

  it.each<[string, number, string]>([
    ['403', 403, '<html>'],
    ['404 without a code', 404, '{"message":"404: Not Found","code":0}'],
  ])('shows the answer once a block that answers %s is over', async (_, status, body) => {
    const sleep: Clock['sleep'] = (ms, signal) => systemClock.sleep(ms >= 1_000 && ms <= 16_000 ? 1 : ms, signal);
    const { discord, identity, main, member, moderator } = await startBot({
      app: { clock: { ...systemClock, sleep } },
    });
    main.castVote('Steve');
    identity.server.inject({ kind: 'latency', ms: 300 });
    discord.server.inject({ kind: 'status', status, body }, { path: /@original$/, times: 20 });
    const [claimed, planned] = [
      member.command('claimvote', { playername: 'Steve' }),
      moderator.command('plan', { entity: 'ent_1' }),
    ];

    expect((await answerTo(claimed)).title).toBe('Reward claimed');
    expect((await answerTo(planned)).title).toBe(String.raw`ent\_1`);
  });
});
