import { once } from 'node:events';

import { expect, it } from 'vitest';

import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import type { Message } from '../../src/sandbox/discord/message.ts';
import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { answerTo, type Bot, buttonsOf, descriptionOf, doneIn, read, setting, startBot } from './bot.ts';
import { claim, OFTEN, openFirstClaim } from './reward-scene.ts';

const NOT_YOURS = 'This name belongs to somebody else';

/** Names have owners, and Steve is the member's. Bob is another member. */
async function start({ hasChannel = true } = {}) {
  const bot = await startBot({ app: { timings: { claims: OFTEN } } });
  const channel = bot.guild.addChannel('moderators');
  if (hasChannel) await answerTo(setting(bot.manager, 'moderators', { channel: channel.id }));
  await answerTo(setting(bot.manager, 'names', { on: true }));
  expect((await claim(bot)).title).toBe('Reward claimed');
  return { ...bot, channel, bob: bot.discord.addPerson({ guild: bot.guild, name: 'Bob' }) };
}

const claimAs = (person: Person, playername = 'Steve') => person.command('claimvote', { playername });

async function changed({ discord }: Bot, isThere: () => boolean): Promise<void> {
  while (!isThere()) await once(discord, 'message');
}

/** What comes beside the answer to somebody's next command, or click. */
async function toldBeside(person: Person, next: Exchange = person.command('help')): Promise<string | undefined> {
  while (next.followUps.length === 0) await once(next, 'change');
  return next.followUps[0]?.embeds[0]?.title;
}

/** The names of a member, as a moderator opens them from the menu of the member. */
async function namesOf({ moderator }: Bot, person: Person): Promise<Message> {
  const list = await answerTo(moderator.commandOn(person.id, 'Claims of this member'));
  return moderator.click(list.message, 'Player names').reply();
}

it('a name is refused to others without saying whose it is, who tell the moderators once, who give it away in the post', async () => {
  const bot = await start();
  const { bob, member, moderator, channel, main } = bot;
  const refused = await answerTo(claimAs(bob));
  expect([refused.title, refused.colour, buttonsOf(refused.message)]).toEqual([
    NOT_YOURS,
    'FEE75C',
    ['Another name', 'Tell the moderators'],
  ]);
  expect(JSON.stringify(refused.message)).not.toContain(member.id);
  expect(main.claims).toHaveLength(1);
  for (let click = 0; click < 2; click += 1) {
    const told = await bob.click(refused.message, 'Tell the moderators').reply();
    expect(read(told)).toMatchObject({ title: 'The moderators have been told', colour: '57F287' });
  }
  await changed(bot, () => channel.messages.length > 0);
  const [post] = channel.messages as [Message];
  expect(descriptionOf(post)).toContain(
    `<@${bob.id}> says that **Steve** is theirs. The name belongs to <@${member.id}>`,
  );

  const given = await moderator.click(post, 'Give it away').reply();
  expect([given.embeds[0]?.title, given.components]).toEqual(['The name belongs to whoever asked', []]);
  expect(descriptionOf(given)).toContain(`<@${moderator.id}>`);
  expect([await toldBeside(bob), await toldBeside(member)]).toEqual([
    'A name is yours now',
    'A name is no longer yours',
  ]);
  main.castVote('Steve');
  expect((await answerTo(claimAs(member))).title).toBe(NOT_YOURS);
  expect((await answerTo(claimAs(bob))).title).toBe('Reward claimed');
  await bot.app.stop();
  expect(channel.messages).toHaveLength(1);
});

