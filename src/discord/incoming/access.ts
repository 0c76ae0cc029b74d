import { PermissionFlagsBits, type BaseInteraction, type MessageComponentInteraction } from 'discord.js';

import { MINUTE_MS } from '../../work/clock.ts';
import type { Redis } from '../../work/redis.ts';
import { type Command, ownEntry } from './command.ts';
import { rememberIds } from './remembered-ids.ts';

/** How long the components of a reply serve a person whom an admin gave the command: as long as the lists they page. */
export const OPENED_FOR_MS = 30 * MINUTE_MS;
const MAX_OPENED = 10_000;

/**
 * Whether a person may use a command (or an action of it), by the permissions that the interaction carries. Where admins
 * may open a command to other roles, Discord decides who uses it, but a click does not carry that decision. So each use
 * without the command's permission is remembered: the components of its reply work for half an hour, unless their action
 * needs a permission of its own.
 */
export type MayUse = (command: Command, interaction: BaseInteraction, action: string | undefined) => Promise<boolean>;

/** @param now - ms since the epoch. @param redis - shared with the processes at which a click may arrive */
export function createAccess(now: () => number, redis?: Redis): MayUse {
  const opened = rememberIds({ name: 'opened', max: MAX_OPENED, keptMs: OPENED_FOR_MS, now, redis });

  return async (command, interaction, action) => {
    const needed = permissionFor(command, action);
    if (needed === undefined || interaction.memberPermissions?.has(needed)) return true;
    if (!command.adminsMayOpen || ownEntry(command.extraPermissions, action) !== undefined) return false;
    if (interaction.isAutocomplete()) return true;
    if (interaction.isCommand()) {
      await opened.add(interaction.id);
      return true;
    }
    if (!interaction.isMessageComponent() || !isOnTheirReply(interaction)) return false;
    return opened.has(interaction.message.interactionMetadata?.id ?? '');
  };
}

export function mayManageGuild({ memberPermissions }: Pick<BaseInteraction, 'memberPermissions'>): boolean {
  return memberPermissions?.has(PermissionFlagsBits.ManageGuild) ?? false;
}

/** The permission that a command, or an action of it, needs; undefined when everyone may use it. */
export function permissionFor(command: Command, action: string | undefined): bigint | undefined {
  const byDefault = command.definition.default_member_permissions;
  return ownEntry(command.extraPermissions, action) ?? (byDefault ? BigInt(byDefault) : undefined);
}

/** Discord itself sends the message with the click: nobody can forge its author and components. */
function isOnTheirReply({ message, user, customId }: MessageComponentInteraction): boolean {
  if (message.interactionMetadata?.user.id !== user.id) return false;
  return message.components.some(
    (row) => 'components' in row && row.components.some((part) => 'customId' in part && part.customId === customId),
  );
}
