import { describe, expect, it } from 'vitest';

import type { Role } from '../../src/sandbox/discord/role.ts';
import { until } from '../until.ts';
import { answerTo, type Bot, choose, fillIn, letGiveRoles, MANAGE_ROLES, setting, setUpOf, startBot } from './bot.ts';
import { descriptionOf, linksOf } from './reading.ts';
import { claim, OFTEN } from './reward-scene.ts';

const ADMINISTRATOR = 1n << 3n;

const set = ({ manager }: Bot, options: Parameters<typeof setting>[2]) =>
  answerTo(setting(manager, 'voter-role', options));
const show = async (bot: Bot) => descriptionOf((await set(bot, {})).message);

async function start(permissions = MANAGE_ROLES) {
  const bot = await startBot({ app: { timings: { claims: OFTEN } } });
  bot.guild.appRole.permissions |= permissions;
  const role = bot.guild.addRole('Voter');
  letGiveRoles(bot.manager, bot.guild);
  return { ...bot, role };
}

it('a confirmed claim gives its member the role, until a manager turns it off', async () => {
  const bot = await start();
  const { title, message } = await set(bot, { role: bot.role.id, hours: 12 });
  expect(title).toBe('Voter role saved');
  expect(descriptionOf(message)).toContain(`<@&${bot.role.id}> for 12 hours.`);
  await claim(bot);
  await until(() => bot.member.roles.has(bot.role.id));
  expect(await show(bot)).toContain(`<@&${bot.role.id}>`);

  const off = await set(bot, { on: false });
  expect(descriptionOf(off.message)).toContain('Members who will lose the role, as soon as Discord lets');
  await until(() => bot.member.roles.size === 0);
  expect(await show(bot)).toBe('Whoever claims a reward gets no role.');
});

describe('/settings voter-role', () => {
  it('offers a link where the bot may not give roles, and works after that', async () => {
    const bot = await start(0n);
    const refused = await set(bot, { role: bot.role.id, hours: 6 });
    expect(refused.title).toBe('This role cannot be the voter role');
    const [link = ''] = linksOf(refused.message);
    const { searchParams } = new URL(link);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: bot.discord.applicationId,
      scope: 'bot applications.commands',
      permissions: String(19_456n | MANAGE_ROLES),
      guild_id: bot.guild.id,
      disable_guild_select: 'true',
    });
    expect(await show(bot)).toBe('Whoever claims a reward gets no role.');
    bot.guild.appRole.permissions |= MANAGE_ROLES;
    expect((await set(bot, { role: bot.role.id, hours: 6 })).title).toBe('Voter role saved');
  });

  it.each<[string, (bot: Bot & { role: Role }) => string, RegExp]>([
    ['is above the bot', ({ guild, role }) => ((role.position = guild.appRole.position + 1), role.id), /drag a role/],
    ['everyone has', ({ guild }) => guild.id, /Everyone has/],
    ['is of an application', ({ guild }) => guild.appRole.id, /another app gives/],
    ['has powers', ({ role }) => ((role.permissions |= ADMINISTRATOR), role.id), /permissions to moderate or manage/],
  ])('refuses a role that %s', async (_what, choose, words) => {
    const bot = await start();
    const refused = await set(bot, { role: choose(bot) });
    expect(refused.title).toBe('This role cannot be the voter role');
    expect(descriptionOf(refused.message)).toMatch(words);
    expect(await show(bot)).toBe('Whoever claims a reward gets no role.');
  });

  it('needs Manage Roles of whoever sets it, also in /setup, but not of whoever turns it off or looks at it', async () => {
    const bot = await start();
    bot.manager.permissions &= ~MANAGE_ROLES;
    const refused = await set(bot, { role: bot.role.id });
    expect([refused.title, descriptionOf(refused.message)]).toEqual([
      "You can't use this here",
      'You need the *Manage Roles* permission.',
    ]);
    expect(await show(bot)).toBe('Whoever claims a reward gets no role.');
    const page = await choose(bot.manager, await setUpOf(bot.manager), 'voter-role');
    const again = await fillIn(bot.manager, page.message, 'Set up: Voter role', { role: [bot.role.id] });
    expect(again.title).toBe("You can't use this here");
    bot.manager.permissions |= MANAGE_ROLES;
    await set(bot, { role: bot.role.id });
    bot.manager.permissions &= ~MANAGE_ROLES;
    for (const options of [{ on: true }, { hours: 700 }]) {
      expect((await set(bot, options)).title).toBe("You can't use this here");
    }
    expect((await set(bot, { on: false })).title).toBe('The voter role is off');
  });

  it('refuses a role that whoever sets it could not give by hand, unless the server is theirs', async () => {
    const bot = await start();
    const role = bot.guild.addRole('Above the managers');
    const refused = await set(bot, { role: role.id });
    expect(refused.title).toBe('This role cannot be the voter role');
    expect(descriptionOf(refused.message)).toContain('one below your own highest role');
    bot.guild.ownerId = bot.manager.id;
    expect((await set(bot, { role: role.id })).title).toBe('Voter role saved');
  });
});
