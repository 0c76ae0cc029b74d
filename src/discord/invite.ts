import { OAuth2Scopes, PermissionFlagsBits } from 'discord.js';

/** What posts in channels need. */
const POSTING = PermissionFlagsBits.ViewChannel | PermissionFlagsBits.SendMessages | PermissionFlagsBits.EmbedLinks;

export function inviteLink(applicationId: string, permissions = POSTING, place: Record<string, string> = {}): string {
  const scope = [OAuth2Scopes.Bot, OAuth2Scopes.ApplicationsCommands].join(' ');
  const query = { client_id: applicationId, scope, permissions: String(permissions), ...place };
  return `https://discord.com/oauth2/authorize?${new URLSearchParams(query).toString()}`;
}

/** Where the bot is added to a guild once more, so that it may give roles there: it asks for that only where it is used. */
export function inviteWithRoles(applicationId: string, guildId: string): string {
  const place = { guild_id: guildId, disable_guild_select: 'true' };
  return inviteLink(applicationId, POSTING | PermissionFlagsBits.ManageRoles, place);
}
