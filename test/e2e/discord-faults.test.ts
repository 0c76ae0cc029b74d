import { describe, expect, it } from 'vitest';

import { type Clock, systemClock } from '../../src/work/clock.ts';
import { answerTo, startBot } from './bot.ts';

const CALLBACK = { path: /\/callback$/ };

describe('when Discord answers badly', () => {
  it('claims all the same after an acknowledgement whose answer was lost', async () => {
    const { discord, main, member } = await startBot();
    main.castVote('Steve');
    discord.server.inject({ kind: 'lost-answer' }, { ...CALLBACK, times: 1 });

    expect(await answerTo(member.command('claimvote', { playername: 'Steve' }))).toMatchObject({
      title: 'Reward claimed',
    });
    expect(main.claims).toHaveLength(1);
  });

  it('looks for the reply when it cannot tell whether the acknowledgement was taken, and shows nothing in it but the answer', async () => {
    const { discord, main, member } = await startBot();
    main.castVote('Steve');
    discord.server.inject({ kind: 'lost-answer' }, { ...CALLBACK, times: 1 });
    discord.server.inject({ kind: 'status', status: 500 }, { ...CALLBACK, times: 1 });

    const exchange = member.command('claimvote', { playername: 'Steve' });

    expect((await exchange.reply()).embeds[0]?.title).toBe('Reward claimed');
    expect(main.claims).toHaveLength(1);
    expect(exchange.history.map(({ message }) => message.embeds[0]?.title)).toEqual([undefined, 'Reward claimed']);
  });

  it('looks for the message that was clicked on when it cannot tell whether the click was acknowledged', async () => {
    const { discord, main, member } = await startBot();
    const none = await answerTo(member.command('claimvote', { playername: 'Steve' }));
    main.castVote('Steve');
    discord.server.inject({ kind: 'lost-answer' }, { ...CALLBACK, times: 1 });
    discord.server.inject({ kind: 'status', status: 500 }, { ...CALLBACK, times: 1 });

    const clicked = member.click(none.message, 'Check again');

    expect((await clicked.reply()).embeds[0]?.title).toBe('Reward claimed');
    expect(main.claims).toHaveLength(2);
  });

  it('posts no claim when neither the acknowledgement nor the probe gets through', async () => {
    const { discord, main, member, app } = await startBot({ discord: { ackDeadlineMs: 500 } });
    main.castVote('Steve');
    discord.server.inject({ kind: 'status', status: 500 }, { path: /\/(callback|messages\/@original)$/ });

    await expect(member.command('claimvote', { playername: 'Steve' }).acknowledged()).rejects.toThrow(
      'did not respond',
    );
    await app.stop();

    expect(main.server.requests).toEqual([]);
  });

  it('keeps its bot token when an edit is refused as unauthorized', async () => {
    const { discord, main, member } = await startBot();
    discord.server.inject(
      { kind: 'status', status: 401, body: '{"message":"Invalid Webhook Token","code":50027}' },
      { path: /@original$/, times: 1 },
    );
    const lost = member.command('claimvote', { playername: 'Steve' });
    await lost.acknowledged();

    expect(await answerTo(member.command('claimvote', { playername: 'Alex' }))).toMatchObject({
      title: 'No vote found yet',
    });
    expect(main.claims.map(({ playername }) => playername)).toEqual(['Steve', 'Alex']);
  });

  it('shows a failure later when it cannot be shown at first', async () => {
    const pauses: number[] = [];
    const sleep: Clock['sleep'] = (ms, signal) => {
      if (signal || ms < 1_000 || ms > 2_000) return systemClock.sleep(ms, signal);
      pauses.push(ms);
      return Promise.resolve();
    };
    const { discord, identity, moderator } = await startBot({ app: { clock: { ...systemClock, sleep } } });
    identity.server.inject({ kind: 'latency', ms: 300 });
    discord.server.inject({ kind: 'status', status: 500 }, { path: /@original$/, times: 4 });

    expect(await answerTo(moderator.command('plan', { entity: 'ent_1' }))).toMatchObject({
      title: 'Something went wrong',
    });
    expect(pauses).toEqual([1_000]);
  });
});
