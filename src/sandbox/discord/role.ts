import { PermissionFlagsBits } from 'discord-api-types/v10';

/** The permissions of `@everyone`, and by default of every other role. People get further permissions one by one. */
export const DEFAULT_PERMISSIONS: bigint =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.AttachFiles |
  PermissionFlagsBits.ReadMessageHistory |
  PermissionFlagsBits.UseExternalEmojis |
  PermissionFlagsBits.UseApplicationCommands;

/** A role of a guild. The id of `@everyone` is the id of the guild. */
export type Role = {
  readonly id: string;
  readonly name: string;
  /** Whether anybody may ping it; otherwise an application needs the permission to mention everyone. */
  mentionable: boolean;
  /** 0 for `@everyone`; giving a role takes a higher one. */
  position: number;
  permissions: bigint;
  /** Whether only Discord or another application can give it. */
  managed: boolean;
};

export function makeRole(id: string, name: string, more: Partial<Role> = {}): Role {
  return { id, name, mentionable: false, position: 0, permissions: DEFAULT_PERMISSIONS, managed: false, ...more };
}

/** Source: Discord documentation, "Role object". */
export function toApiRole({ id, name, mentionable, position, permissions, managed }: Role): Record<string, unknown> {
  return {
    id,
    name,
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    icon: null,
    unicode_emoji: null,
    position,
    permissions: permissions.toString(),
    managed,
    mentionable,
    flags: 0,
  };
}
