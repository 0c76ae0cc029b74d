import type {
  AutocompleteInteraction,
  ButtonInteraction,
  ChatInputCommandInteraction,
  Interaction,
  ModalSubmitInteraction,
  StringSelectMenuInteraction,
  UserContextMenuCommandInteraction,
} from 'discord.js';

import { type ComponentKind, type CustomIdParts, parseCustomId, readArgument } from '../ui/custom-ids.ts';
import type { Reply } from '../ui/reply.ts';
import { type Command, type ComponentHandler, type Context, type Conversation, ownEntry } from './command.ts';
import type { Answered } from './responder.ts';

/** The kinds of interaction that the bot answers. */
export type Served =
  | ChatInputCommandInteraction
  | UserContextMenuCommandInteraction
  | AutocompleteInteraction
  | ButtonInteraction
  | StringSelectMenuInteraction
  | ModalSubmitInteraction;

export function isServed(interaction: Interaction): interaction is Served {
  return (
    interaction.isChatInputCommand() ||
    interaction.isUserContextMenuCommand() ||
    interaction.isAutocomplete() ||
    interaction.isButton() ||
    interaction.isStringSelectMenu() ||
    interaction.isModalSubmit()
  );
}

/** What counts it among others. */
export type InteractionKind = 'command' | 'autocomplete' | 'component' | 'modal';

export function kindOf(interaction: Served): InteractionKind {
  if (interaction.isAutocomplete()) return 'autocomplete';
  if (interaction.isModalSubmit()) return 'modal';
  return interaction.isCommand() ? 'command' : 'component';
}

/** `name`: as the log has it; `action`: undefined for the command itself */
export type Target = Omit<CustomIdParts, 'action'> & { name: string; action: string | undefined };

/** What an interaction is for: a command by its name, or a component or modal of one by its custom id. */
export function targetOf(interaction: Served): Target {
  if ('commandName' in interaction) {
    const { commandName: name } = interaction;
    return { name, command: name, action: undefined, argument: '' };
  }
  const { customId: name } = interaction;
  return { name, ...parseCustomId(name) };
}

/** Hands an interaction to what its command declares for it. */
export async function run(
  { execute, onMember, buttons, selects, modals }: Command,
  interaction: Exclude<Served, AutocompleteInteraction>,
  conversation: Conversation,
  { command, action = '', argument }: Target,
): Promise<Reply | Answered> {
  const customId = { command, action, argument };
  if (interaction.isChatInputCommand()) return execute({ ...conversation, interaction });
  if (interaction.isUserContextMenuCommand()) {
    if (!onMember) throw new Error('the command is in no menu');
    return onMember.execute({ ...conversation, interaction });
  }
  if (interaction.isButton()) return handle('buttons', buttons, { ...conversation, interaction }, customId);
  if (interaction.isStringSelectMenu()) return handle('selects', selects, { ...conversation, interaction }, customId);
  return handle('modals', modals, { ...conversation, interaction }, customId);
}

/**
 * @throws when there is no such handler, or nothing to give it: the custom id is forged, or of a version of the bot
 * that is gone
 */
async function handle<Interaction>(
  kind: ComponentKind,
  handlers: Readonly<Record<string, ComponentHandler<Interaction, never>>> | undefined,
  context: Context<Interaction>,
  customId: CustomIdParts,
): Promise<Reply | Answered> {
  const handler = ownEntry(handlers, customId.action);
  if (handler === undefined) throw new Error('the interaction belongs to no handler');
  // Each handler takes what is declared for its custom id (`CommandOf`), which is what is read here.
  return handler(context, readArgument(kind, customId) as never);
}
