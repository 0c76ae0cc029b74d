import { ChannelType, PermissionFlagsBits, PermissionsBitField } from 'discord.js';

import type { PostPermission } from '../guilds/settings.ts';

/** Where the bot can post what is for everybody. */
export const POST_CHANNEL_TYPES = [ChannelType.GuildText, ChannelType.GuildAnnouncement] as const;

const NEEDED = {
  viewChannel: PermissionFlagsBits.ViewChannel,
  sendMessages: PermissionFlagsBits.SendMessages,
  embedLinks: PermissionFlagsBits.EmbedLinks,
} as const satisfies Record<PostPermission, bigint>;

/** A channel that a command names. `missing`: what the bot lacks to post there, as far as the interaction tells. */
export type ChosenChannel = { id: string; missing: readonly PostPermission[] | undefined };

/** What is read of an interaction. `app_permissions`: what the bot may do in the channel */
type Source = {
  channelId: string;
  appPermissions: Readonly<PermissionsBitField>;
  options: {
    get(name: string): { value?: unknown; channel?: ResolvedChannel | null | undefined } | null;
  };
};
type ResolvedChannel = { id: string; type: ChannelType; app_permissions?: string };

/**
 * The channel that an option names. An id alone could be that of any channel of any guild: only one that Discord has
 * resolved counts.
 *
 * @returns undefined when the option was left out, `unusable` when its channel is not one to post in
 */
export function postChannel(interaction: Source, option: string): ChosenChannel | 'unusable' | undefined {
  const given = interaction.options.get(option);
  if (!given) return undefined;
  const { channel } = given;
  if (!channel || channel.id !== given.value) return 'unusable';
  if (!POST_CHANNEL_TYPES.some((type) => type === channel.type)) return 'unusable';
  return { id: channel.id, missing: missingIn(interaction, channel) };
}

/** Discord tells what the bot may do in a channel that it resolves, and in the one where the command was used. */
function missingIn(interaction: Source, channel: ResolvedChannel): readonly PostPermission[] | undefined {
  const inChannel =
    channel.app_permissions === undefined ? undefined : new PermissionsBitField(BigInt(channel.app_permissions));
  if (inChannel) return missingOf(inChannel);
  return channel.id === interaction.channelId ? missingHere(interaction) : undefined;
}

/** What the bot lacks to post where the command was used. */
export function missingHere({ appPermissions }: Pick<Source, 'appPermissions'>): readonly PostPermission[] {
  return missingOf(appPermissions);
}

/** What of that is missing among some permissions. */
export function missingOf(has: Readonly<PermissionsBitField>): readonly PostPermission[] {
  return (Object.keys(NEEDED) as PostPermission[]).filter((name) => !has.has(NEEDED[name]));
}
