import {
  DiscordAPIError,
  OverwriteType,
  PermissionFlagsBits,
  PermissionsBitField,
  RESTJSONErrorCodes,
  Routes,
  type APIGuildChannel,
  type REST,
} from 'discord.js';

import type { ChannelState, Places } from '../guilds/place.ts';
import type { OwnMember } from './own-member.ts';
import { missingOf } from './post-channel.ts';

/** Short, for somebody waits for the answer. */
const WITHIN_MS = 5_000;

/** @param ownMember - the bot in a guild */
export function createPlaces(
  rest: REST,
  ownMember: (guildId: string, signal: AbortSignal) => Promise<OwnMember>,
): Places {
  async function inspectChannel(
    guildId: string,
    id: string,
    bot: OwnMember,
    signal: AbortSignal,
  ): Promise<ChannelState> {
    try {
      const channel = (await rest.get(Routes.channel(id), { signal })) as APIGuildChannel;
      if (channel.guild_id !== guildId) return 'gone';
      const missing = missingOf(permissionsIn(channel, guildId, bot));
      return missing.length === 0 ? 'fine' : { missing };
    } catch (error) {
      const code = error instanceof DiscordAPIError ? error.code : undefined;
      if (code === RESTJSONErrorCodes.UnknownChannel) return 'gone';
      return code === RESTJSONErrorCodes.MissingAccess ? { missing: ['viewChannel'] } : 'unknown';
    }
  }

  return {
    async inspect(guildId, { channels, roles }) {
      const signal = AbortSignal.timeout(WITHIN_MS);
      const ids = [...new Set(channels)];
      if (ids.length === 0 && roles.length === 0) return { channels: new Map(), goneRoles: [] };
      const bot = await ownMember(guildId, signal).catch(() => undefined);
      if (!bot) return { channels: new Map(ids.map((id) => [id, 'unknown'])), goneRoles: [] };
      const states = await Promise.all(
        ids.map(async (id) => [id, await inspectChannel(guildId, id, bot, signal)] as const),
      );
      const there = new Set(bot.roles.map(({ id }) => id));
      return { channels: new Map(states), goneRoles: roles.filter((id) => !there.has(id)) };
    },
  };
}

/** Discord's documentation, "Permission Overwrites": everybody's, then those of all roles together, then the member's. */
function permissionsIn(
  { permission_overwrites: overwrites = [] }: APIGuildChannel,
  guildId: string,
  { id, own }: OwnMember,
): PermissionsBitField {
  const permissions = new PermissionsBitField(own.map((role) => BigInt(role.permissions)));
  if (permissions.has(PermissionFlagsBits.Administrator)) return permissions;
  const ownIds = new Set(own.map((role) => role.id));
  const steps = [
    overwrites.filter((one) => one.id === guildId),
    overwrites.filter((one) => one.type === OverwriteType.Role && one.id !== guildId && ownIds.has(one.id)),
    overwrites.filter((one) => one.type === OverwriteType.Member && one.id === id),
  ];
  for (const step of steps) {
    permissions.remove(step.map(({ deny }) => BigInt(deny)));
    permissions.add(step.map(({ allow }) => BigInt(allow)));
  }
  return permissions;
}
