import { PermissionFlagsBits } from 'discord-api-types/v10';

import type { Guild } from '../discord/guild.ts';
import type { Message as SentMessage } from '../discord/message.ts';
import type { Message } from './protocol.ts';
import { roleTitle } from './role-names.ts';

/** The people whom a message notified. Without the permission to mention everyone, only mentionable roles ping. */
export function pingsOf({ mentions, channelId, visibleTo }: SentMessage, guild: Guild): Message['pings'] {
  const mayAll = guild.channels.get(channelId)?.appMay(PermissionFlagsBits.MentionEveryone) ?? false;
  const seeing = [...guild.members.values()].filter(({ id }) => visibleTo === null || visibleTo === id);
  const everyone = mentions.everyone && mayAll ? [{ name: '@everyone', personIds: seeing.map(({ id }) => id) }] : [];
  const roles = mentions.roleIds.flatMap((roleId) => {
    const role = guild.roles.get(roleId);
    if (role === undefined || !(mayAll || role.mentionable)) return [];
    const members = seeing.filter(({ roles }) => roles.has(roleId));
    return [{ name: roleTitle(role.name), personIds: members.map(({ id }) => id) }];
  });
  const people = seeing.filter(({ id }) => mentions.userIds.includes(id));
  return [...everyone, ...roles, ...people.map(({ id, name }) => ({ name: `@${name}`, personIds: [id] }))];
}