it('a name that cannot be given leads to those that its next owner has, of which one is freed', async () => {
  const bot = await start();
  const { bob, moderator, channel, main } = bot;
  await bob.click((await answerTo(claimAs(bob))).message, 'Tell the moderators').reply();
  await changed(bot, () => channel.messages.length > 0);
  const [post] = channel.messages as [Message];
  for (const name of ['Ann', 'Ben', 'Cid']) {
    main.castVote(name);
    expect((await answerTo(claimAs(bob, name))).title).toBe('Reward claimed');
  }
  const refused = moderator.click(post, 'Give it away');
  await toldBeside(moderator, refused);
  const [why] = refused.followUps as [Message];
  expect(descriptionOf(why)).toContain('free one first');
  const names = await moderator.click(why, 'Player names').reply();
  expect([buttonsOf(names), descriptionOf(names)]).toEqual([[''], expect.not.stringContaining('Give a name')]);
  const [select] = names.components[0]?.components ?? [];
  const freed = await moderator.select(names, 'claims:free-name', [select?.options?.[0]?.value ?? '']).reply();
  expect(buttonsOf(freed)).toEqual(['', 'Give a name']);
  const given = await moderator.click(post, 'Give it away').reply();
  expect(given.embeds[0]?.title).toBe('The name belongs to whoever asked');
});

it('a question about a name waits in /claims, where it is decided', async () => {
  const bot = await start();
  const { bob, member, moderator } = bot;
  await bob.click((await answerTo(claimAs(bob))).message, 'Tell the moderators').reply();
  const list = await answerTo(moderator.command('claims'));
  expect(descriptionOf(list.message)).toMatch(
    new RegExp(
      `^\\*\\*Waiting for a moderator.*\\n\\n▲ \\*\\*Steve.*whose player name.*<@${bob.id}>.*<@${member.id}>`,
      'is',
    ),
  );
  expect(list.message.embeds[0]?.footer?.text).toContain('questions for moderators: 1');
  const [select] = list.message.components[0]?.components ?? [];
  const [first] = select?.options ?? [];
  const opened = await moderator.select(list.message, select?.custom_id ?? '', [first?.value ?? '']).reply();
  expect(buttonsOf(opened)).toEqual(['Give it away', 'Leave it', 'Back to the list']);
  const left = await moderator.click(opened, 'Leave it').reply();
  expect([left.embeds[0]?.title, buttonsOf(left)]).toEqual(['The name stays with its owner', ['Back to the list']]);
  const back = await moderator.click(left, 'Back to the list').reply();
  expect(back.embeds[0]?.footer?.text).toContain('questions for moderators: 0');
  expect(await toldBeside(bob)).toBe('The name stays with its owner');
});

it('whoever has as many names as there can be asks the moderators for another one', async () => {
  const bot = await start();
  const { member, moderator, channel, main } = bot;
  for (const name of ['Ann', 'Ben']) {
    main.castVote(name);
    expect((await answerTo(claimAs(member, name))).title).toBe('Reward claimed');
  }
  const refused = await answerTo(claimAs(member, 'Cid'));
  expect([refused.title, buttonsOf(refused.message)]).toEqual([
    'You cannot have another name',
    ['Another name', 'Tell the moderators'],
  ]);
  await member.click(refused.message, 'Tell the moderators').reply();
  await changed(bot, () => channel.messages.length > 0);
  const [post] = channel.messages as [Message];
  expect([post.embeds[0]?.title, buttonsOf(post)]).toEqual([
    'A member wants another player name',
    ['Player names', 'Leave it'],
  ]);
  const names = await moderator.click(post, 'Player names').reply();
  const [select] = names.components[0]?.components ?? [];
  await moderator.select(names, 'claims:free-name', [select?.options?.[1]?.value ?? '']).reply();
  main.castVote('Cid');
  expect((await answerTo(claimAs(member, 'Cid'))).title).toBe('Reward claimed');
  await answerTo(claimAs(member, 'Dan'));
  await member.click((await answerTo(claimAs(member, 'Eve'))).message, 'Tell the moderators').reply();
  await changed(bot, () => channel.messages.length > 1);
  const [, another] = channel.messages as [Message, Message];
  const left = await moderator.click(another, 'Leave it').reply();
  expect([left.embeds[0]?.title, descriptionOf(left)]).toEqual([
    'The names of the member stay as they are',
    expect.stringMatching(/^\*\*Requested by:\*\*/),
  ]);
});

