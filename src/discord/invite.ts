import { OAuth2Scopes, PermissionFlagsBits, PermissionsBitField } from 'discord.js';

import { NEEDED_TO_POST } from './outgoing/post-channel.ts';

const POSTING = PermissionsBitField.resolve(Object.values(NEEDED_TO_POST));

export function inviteLink(applicationId: string, permissions = POSTING, guild: Record<string, string> = {}): string {
  const scope = [OAuth2Scopes.Bot, OAuth2Scopes.ApplicationsCommands].join(' ');
  const query = { client_id: applicationId, scope, permissions: String(permissions), ...guild };
  return `https://discord.com/oauth2/authorize?${new URLSearchParams(query).toString()}`;
}

/** Adds the bot to a guild once more, with the permission to give roles: the bot asks for it only where it is used. */
export function inviteWithRoles(applicationId: string, guildId: string): string {
  const guild = { guild_id: guildId, disable_guild_select: 'true' };
  return inviteLink(applicationId, POSTING | PermissionFlagsBits.ManageRoles, guild);
}
