import {
  DiscordAPIError,
  PermissionsBitField,
  RESTJSONErrorCodes,
  Routes,
  type APIGuildChannel,
  type REST,
} from 'discord.js';

import type { ChannelState } from '../../guilds/settings.ts';
import type { Clock } from '../../work/clock.ts';
import type { FindOwnMember, OwnMember } from '../rest/own-member.ts';
import { missingToPost } from './post-channel.ts';

/** Short, as a person waits for the answer. */
const WITHIN_MS = 5_000;

/** `isPublic`: whether `@everyone` may view the channel, as far as Discord said */
type Inspected = { state: ChannelState; isPublic: boolean };
const UNKNOWN: Inspected = { state: 'unknown', isPublic: false };

export type ReachCheck = ReturnType<typeof createReachCheck>;

/** Asks Discord about the channels and roles that a guild has chosen. */
export function createReachCheck(rest: REST, ownMember: FindOwnMember, clock: Clock) {
  async function inspectChannel(guildId: string, id: string, bot: OwnMember, signal: AbortSignal): Promise<Inspected> {
    try {
      const channel = (await rest.get(Routes.channel(id), { signal })) as APIGuildChannel;
      if (channel.guild_id !== guildId) return { state: 'gone', isPublic: false };
      const missing = missingToPost(permissionsIn(channel, guildId, bot));
      const everyone = { id: guildId, own: bot.roles.filter((role) => role.id === guildId) };
      const isPublic = permissionsIn(channel, guildId, everyone).has('ViewChannel');
      return { state: missing.length === 0 ? 'fine' : { missing }, isPublic };
    } catch (error) {
      const code = error instanceof DiscordAPIError ? error.code : undefined;
      if (code === RESTJSONErrorCodes.UnknownChannel) return { state: 'gone', isPublic: false };
      return code === RESTJSONErrorCodes.MissingAccess
        ? { state: { missing: ['viewChannel'] }, isPublic: false }
        : UNKNOWN;
    }
  }

  return {
    /** Never rejects: without Discord's answer a channel is `unknown`, and a role counts as there. */
    async inspect(
      guildId: string,
      { channels, roles }: { channels: readonly string[]; roles: readonly string[] },
    ): Promise<{ channels: ReadonlyMap<string, Inspected>; goneRoles: readonly string[] }> {
      if (channels.length === 0 && roles.length === 0) return { channels: new Map(), goneRoles: [] };
      const signal = clock.signal(WITHIN_MS);
      const bot = await ownMember(guildId, signal).catch(() => undefined);
      const states = [...new Set(channels)].map(
        async (id) => [id, bot ? await inspectChannel(guildId, id, bot, signal) : UNKNOWN] as const,
      );
      const isGone = (id: string) => bot?.roles.every((role) => role.id !== id) ?? false;
      return { channels: new Map(await Promise.all(states)), goneRoles: roles.filter(isGone) };
    },
  };
}

/** Discord's documentation, "Permission Overwrites": everybody's, then those of all roles, then the member's. */
function permissionsIn(
  { permission_overwrites: overwrites = [] }: APIGuildChannel,
  guildId: string,
  { id, own }: Pick<OwnMember, 'id' | 'own'>,
): PermissionsBitField {
  const permissions = new PermissionsBitField(own.map((role) => BigInt(role.permissions)));
  if (permissions.has('Administrator')) return permissions;
  const steps = [
    overwrites.filter((one) => one.id === guildId),
    overwrites.filter((one) => one.id !== guildId && own.some((role) => role.id === one.id)),
    overwrites.filter((one) => one.id === id),
  ];
  for (const step of steps) {
    permissions.remove(step.map(({ deny }) => BigInt(deny)));
    permissions.add(step.map(({ allow }) => BigInt(allow)));
  }
  return permissions;
}
