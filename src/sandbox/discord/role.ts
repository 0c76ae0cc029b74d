import { PermissionFlagsBits } from 'discord-api-types/v10';

/** The permissions of `@everyone`. Every other role has the same: what else somebody may do is set person by person. */
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
};

/** Source: Discord documentation, "Role object". */
export function toApiRole({ id, name, mentionable }: Role): Record<string, unknown> {
  return {
    id,
    name,
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    icon: null,
    unicode_emoji: null,
    position: 0,
    permissions: DEFAULT_PERMISSIONS.toString(),
    managed: false,
    mentionable,
    flags: 0,
  };
}
