import { expect, it } from 'vitest';

import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { answerTo, type Bot, choose, fillIn, pick, posted, setting, setUpOf, startBot } from './bot.ts';
import { buttonsOf, descriptionOf, doneIn, footerOf, titleOf } from './reading.ts';
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

const claimAs = (person: Person, playername = 'Steve') => answerTo(person.command('claimvote', { playername }));
const askModerators = async (person: Person, playername?: string) =>
  person.click((await claimAs(person, playername)).message, 'Tell the moderators').reply();
/** What comes beside the answer to somebody's next command. */
const toldBeside = async (person: Person) => titleOf(await person.command('help').nextFollowUp());

/** The names of a member, as a moderator opens them from the menu of the member. */
async function namesOf({ moderator }: Bot, person: Person) {
  const list = await answerTo(moderator.commandOn(person.id, 'Claims of this member'));
  return moderator.click(list.message, 'Player names').reply();
}

it('a name is refused to others without saying whose it is, who tell the moderators once, who give it away in the post', async () => {
  const bot = await start();
  const { bob, member, moderator, channel, main } = bot;
  const refused = await claimAs(bob);
  expect([refused.title, refused.colour, buttonsOf(refused.message)]).toEqual([
    NOT_YOURS,
    'FEE75C',
    ['Another name', 'Tell the moderators'],
  ]);
  expect(JSON.stringify(refused.message)).not.toContain(member.id);
  expect(main.claims).toHaveLength(1);
  for (let click = 0; click < 2; click += 1) {
    const told = await bob.click(refused.message, 'Tell the moderators').reply();
    expect(titleOf(told)).toBe('The moderators have been told');
  }
  const post = await posted(bot, channel);
  expect(descriptionOf(post)).toContain(
    `<@${bob.id}> says that **Steve** is theirs. The name belongs to <@${member.id}>`,
  );

  const given = await moderator.click(post, 'Give it away').reply();
  expect([titleOf(given), given.components]).toEqual(['The name belongs to whoever asked', []]);
  expect(descriptionOf(given)).toContain(`<@${moderator.id}>`);
  expect([await toldBeside(bob), await toldBeside(member)]).toEqual([
    'A name is yours now',
    'A name is no longer yours',
  ]);
  main.castVote('Steve');
  expect((await claimAs(member)).title).toBe(NOT_YOURS);
  expect((await claimAs(bob)).title).toBe('Reward claimed');
  await bot.app.stop();
  expect(channel.messages).toHaveLength(1);
});

it('a name that cannot be given leads to those that its next owner has, of which one is freed', async () => {
  const bot = await start();
  const { bob, moderator, channel } = bot;
  await askModerators(bob);
  const post = await posted(bot, channel);
  for (const name of ['Ann', 'Ben', 'Cid']) expect((await claim(bot, name, bob)).title).toBe('Reward claimed');
  const why = await moderator.click(post, 'Give it away').nextFollowUp();
  expect(descriptionOf(why)).toContain('free one first');
  const names = await moderator.click(why, 'Player names').reply();
  expect([buttonsOf(names), descriptionOf(names)]).toEqual([[''], expect.not.stringContaining('Give a name')]);
  expect(buttonsOf(await pick(moderator, names).reply())).toEqual(['', 'Give a name']);
  const given = await moderator.click(post, 'Give it away').reply();
  expect(titleOf(given)).toBe('The name belongs to whoever asked');
});

it('a question about a name waits in /claims, where it is decided', async () => {
  const { bob, member, moderator } = await start();
  await askModerators(bob);
  const list = await answerTo(moderator.command('claims'));
  expect(descriptionOf(list.message)).toMatch(
    new RegExp(
      `^\\*\\*Waiting for a moderator.*\\n\\n▲ \\*\\*Steve.*whose player name.*<@${bob.id}>.*<@${member.id}>`,
      'is',
    ),
  );
  expect(footerOf(list.message)).toContain('questions for moderators: 1');
  const opened = await pick(moderator, list.message).reply();
  expect(buttonsOf(opened)).toEqual(['Give it away', 'Leave it', 'Back to the list']);
  const left = await moderator.click(opened, 'Leave it').reply();
  expect([titleOf(left), buttonsOf(left)]).toEqual(['The name stays with its owner', ['Back to the list']]);
  const back = await moderator.click(left, 'Back to the list').reply();
  expect(footerOf(back)).toContain('questions for moderators: 0');
  expect(await toldBeside(bob)).toBe('The name stays with its owner');
});

