import { describe, expect, it } from 'vitest';

import { answerTo, read, startBot } from './bot.ts';

describe('who may use what', () => {
  it('trusts Discord on a command that an admin has opened', async () => {
    const { guild, member } = await startBot();
    guild.allow('plan', member.id);

    const card = await answerTo(member.command('plan', { entity: 'ent_1' }));

    expect(card.colour).toBe('95A5A6');
    expect(await answerTo(member.click(card.message, 'Refresh'))).toMatchObject({ title: card.title });
  });

  it('refuses a forged button of a command that the person was never given', async () => {
    const { identity, member } = await startBot();

    const answer = await member.forge('plan:refresh:ent_1').reply();

    expect(read(answer)).toMatchObject({ title: "You can't use this here", colour: 'ED4245' });
    expect(identity.server.requests).toEqual([]);
  });

  it('refuses a forged button on an answer of another command', async () => {
    const { identity, member } = await startBot();
    const own = await answerTo(member.command('claimvote', { playername: 'Steve' }));

    const exchange = member.forge('plan:refresh:ent_1', own.message);

    expect(read(await exchange.reply())).toMatchObject({ title: "You can't use this here" });
    expect(identity.server.requests).toEqual([]);
  });

  it('answers a button that nothing belongs to with a reference that is also in the log', async () => {
    const { log, member } = await startBot();

    const answer = read(await member.forge('nobody:knows').reply());

    expect(answer).toMatchObject({ title: 'Something went wrong', colour: 'ED4245' });
    const [, reference = ''] = /\*\*(\w{6})\*\*/.exec(answer.message.embeds[0]?.description ?? '') ?? [];
    expect(reference).toHaveLength(6);
    expect(log.some((line) => line.includes(`"reference":"${reference}"`))).toBe(true);
  });
});
