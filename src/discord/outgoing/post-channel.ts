import { ChannelType, PermissionFlagsBits, PermissionsBitField } from 'discord.js';

import type { PostPermission } from '../../guilds/settings.ts';

/** Where the bot can post for everybody. */
export const POST_CHANNEL_TYPES = [ChannelType.GuildText, ChannelType.GuildAnnouncement] as const;

export const NEEDED_TO_POST = {
  viewChannel: PermissionFlagsBits.ViewChannel,
  sendMessages: PermissionFlagsBits.SendMessages,
  embedLinks: PermissionFlagsBits.EmbedLinks,
} as const satisfies Record<PostPermission, bigint>;

/** What is read of an interaction. `appPermissions`, `app_permissions`: what the bot may do in the channel */
export type ChannelSource = {
  channelId: string;
  appPermissions: Readonly<PermissionsBitField>;
  options: { get(name: string): { value?: unknown; channel?: ResolvedChannel | null | undefined } | null };
};
type ResolvedChannel = { id: string; type: ChannelType; app_permissions?: string };

/**
 * The channel that an option names, if Discord has resolved it: the id alone could belong to any guild.
 *
 * @returns undefined when the option was left out; `unusable` when its channel is not one to post in. `missing`: what
 * the bot lacks to post there, as far as the interaction tells
 */
export function channelToPostIn(interaction: ChannelSource, option: string) {
  const found = interaction.options.get(option);
  if (!found) return undefined;
  const { channel, value } = found;
  if (!channel || channel.id !== value) return 'unusable';
  if (!POST_CHANNEL_TYPES.some((type) => type === channel.type)) return 'unusable';
  return { id: channel.id, missing: missingIn(interaction, channel) };
}

/** Discord tells what the bot may do in a channel that it resolves, and in the one where the command was used. */
function missingIn(interaction: ChannelSource, { id, app_permissions: permissions }: ResolvedChannel) {
  if (permissions !== undefined) return missingToPost(new PermissionsBitField(BigInt(permissions)));
  return id === interaction.channelId ? missingToPost(interaction.appPermissions) : undefined;
}

export function missingToPost(has: Readonly<PermissionsBitField>): readonly PostPermission[] {
  return (Object.keys(NEEDED_TO_POST) as PostPermission[]).filter((name) => !has.has(NEEDED_TO_POST[name]));
}