it('whoever has as many names as there can be asks the moderators for another one', async () => {
  const bot = await start();
  const { member, moderator, channel } = bot;
  for (const name of ['Ann', 'Ben']) expect((await claim(bot, name)).title).toBe('Reward claimed');
  const refused = await claimAs(member, 'Cid');
  expect([refused.title, buttonsOf(refused.message)]).toEqual([
    'You cannot have another name',
    ['Another name', 'Tell the moderators'],
  ]);
  await member.click(refused.message, 'Tell the moderators').reply();
  const post = await posted(bot, channel);
  expect([titleOf(post), buttonsOf(post)]).toEqual([
    'A member wants another player name',
    ['Player names', 'Leave it'],
  ]);
  const names = await moderator.click(post, 'Player names').reply();
  await pick(moderator, names, 1).reply();
  expect((await claim(bot, 'Cid')).title).toBe('Reward claimed');
  await claimAs(member, 'Dan');
  await askModerators(member, 'Eve');
  const left = await moderator.click(await posted(bot, channel, 2), 'Leave it').reply();
  expect([titleOf(left), descriptionOf(left)]).toEqual([
    'The names of the member stay as they are',
    expect.stringMatching(/^\*\*Requested by:\*\*/),
  ]);
});

it('a name that is refused is not remembered in the place of another one', async () => {
  const bot = await start();
  const { bob, main } = bot;
  const granted = await claim(bot, 'Bob', bob);
  await bob.click(granted.message, 'Remember this name').reply();
  const { message } = await claimAs(bob, 'Bob');
  const renamed = await bob.submit(bob.click(message, 'Another name'), { playername: 'Steve' });
  expect(titleOf(await renamed.nextFollowUp())).toBe(NOT_YOURS);
  await answerTo(bob.command('claimvote'));
  expect(main.claims.map(({ playername }) => playername)).toEqual(['Steve', 'Bob', 'Bob', 'Bob']);
});

it('without a channel of moderators, who is refused reads that they have to tell one, and claims for another name', async () => {
  const { bob, main } = await start({ hasChannel: false });
  const { message } = await claimAs(bob);
  const [buttons, words] = [buttonsOf(message), descriptionOf(message)];
  expect([buttons, words]).toEqual([['Another name'], expect.stringMatching(/tell a moderator/)]);
  main.castVote('Bob');
  expect((await fillIn(bob, message, 'Another name', { playername: 'Bob' })).title).toBe('Reward claimed');
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

  const given = await fillIn(moderator, await namesOf(bot, bob), 'Give a name', { playername: 'STEVE' });
  expect(descriptionOf(given.message)).toMatch(new RegExp(`^\\*\\*STEVE\\*\\* belongs to <@${bob.id}> now\\.`));
  expect((await claimAs(member)).title).toBe(NOT_YOURS);
});

it('names have owners once a manager turns that on, also those of earlier claims, and none after it is off', async () => {
  const bot = await startBot();
  const { main, manager, member } = bot;
  await claim(bot);
  main.castVote('Steve');
  const bob = bot.discord.addPerson({ guild: bot.guild, name: 'Bob' });
  const page = await choose(manager, await setUpOf(manager), 'names');
  expect(descriptionOf(page.message)).toMatch(/^Every member can claim with any player name\./);
  const on = await manager.click(page.message, 'Turn on').reply();
  expect([titleOf(on), doneIn(on)['Reserved names']]).toEqual(['Reserved names are on', '1']);
  expect((await claimAs(bob)).title).toBe(NOT_YOURS);
  const off = await answerTo(manager.click((await answerTo(setting(manager, 'names'))).message, 'Turn off'));
  expect(off.title).toBe('Reserved names are off');
  expect((await claimAs(bob)).title).toBe('Reward claimed');
  expect(
    buttonsOf((await answerTo(bot.moderator.commandOn(member.id, 'Claims of this member'))).message),
  ).not.toContain('Player names');
});
