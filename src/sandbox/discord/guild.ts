import { ChannelType, GuildFeature, OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10';

import type { Member } from './member.ts';
import type { Message } from './message.ts';
import type { Messages } from './messages.ts';
import { DEFAULT_PERMISSIONS, makeRole, toApiRole, type Role } from './role.ts';
import type { Snowflakes } from './snowflakes.ts';

export type GuildOptions = { name?: string; id?: string; locale?: string };

/** A text channel. `appPermissions`: what the application may do in it. */
export class Channel {
  readonly id: string;
  readonly name: string;
  readonly guildId: string;
  appPermissions: bigint = DEFAULT_PERMISSIONS;
  /** Whether it is closed to `@everyone`, and open to moderators, managers and the application. */
  isPrivate = false;
  readonly #messages: Messages;
  readonly #appRoleId: () => string;

  constructor(identity: { id: string; name: string; guildId: string; appRoleId: () => string }, messages: Messages) {
    this.#appRoleId = identity.appRoleId;
    this.id = identity.id;
    this.name = identity.name;
    this.guildId = identity.guildId;
    this.#messages = messages;
  }

  /** The messages that everyone sees, oldest first. */
  get messages(): Message[] {
    return this.#messages.publicIn(this.id);
  }

  /** As an admin would set it: overwrites hold the differences to the defaults. */
  #overwrites(): object[] {
    const denied = this.isPrivate ? PermissionFlagsBits.ViewChannel : 0n;
    const [allow, deny] = [
      this.appPermissions & (~DEFAULT_PERMISSIONS | denied),
      DEFAULT_PERMISSIONS & ~this.appPermissions,
    ];
    return [
      { id: this.guildId, allow: 0n, deny: denied },
      { id: this.#appRoleId(), allow, deny },
    ]
      .filter((one) => (one.allow | one.deny) !== 0n)
      .map((one) => ({
        id: one.id,
        type: OverwriteType.Role,
        allow: one.allow.toString(),
        deny: one.deny.toString(),
      }));
  }

  isOpenTo({ permissions }: { permissions: bigint }): boolean {
    const { ModerateMembers, ManageGuild } = PermissionFlagsBits;
    return !this.isPrivate || (permissions & (ModerateMembers | ManageGuild)) !== 0n;
  }

  /** @param permission - one bit, or several, all of which the application must have */
  appMay(permission: bigint): boolean {
    const mayAll = (this.appPermissions & PermissionFlagsBits.Administrator) !== 0n;
    return mayAll || (this.appPermissions & permission) === permission;
  }

  toApi(): Record<string, unknown> {
    return {
      id: this.id,
      type: ChannelType.GuildText,
      guild_id: this.guildId,
      name: this.name,
      position: 0,
      permission_overwrites: this.#overwrites(),
      topic: null,
      nsfw: false,
      rate_limit_per_user: 0,
      parent_id: null,
      last_message_id: this.#messages.lastIdIn(this.id),
      flags: 0,
    };
  }
}

/** A Discord server with the application in it, and with the channel `general`. */
export class Guild {
  readonly id: string;
  readonly name: string;
  /** An admin can change it. */
  locale: string;
  /** At first somebody who is not there. */
  ownerId: string;
  readonly channels = new Map<string, Channel>();
  readonly members = new Map<string, Member>();
  readonly roles = new Map<string, Role>();
  /** The application's own role, above all others until somebody moves one. At first it may not manage roles. */
  readonly appRole: Role;
  /** The channel in which people act by default. */
  readonly channel: Channel;
  readonly #allowed = new Set<string>();
  readonly #snowflakes: Snowflakes;
  readonly #messages: Messages;

  constructor(id: string, options: GuildOptions, parts: { snowflakes: Snowflakes; messages: Messages }) {
    this.id = id;
    this.ownerId = id;
    this.name = options.name ?? 'Sandbox Guild';
    this.locale = options.locale ?? 'en-US';
    this.#snowflakes = parts.snowflakes;
    this.#messages = parts.messages;
    this.channel = this.addChannel('general');
    this.roles.set(id, makeRole(id, '@everyone'));
    this.appRole = this.#putRole(makeRole(this.#snowflakes.next(), 'plan-vote-bot', { managed: true }));
  }

  addChannel(name: string): Channel {
    const channel = new Channel(
      { id: this.#snowflakes.next(), name, guildId: this.id, appRoleId: () => this.appRole.id },
      this.#messages,
    );
    this.channels.set(channel.id, channel);
    return channel;
  }

  /** A person gets the role when its id is added to their `roles`. */
  addRole(name: string, { mentionable = false } = {}): Role {
    const role = this.#putRole(makeRole(this.#snowflakes.next(), name, { mentionable }));
    this.appRole.position = this.roles.size;
    return role;
  }

  /** Whether the application may give this role. Source: Discord documentation, "Permission hierarchy". */
  appMayManage({ position }: Role): boolean {
    const { ManageRoles, Administrator } = PermissionFlagsBits;
    return (this.appRole.permissions & (ManageRoles | Administrator)) !== 0n && position < this.appRole.position;
  }

  #putRole(role: Role): Role {
    role.position = this.roles.size;
    this.roles.set(role.id, role);
    return role;
  }

  /** Opens a command to one person despite its default permissions, as under Server Settings > Integrations. */
  allow(commandName: string, personId: string): void {
    this.#allowed.add(`${commandName} ${personId}`);
  }

  allows(commandName: string, personId: string): boolean {
    return this.#allowed.has(`${commandName} ${personId}`);
  }

  /** The guild as interactions carry it. */
  toPartial(): Record<string, unknown> {
    return {
      id: this.id,
      locale: this.locale,
      features: [GuildFeature.Community],
    };
  }

  /** The fields of GUILD_CREATE, without members. Source: Discord gateway events, "Guild Create". */
  toGateway(joinedAt: number): Record<string, unknown> {
    return {
      id: this.id,
      name: this.name,
      icon: null,
      splash: null,
      discovery_splash: null,
      banner: null,
      description: null,
      vanity_url_code: null,
      owner_id: this.ownerId,
      features: [GuildFeature.Community],
      preferred_locale: this.locale,
      afk_channel_id: null,
      afk_timeout: 300,
      verification_level: 0,
      default_message_notifications: 0,
      explicit_content_filter: 0,
      mfa_level: 0,
      nsfw_level: 0,
      premium_tier: 0,
      premium_subscription_count: 0,
      premium_progress_bar_enabled: false,
      application_id: null,
      system_channel_id: null,
      system_channel_flags: 0,
      rules_channel_id: null,
      public_updates_channel_id: null,
      safety_alerts_channel_id: null,
      roles: [...this.roles.values()].map((role) => toApiRole(role)),
      emojis: [],
      stickers: [],
      joined_at: new Date(joinedAt).toISOString(),
      large: false,
      unavailable: false,
      member_count: this.members.size + 1,
      members: [],
      channels: [...this.channels.values()].map((channel) => channel.toApi()),
      threads: [],
      voice_states: [],
      presences: [],
      stage_instances: [],
      guild_scheduled_events: [],
      soundboard_sounds: [],
    };
  }
}
