import { describe, expect, it } from 'vitest';

import { answerTo, startBot } from './bot.ts';

type Bot = Awaited<ReturnType<typeof startBot>>;

const fieldsFor = async (person: Bot['member']) => {
  const { message } = await answerTo(person.command('help'));
  return new Map(message.embeds[0]?.fields?.map(({ name, value }) => [name, value]));
};

describe('/help', () => {
  it('shows everyone what they can do, and nobody more', async () => {
    const { member, moderator, manager } = await startBot();
    expect([...(await fieldsFor(member)).keys()]).toEqual([]);
    expect([...(await fieldsFor(moderator)).keys()]).toEqual(['As a moderator']);
    expect([...(await fieldsFor(manager)).keys()]).toEqual(['As a manager', 'Next step']);
  });

  it('names commands so that they can be clicked on', async () => {
    const { discord, member } = await startBot();
    const id = discord.commands.all.find(({ name }) => name === 'claimvote')?.id ?? '';
    const { message } = await answerTo(member.command('help'));
    expect(message.embeds[0]?.description).toContain(`</claimvote:${id}>`);
  });

  it('leads a manager from step to step', async () => {
    const { manager } = await startBot();
    const next = async () => (await fieldsFor(manager)).get('Next step');
    expect(await next()).toContain('entity link');
    const asked = await manager.command('entity', { id: 'ent_1' }, { subcommand: 'link' }).reply();
    await manager.click(asked, 'Link it').reply();
    expect(await next()).toContain('settings announcements');
  });

  it('tells a manager of what the bot lacks in a channel where it is to post', async () => {
    const { guild, manager } = await startBot();
    await answerTo(manager.command('settings', { channel: guild.channel.id }, { subcommand: 'announcements' }));
    guild.channel.appPermissions = 0n;
    expect((await fieldsFor(manager)).get('Next step')).toContain('*Send Messages*');
  });
});
