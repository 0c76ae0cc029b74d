import type { BaseInteraction, MessageComponentInteraction } from 'discord.js';
import { z } from 'zod';

import type { Command } from './command.ts';

/**
 * Whether the person of this interaction may use the command or what belongs to it, from what the interaction itself says of their
 * permissions. For an openable command, Discord has already asked the guild's admins: it is trusted on the command itself, and
 * on a button that stands on our answer to this very person.
 */
export function mayUse(command: Command, interaction: BaseInteraction): boolean {
  const needed = command.definition.default_member_permissions;
  if (needed === undefined || needed === null) return true;
  if (interaction.memberPermissions?.has(BigInt(needed))) return true;
  if (!command.openable) return false;
  if (interaction.isCommand() || interaction.isAutocomplete()) return true;
  return interaction.isMessageComponent() && standsOnTheirAnswer(interaction);
}

/** A message as Discord sends it along with a click: only the bot itself could have put the component there. */
const answerMessage = z.object({
  interaction_metadata: z.object({ user: z.object({ id: z.string() }) }),
  components: z.array(z.object({ components: z.array(z.looseObject({ custom_id: z.string().optional() })) })),
});

function standsOnTheirAnswer({ message, user, customId }: MessageComponentInteraction): boolean {
  const { data } = answerMessage.safeParse(message);
  if (data?.interaction_metadata.user.id !== user.id) return false;
  return data.components.some((row) => row.components.some((component) => component.custom_id === customId));
}
