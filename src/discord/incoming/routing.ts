import type {
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  Interaction,
  UserContextMenuCommandInteraction,
} from 'discord.js';

import { type ComponentKind, parseCustomId, readArgument } from '../../ui/custom-ids.ts';
import { type Command, type Conversation, type Handler, type Interactions, ownEntry } from './command.ts';

type Answerable = ChatInputCommandInteraction | UserContextMenuCommandInteraction | Interactions[ComponentKind];

export type Served = Answerable | AutocompleteInteraction;

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

export function kindOf(interaction: Served) {
  if (interaction.isAutocomplete()) return 'autocomplete';
  if (interaction.isModalSubmit()) return 'modal';
  return interaction.isCommand() ? 'command' : 'component';
}

/** `name`: for the log, so without the argument, which may be of a token; `action`: undefined for the command itself */
export type Target = { name: string; command: string; action: string | undefined; argument: string };

/** A command by its name, or an action of one by its custom id. */
export function targetOf(interaction: Served): Target {
  if (!('commandName' in interaction)) {
    const parts = parseCustomId(interaction.customId);
    return { name: `${parts.command}:${parts.action}`, ...parts };
  }
  const { commandName: name } = interaction;
  return { name, command: name, action: undefined, argument: '' };
}

/** @throws for a custom id that is forged, or of an older version */
export function answeringOf(
  command: Command,
  interaction: Answerable,
  { command: name, action = '', argument: written }: Target,
  conversation: Conversation,
) {
  const kind = componentKindOf(interaction);
  const handler = kind ? ownEntry<Handler<never, never>>(command[kind], action) : executeOf(command, interaction);
  if (!handler) throw new Error('the interaction belongs to no handler');
  // Each handler takes what is declared for its custom id (`CommandOf`): `readArgument` returns just that.
  const argument = (kind && readArgument(kind, { command: name, action, argument: written })) as never;
  const { begins = 'acknowledged' } = handler;
  return { begins, answer: async () => handler({ ...conversation, interaction: interaction as never }, argument) };
}

function executeOf(command: Command, interaction: Answerable): Handler<never, never> | undefined {
  return interaction.isChatInputCommand() ? handlersOf(command, interaction).execute : command.onMember?.execute;
}

function componentKindOf(interaction: Answerable) {
  if (interaction.isButton()) return 'buttons';
  if (interaction.isStringSelectMenu()) return 'selects';
  return interaction.isModalSubmit() ? 'modals' : undefined;
}

export async function complete(command: Command, interaction: AutocompleteInteraction, conversation: Conversation) {
  return (await handlersOf(command, interaction).autocomplete?.({ ...conversation, interaction })) ?? [];
}

function handlersOf(command: Command, { options }: ChatInputCommandInteraction | AutocompleteInteraction) {
  if (!command.subcommands) return command;
  const name = options.getSubcommand();
  const found = command.subcommands.find(({ definition }) => definition.name === name);
  if (!found) throw new Error(`there is no subcommand "${name}"`);
  return found;
}
