import { describe, expect, it } from 'vitest';

import { answerTo, type Bot, startBot } from './bot.ts';
import { buttonsOf, idOf, read, valuesIn } from './reading.ts';
import { claim } from './reward-scene.ts';

async function remember(bot: Bot, playername: string): Promise<void> {
  const { message } = await claim(bot, playername);
  expect(read(await bot.member.click(message, 'Remember this name').reply()).title).toBe('Name remembered');
}

describe('a name that is remembered', () => {
  it('is offered after a granted claim, and not saved unless asked', async () => {
    const bot = await startBot();
    expect(buttonsOf((await claim(bot)).message)).toEqual(['Remember this name']);
    expect(await bot.member.autocomplete('claimvote', 'playername', '')).toEqual([]);

    const { message } = await answerTo(bot.member.command('claimvote', { playername: 'Alex' }));
    expect(buttonsOf(message)).not.toContain('Remember this name');
  });

  it('claims when no name is given, the latest one first, and is suggested', async () => {
    const bot = await startBot();
    for (const name of ['Steve', 'Alex']) await remember(bot, name);

    const exchange = bot.member.command('claimvote');
    expect(await answerTo(exchange)).toMatchObject({ title: 'Already claimed' });
    expect((await exchange.acknowledged()).kind).toBe('deferred');
    expect(bot.main.claims.at(-1)?.playername).toBe('Alex');
    expect(await bot.member.autocomplete('claimvote', 'playername', 'ste')).toEqual([
      { name: 'Steve', value: 'Steve' },
    ]);
  });

  it('follows when its owner goes by another name, which is claimed for from then on', async () => {
    const bot = await startBot();
    const { main, member } = bot;
    await remember(bot, 'OldSteve');
    main.castVote('NewSteve');

    const { title, message } = await answerTo(member.command('claimvote'));
    expect(title).toBe('Already claimed');
    const renamed = await member.submit(member.click(message, 'Another name'), { playername: 'NewSteve' });

    expect(await answerTo(renamed)).toMatchObject({ title: 'Reward claimed', message: { id: message.id } });
    await answerTo(member.command('claimvote'));
    expect(main.claims.map(({ playername }) => playername)).toEqual(['OldSteve', 'OldSteve', 'NewSteve', 'NewSteve']);
  });

  it('is not made by another name for one that was not remembered', async () => {
    const bot = await startBot();
    const { message } = await answerTo(bot.member.command('claimvote', { playername: 'Steev' }));
    const asked = bot.member.click(message, 'Another name');
    expect(valuesIn(await asked.modal())).toEqual({ playername: 'Steev' });

    await answerTo(await bot.member.submit(asked, { playername: 'Steve' }));

    expect(bot.main.claims.map(({ playername }) => playername)).toEqual(['Steev', 'Steve']);
    expect(await bot.member.autocomplete('claimvote', 'playername', '')).toEqual([]);
  });

  it('is nobody else’s, even with a forged button', async () => {
    const bot = await startBot();
    const { message } = await claim(bot);
    const save = idOf(message, 'Remember this name');

    expect(read(await bot.moderator.forge(save).reply())).toMatchObject({ title: 'Claim not found' });
    expect(await bot.moderator.autocomplete('claimvote', 'playername', '')).toEqual([]);
    expect((await bot.moderator.command('claimvote').acknowledged()).kind).toBe('modal');
  });
});
