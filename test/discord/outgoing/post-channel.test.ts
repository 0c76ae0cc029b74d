import { ChannelType, PermissionFlagsBits, PermissionsBitField } from 'discord.js';
import { expect, test } from 'vitest';

import { channelToPostIn } from '../../../src/discord/outgoing/post-channel.ts';

const HERE = '100000000000000001';
const THERE = '100000000000000002';
const TEXT = ChannelType.GuildText;
const NOTHING = '0';

const chosen = (value: string, channel?: { id: string; type: ChannelType; app_permissions?: string }) =>
  channelToPostIn(
    {
      channelId: HERE,
      appPermissions: new PermissionsBitField(PermissionFlagsBits.ViewChannel),
      options: { get: () => ({ value, channel }) },
    },
    'channel',
  );

test('a channel counts only as Discord has resolved it, and only where the bot can post', () => {
  expect(chosen(THERE)).toBe('unusable');
  expect(chosen(THERE, { id: HERE, type: TEXT })).toBe('unusable');
  expect(chosen(THERE, { id: THERE, type: ChannelType.GuildVoice })).toBe('unusable');
  expect(chosen(THERE, { id: THERE, type: TEXT })).toMatchObject({ id: THERE });
});

test.each([
  ['as Discord tells', THERE, NOTHING, ['viewChannel', 'sendMessages', 'embedLinks']],
  ['in the channel of the command, as Discord tells', HERE, undefined, ['sendMessages', 'embedLinks']],
  ['elsewhere, not at all', THERE, undefined, undefined],
])('what the bot lacks there is known %s', (_how, id, permissions, missing) => {
  const told = permissions === undefined ? {} : { app_permissions: permissions };
  expect(chosen(id, { id, type: TEXT, ...told })).toEqual({ id, missing });
});
