import { describe, expect, it } from 'vitest';

import { answerTo, link, setting, setUpOf, startBot } from './bot.ts';

type Bot = Awaited<ReturnType<typeof startBot>>;

const helpFor = async (person: Bot['member']) => {
  const { message } = await answerTo(person.command('help'));
  return { text: message.embeds[0]?.description ?? '', fields: message.embeds[0]?.fields?.map(({ name }) => name) };
};

describe('/help', () => {
  it('shows everyone what they can do, and nobody more', async () => {
    const { member, moderator, manager } = await startBot();
    expect((await helpFor(member)).fields).toBeUndefined();
    expect((await helpFor(moderator)).fields).toEqual(['As a moderator']);
    expect((await helpFor(manager)).fields).toEqual(['As a manager']);
  });

  it('names commands so that they can be clicked on', async () => {
    const { discord, member } = await startBot();
    const id = discord.commands.all.find(({ name }) => name === 'claimvote')?.id ?? '';
    expect((await helpFor(member)).text).toContain(`</claimvote:${id}>`);
  });

  it('leads a manager to the next step first, then counts what is optional as optional', async () => {
    const { guild, manager } = await startBot();
    guild.channel.isPrivate = true;
    const next = async () => (await helpFor(manager)).text.split('\n\n')[0];
    expect(await next()).toMatch(/^\*\*Next step\*\*\nHow do players get.* <\/setup:\d+> takes you there\.$/);
    await answerTo(manager.click(await setUpOf(manager), 'By hand'));
    expect(await next()).toContain('Choose where claimed rewards are announced.');
    for (const subcommand of ['announcements', 'moderators'])
      await answerTo(setting(manager, subcommand, { channel: guild.channel.id }));
    expect(await next()).toContain('Link your server or team');
    await link(manager, { id: 'ent_1' });
    expect(await next()).toContain('None: everything needed is set up.\nOptional, and not set up yet: Claim panel');
  });
});
