import type {
  AnySelectMenuInteraction,
  AutocompleteInteraction,
  ButtonInteraction,
  ChatInputCommandInteraction,
  Interaction,
  MessageContextMenuCommandInteraction,
  ModalSubmitInteraction,
  UserContextMenuCommandInteraction,
} from 'discord.js';

import { parseCustomId, readArgument } from '../../ui/custom-ids.ts';
import { OutdatedError } from '../../work/errors.ts';
import type { UseLimit } from '../../work/limits.ts';
import { type Command, type Conversation, type Handler, ownEntry } from './command.ts';

/** All that people can send, so that each gets an answer, whether or not this version has it. */
type Answerable =
  | ChatInputCommandInteraction
  | UserContextMenuCommandInteraction
  | MessageContextMenuCommandInteraction
  | ButtonInteraction
  | AnySelectMenuInteraction
  | ModalSubmitInteraction;

export type Served = Answerable | AutocompleteInteraction;

export function isServed(interaction: Interaction): interaction is Served {
  return (
    interaction.isChatInputCommand() ||
    interaction.isContextMenuCommand() ||
    interaction.isAutocomplete() ||
    interaction.isButton() ||
    interaction.isAnySelectMenu() ||
    interaction.isModalSubmit()
  );
}

export function kindOf(interaction: Served) {
  if (interaction.isAutocomplete()) return 'autocomplete';
  if (interaction.isModalSubmit()) return 'modal';
  return interaction.isCommand() ? 'command' : 'component';
}

/** `name`: for the log, so without the argument, which may be of a token; `action`: undefined for the command itself */
export type Route = { name: string; command: string; action: string | undefined; argument: string };

/** A command by its name, or an action of one by its custom id. */
export function routeOf(interaction: Served): Route {
  if (!('commandName' in interaction)) {
    const parts = parseCustomId(interaction.customId);
    return { name: `${parts.command}:${parts.action}`, ...parts };
  }
  const { commandName: name } = interaction;
  return { name, command: name, action: undefined, argument: '' };
}

/** What a use counts as. A button that shares its name with a form opens that: only what is submitted is the action. */
export function limitOf(command: Command, interaction: Served, { action }: Route): UseLimit | undefined {
  const isOpening = interaction.isButton() && ownEntry(command.modals, action) !== undefined;
  return (isOpening ? undefined : ownEntry(command.actionLimits, action)) ?? command.limit;
}

/** @throws {@link OutdatedError} for what is forged, or of an older version */
export function answeringOf(
  command: Command,
  interaction: Answerable,
  { command: name, action = '', argument: written }: Route,
  conversation: Conversation,
) {
  const kind = componentKindOf(interaction);
  const handler = kind ? ownEntry<Handler<never, never>>(command[kind], action) : executeOf(command, interaction);
  if (!handler) throw new OutdatedError('the interaction belongs to no handler');
  // Each handler takes what is declared for its custom id (`CommandOf`): `readArgument` returns just that.
  const argument = (kind && argumentOf(kind, { command: name, action, argument: written })) as never;
  const { begins = 'acknowledged' } = handler;
  return { begins, answer: async () => handler({ ...conversation, interaction: interaction as never }, argument) };
}

function argumentOf(...given: Parameters<typeof readArgument>): unknown {
  try {
    return readArgument(...given);
  } catch (error) {
    throw new OutdatedError('the argument is none that we write', { cause: error });
  }
}

function executeOf(command: Command, interaction: Answerable): Handler<never, never> | undefined {
  if (interaction.isChatInputCommand()) return handlersOf(command, interaction).execute;
  return interaction.isUserContextMenuCommand() ? command.onMember?.execute : undefined;
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
  const name = options.getSubcommand(false);
  const found = command.subcommands.find(({ definition }) => definition.name === name);
  if (!found) throw new OutdatedError(`there is no subcommand "${name}"`);
  return found;
}