it('a name that is refused is not remembered in the place of another one', async () => {
  const { bob, main } = await start();
  main.castVote('Bob');
  const granted = await answerTo(claimAs(bob, 'Bob'));
  await bob.click(granted.message, 'Remember this name').reply();
  const { message } = await answerTo(claimAs(bob, 'Bob'));
  const renamed = await bob.submit(bob.click(message, 'Another name'), { playername: 'Steve' });
  expect(await toldBeside(bob, renamed)).toBe(NOT_YOURS);
  await answerTo(bob.command('claimvote'));
  expect(main.claims.map(({ playername }) => playername)).toEqual(['Steve', 'Bob', 'Bob', 'Bob']);
});

it('without a channel of moderators, who is refused reads that they have to tell one, and claims for another name', async () => {
  const { bob, main } = await start({ hasChannel: false });
  const { message } = await answerTo(claimAs(bob));
  const [buttons, words] = [buttonsOf(message), descriptionOf(message)];
  expect([buttons, words]).toEqual([['Another name'], expect.stringMatching(/tell a moderator/)]);
  main.castVote('Bob');
  const claimed = await answerTo(await bob.submit(bob.click(message, 'Another name'), { playername: 'Bob' }));
  expect(claimed.title).toBe('Reward claimed');
});

it('moderators see whose a name is, free it and give it to a member', async () => {
  const bot = await start();
  const { bob, member, moderator } = bot;
  const detail = await openFirstClaim(bot);
  expect(descriptionOf(detail)).toContain(`The name belongs to <@${member.id}>`);
  const owned = await moderator.click(detail, 'Names of the owner').reply();
  const [select] = owned.components[0]?.components ?? [];
  const id = select?.options?.[0]?.value ?? '';
  const freed = await moderator.select(owned, 'claims:free-name', [id]).reply();
  expect(descriptionOf(freed)).toMatch(/^\*\*Steve\*\* is free now\./);
  const again = await moderator.forgeSelect('claims:free-name', [id]).reply();
  expect(descriptionOf(again)).toContain('Nothing was changed.');

  const form = moderator.click(await namesOf(bot, bob), 'Give a name');
  const given = await (await moderator.submit(form, { playername: 'STEVE' })).reply();
  expect(descriptionOf(given)).toMatch(new RegExp(`^\\*\\*STEVE\\*\\* belongs to <@${bob.id}> now\\.`));
  expect((await answerTo(claimAs(member))).title).toBe(NOT_YOURS);
});

it('names have owners once a manager turns that on, also those of earlier claims, and none after it is off', async () => {
  const bot = await startBot();
  const { main, manager, member } = bot;
  await claim(bot);
  main.castVote('Steve');
  const bob = bot.discord.addPerson({ guild: bot.guild, name: 'Bob' });
  const { message } = await answerTo(manager.command('setup'));
  const page = await answerTo(manager.select(message, 'setup:page', ['names']));
  expect(descriptionOf(page.message)).toMatch(/^Every member can claim with any player name\./);
  const on = await manager.click(page.message, 'Turn on').reply();
  expect([on.embeds[0]?.title, doneIn(on)['Reserved names']]).toEqual(['Reserved names are on', '1']);
  expect((await answerTo(claimAs(bob))).title).toBe(NOT_YOURS);
  const off = await answerTo(manager.click((await answerTo(setting(manager, 'names'))).message, 'Turn off'));
  expect(off.title).toBe('Reserved names are off');
  expect((await answerTo(claimAs(bob))).title).toBe('Reward claimed');
  expect(
    buttonsOf((await answerTo(bot.moderator.commandOn(member.id, 'Claims of this member'))).message),
  ).not.toContain('Player names');
});
