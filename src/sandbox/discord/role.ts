import { PermissionFlagsBits } from 'discord-api-types/v10';

/**
 * The permissions of `@everyone`. Every other role has the same, unless a test gives it more: what else somebody may do
 * is set person by person.
 */
export const DEFAULT_PERMISSIONS: bigint =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.AttachFiles |
  PermissionFlagsBits.ReadMessageHistory |
  PermissionFlagsBits.UseExternalEmojis |
  PermissionFlagsBits.UseApplicationCommands;

/** A role of a guild. The one that everyone has, `@everyone`, has the id of the guild. */
export type Role = {
  readonly id: string;
  readonly name: string;
  /** Whether anybody may ping it; otherwise only an application that may mention everyone can. */
  mentionable: boolean;
  /** 0 for `@everyone`; a role can be given only by whoever has a higher one */
  position: number;
  permissions: bigint;
  /** Whether Discord or another application gives it, and nobody else can. */
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
