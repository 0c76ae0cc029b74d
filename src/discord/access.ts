import { PermissionFlagsBits, type BaseInteraction, type MessageComponentInteraction } from 'discord.js';

import { MINUTE_MS } from '../clock.ts';
import type { Redis } from '../redis.ts';
import { type Command, ownEntry } from './command.ts';
import { rememberIds } from './remembered-ids.ts';

/** How long the components of a reply work for whoever was given its command: as long as the lists that they turn. */
export const OPENED_FOR_MS = 30 * MINUTE_MS;
const MAX_OPENED = 10_000;

/**
 * Whether this person may use the command, or the component or modal of it, by the permissions that the interaction
 * carries.
 *
 * Where admins may open the command to other roles, Discord has decided who may use it. A click says nothing of that,
 * only who clicks on the reply to which interaction. So the interactions are remembered in which a command was used
 * without its permission: the components of their replies work for half an hour, unless their action needs a permission
 * of its own. Those of anyone who had the permission stop working when it is taken away.
 *
 * @param action - undefined for the command itself
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

/** The permission that the command, or this action of it, asks for; undefined when everyone may use it. */
export function permissionFor(command: Command, action: string | undefined): bigint | undefined {
  const byDefault = command.definition.default_member_permissions;
  return ownEntry(command.extraPermissions, action) ?? (byDefault ? BigInt(byDefault) : undefined);
}

/** Discord itself sends the message with the click, so its author and components cannot be forged. */
function isOnTheirReply({ message, user, customId }: MessageComponentInteraction): boolean {
  if (message.interactionMetadata?.user.id !== user.id) return false;
  return message.components.some(
    (row) => 'components' in row && row.components.some((part) => 'customId' in part && part.customId === customId),
  );
}
