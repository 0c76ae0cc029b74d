import type { BaseInteraction, MessageComponentInteraction } from 'discord.js';

import { own, type Command } from './command.ts';

/**
 * Whether the person of this interaction may use the command or what belongs to it, from what the interaction itself says of their
 * permissions. For an openable command, Discord has already asked the guild's admins: it is trusted on the command itself, and
 * on a button that stands on our answer to this very person, unless its action needs more than the command.
 *
 * @param action - of the component or modal, as its custom id names it
 */
export function mayUse(command: Command, interaction: BaseInteraction, action: string | undefined): boolean {
  const { memberPermissions } = interaction;
  const neededByAction = action === undefined ? undefined : own(command.needs, action);
  if (neededByAction !== undefined) return memberPermissions?.has(neededByAction) === true;
  const needed = command.definition.default_member_permissions;
  if (needed === undefined || needed === null) return true;
  if (memberPermissions?.has(BigInt(needed))) return true;
  if (!command.openable) return false;
  if (interaction.isCommand() || interaction.isAutocomplete()) return true;
  return interaction.isMessageComponent() && standsOnTheirAnswer(interaction);
}

/** Discord sends the message along with the click, and only the bot itself could have put the component there. */
function standsOnTheirAnswer({ message, user, customId }: MessageComponentInteraction): boolean {
  if (message.interactionMetadata?.user.id !== user.id) return false;
  return message.components.some(
    (row) => 'components' in row && row.components.some((part) => 'customId' in part && part.customId === customId),
  );
}
