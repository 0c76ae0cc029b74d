import type {
  APIApplicationCommandOptionChoice,
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
import {
  type Beginning,
  type Command,
  type ComponentHandler,
  type Conversation,
  type Handler,
  ownEntry,
  type Subcommand,
} from './command.ts';
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

/** What answers an interaction, and how that begins. */
export type Answering = {
  begins: Beginning;
  /** @throws what the handler throws */
  answer: (conversation: Conversation) => Promise<Reply | Answered>;
};

/**
 * What a command declares for an interaction.
 *
 * @throws when there is no such handler, or nothing to give it: the custom id is forged, or of a version of the bot
 * that is gone
 */
export function answeringOf(
  command: Command,
  interaction: Exclude<Served, AutocompleteInteraction>,
  { command: name, action = '', argument }: Target,
): Answering {
  const customId = { command: name, action, argument };
  if (interaction.isChatInputCommand()) return answering(handlersOf(command, interaction).execute, interaction);
  if (interaction.isUserContextMenuCommand()) {
    if (!command.onMember) throw new Error('the command is in no menu');
    return answering(command.onMember.execute, interaction);
  }
  if (interaction.isButton()) return component('buttons', command.buttons, interaction, customId);
  if (interaction.isStringSelectMenu()) return component('selects', command.selects, interaction, customId);
  return component('modals', command.modals, interaction, customId);
}

/** What completes the option that somebody is typing; undefined where nothing does. */
export async function complete(
  command: Command,
  interaction: AutocompleteInteraction,
  conversation: Conversation,
): Promise<APIApplicationCommandOptionChoice<string>[] | undefined> {
  return handlersOf(command, interaction).autocomplete?.({ ...conversation, interaction });
}

/** Those of the subcommand that was used, where there are any. */
function handlersOf(
  command: Command,
  { options }: Pick<ChatInputCommandInteraction | AutocompleteInteraction, 'options'>,
): Pick<Subcommand, 'execute' | 'autocomplete'> {
  if (!command.subcommands) return command;
  const name = options.getSubcommand();
  const subcommand = command.subcommands.find(({ definition }) => definition.name === name);
  if (!subcommand) throw new Error(`there is no subcommand "${name}"`);
  return subcommand;
}

function answering<Interaction>(handler: Handler<Interaction>, interaction: Interaction): Answering {
  const { begins = 'acknowledged' } = handler;
  return { begins, answer: async (conversation) => handler({ ...conversation, interaction }) };
}

function component<Interaction>(
  kind: ComponentKind,
  handlers: Readonly<Record<string, ComponentHandler<Interaction, never>>> | undefined,
  interaction: Interaction,
  customId: CustomIdParts,
): Answering {
  const handler = ownEntry(handlers, customId.action);
  if (handler === undefined) throw new Error('the interaction belongs to no handler');
  // Each handler takes what is declared for its custom id (`CommandOf`), which is what is read here.
  const argument = readArgument(kind, customId) as never;
  const { begins = 'acknowledged' } = handler;
  return { begins, answer: async (conversation) => handler({ ...conversation, interaction }, argument) };
}
