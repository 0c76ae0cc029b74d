import { DiscordAPIError, OverwriteType, PermissionFlagsBits, REST, type APIOverwrite, type APIRole } from 'discord.js';
import { expect, test } from 'vitest';

import { createReachCheck } from '../../../src/discord/outgoing/reach-check.ts';
import type { OwnMember } from '../../../src/discord/rest/own-member.ts';
import { systemClock } from '../../../src/work/clock.ts';

const GUILD = '100000000000000001';
const CHANNEL = '300000000000000001';
const { ViewChannel, SendMessages, EmbedLinks, Administrator } = PermissionFlagsBits;
const ALL = ViewChannel | SendMessages | EmbedLinks;

const role = (id: string, permissions: bigint) => ({ id, permissions: String(permissions) }) as APIRole;
const overwrite = (id: string, { deny = 0n, allow = 0n }): APIOverwrite => {
  const type = id === 'bot' ? OverwriteType.Member : OverwriteType.Role;
  return { id, type, deny: String(deny), allow: String(allow) };
};
const denies = (id: string, deny: bigint) => overwrite(id, { deny });
const allows = (id: string, allow: bigint) => overwrite(id, { allow });
const NOBODY_SENDS = denies(GUILD, SendMessages);

/** The bot has two of three roles, beside the one that everybody has. */
function botWith(everyone: bigint, own = 0n): OwnMember {
  const roles = [role(GUILD, everyone), role('role', own), role('other', 0n), role('not ours', Administrator)];
  return { id: 'bot', roles, own: roles.slice(0, 3) };
}

async function stateOf(bot: OwnMember, overwrites: APIOverwrite[]) {
  const channel = { id: CHANNEL, guild_id: GUILD, permission_overwrites: overwrites };
  const rest = { get: () => Promise.resolve(channel) } as unknown as REST;
  const reach = createReachCheck(rest, () => Promise.resolve(bot), systemClock);
  return (await reach.inspect(GUILD, { channels: [CHANNEL], roles: [] })).channels.get(CHANNEL);
}

test.each<[string, OwnMember, APIOverwrite[], unknown]>([
  ['what everybody may', botWith(ALL), [], 'fine'],
  ['what its role may', botWith(0n, ALL), [], 'fine'],
  ['nothing', botWith(0n), [], { missing: ['viewChannel', 'sendMessages', 'embedLinks'] }],
  ['less, where everybody is kept out', botWith(ALL), [NOBODY_SENDS], { missing: ['sendMessages'] }],
  ['again, where its role is let in', botWith(ALL), [allows('role', SendMessages), NOBODY_SENDS], 'fine'],
  [
    'what one of its roles is allowed and another is denied',
    botWith(ALL),
    [denies('other', SendMessages), allows('role', SendMessages)],
    'fine',
  ],
  [
    'what it is denied itself, whatever its roles may',
    botWith(ALL),
    [allows('role', ALL), denies('bot', EmbedLinks)],
    { missing: ['embedLinks'] },
  ],
  ['nothing from a role that it does not have', botWith(0n), [allows('not ours', ALL)], expect.anything()],
  ['everything as an administrator', botWith(0n, Administrator), [denies('bot', ALL)], 'fine'],
])('in a channel the bot may %s', async (_what, bot, overwrites, state) => {
  expect((await stateOf(bot, overwrites))?.state).toEqual(state);
});

test.each<[string, OwnMember, APIOverwrite[], boolean]>([
  ['sees, as everywhere', botWith(ALL), [], true],
  ['sees nothing of, as everywhere', botWith(SendMessages), [], false],
  ['is kept out of', botWith(ALL), [denies(GUILD, ViewChannel)], false],
  ['is let into', botWith(0n), [allows(GUILD, ViewChannel)], true],
  ['is kept out of, with one of its roles let in', botWith(0n), [allows('role', ViewChannel)], false],
])('a channel that everybody %s', async (_what, bot, overwrites, isPublic) => {
  expect((await stateOf(bot, overwrites))?.isPublic).toBe(isPublic);
});

test('a channel that was deleted, or that is in another guild, is gone; what Discord does not say is unknown', async () => {
  const answers: Record<string, () => Promise<unknown>> = {
    deleted: () => Promise.reject(new DiscordAPIError({ code: 10_003, message: '' }, 10_003, 404, 'GET', '', {})),
    hidden: () => Promise.reject(new DiscordAPIError({ code: 50_001, message: '' }, 50_001, 403, 'GET', '', {})),
    elsewhere: () => Promise.resolve({ guild_id: 'another' }),
    silent: () => Promise.reject(new Error('refused by the test')),
  };
  const rest = { get: (route: string) => answers[route.split('/').at(-1) ?? '']?.() } as unknown as REST;
  const reach = createReachCheck(rest, () => Promise.resolve(botWith(ALL)), systemClock);
  const { channels } = await reach.inspect(GUILD, { channels: Object.keys(answers), roles: [] });
  expect(Object.fromEntries([...channels].map(([id, { state }]) => [id, state]))).toEqual({
    deleted: 'gone',
    hidden: { missing: ['viewChannel'] },
    elsewhere: 'gone',
    silent: 'unknown',
  });
});

test('all is unknown, and no role is gone, while Discord does not say who the bot is', async () => {
  const reach = createReachCheck(new REST(), () => Promise.reject(new Error('refused by the test')), systemClock);
  const { channels, goneRoles } = await reach.inspect(GUILD, { channels: [CHANNEL], roles: ['role'] });
  expect([...channels, ...goneRoles]).toEqual([[CHANNEL, { state: 'unknown', isPublic: false }]]);
});
