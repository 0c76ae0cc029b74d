import type { BaseInteraction, MessageComponentInteraction } from 'discord.js';

import { ownEntry, type Command } from './command.ts';

/**
 * Whether this person may use the command, or the component or modal of it, by the permissions that the interaction carries. Where
 * admins may open the command to other roles, Discord has already decided who may use it. A component is then allowed on our
 * reply to the same person, unless its action needs a permission of its own.
 *
 * @param action - from the custom id of the component or modal; undefined for the command itself
 */
export function mayUse(command: Command, interaction: BaseInteraction, action: string | undefined): boolean {
  const needed = neededFor(command, action);
  if (needed === undefined || interaction.memberPermissions?.has(needed)) return true;
  if (!command.adminsMayOpen || neededByAction(command, action) !== undefined) return false;
  if (interaction.isCommand() || interaction.isAutocomplete()) return true;
  return interaction.isMessageComponent() && isOnTheirReply(interaction);
}

/** The permission that the command, or this action of it, asks for; undefined when everyone may use it. */
export function neededFor(command: Command, action: string | undefined): bigint | undefined {
  const byDefault = command.definition.default_member_permissions;
  return neededByAction(command, action) ?? (byDefault ? BigInt(byDefault) : undefined);
}

function neededByAction(command: Command, action: string | undefined): bigint | undefined {
  return action === undefined ? undefined : ownEntry(command.needs, action);
}

/** Discord itself sends the message with the click, so its author and components cannot be forged. */
function isOnTheirReply({ message, user, customId }: MessageComponentInteraction): boolean {
  if (message.interactionMetadata?.user.id !== user.id) return false;
  return message.components.some(
    (row) => 'components' in row && row.components.some((part) => 'customId' in part && part.customId === customId),
  );
}
