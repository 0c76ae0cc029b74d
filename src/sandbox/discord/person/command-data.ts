import { ApplicationCommandOptionType, ApplicationCommandType } from 'discord-api-types/v10';

import type { Command, CommandOption } from '../commands.ts';
import type { Guild } from '../guild.ts';
import { ResolvedEntities } from './resolved-entities.ts';

export type OptionValue = string | number | boolean;
/** Values by option name; members, channels and roles by id. */
export type OptionValues = Readonly<Record<string, OptionValue>>;
export type CommandPath = { subcommand?: string; group?: string };
/** The option being typed into, for autocomplete: required options may still be empty. */
type FocusedOption = { name: string; typed: string };

type CommandRequest = { command: Command; values: OptionValues; path: CommandPath; focused?: FocusedOption };

type SentOption = { type: number; name: string; value?: OptionValue; focused?: true; options?: SentOption[] };

/** The `data` of a command interaction, typed as declared. Throws when Discord's client would not send it. */
export function commandData(request: CommandRequest, guild: Guild): object {
  const { command, path } = request;
  const resolved = new ResolvedEntities(guild);
  const group = path.group === undefined ? undefined : branch(command, command.options, path.group);
  const holder = group ?? command;
  const subcommand = path.subcommand === undefined ? undefined : branch(command, holder.options, path.subcommand);
  let options = leafOptions(request, (subcommand ?? holder).options ?? [], resolved);
  for (const { type, name } of [subcommand, group].filter((one) => one !== undefined))
    options = [{ type, name, options }];
  return {
    id: command.id,
    name: command.name,
    type: ApplicationCommandType.ChatInput,
    ...(options.length > 0 && { options }),
    ...resolved.toData(),
  };
}

/** The `data` of a command in the menu of a member. Source: Discord documentation, "User commands". */
export function memberCommandData({ id, name, type }: Command, memberId: string, guild: Guild): object {
  const resolved = new ResolvedEntities(guild);
  return { id, name, type, target_id: resolved.addMember(memberId), ...resolved.toData() };
}

function branch(command: Command, options: readonly CommandOption[] | null | undefined, name: string): CommandOption {
  const found = options?.find((option) => option.name === name && isBranch(option));
  if (found === undefined) throw new Error(`/${command.name} has no subcommand or group "${name}"`);
  return found;
}

const isBranch = ({ type }: CommandOption): boolean =>
  type === ApplicationCommandOptionType.Subcommand || type === ApplicationCommandOptionType.SubcommandGroup;

function leafOptions(
  { command, values, focused }: CommandRequest,
  declared: readonly CommandOption[],
  resolved: ResolvedEntities,
): SentOption[] {
  if (declared.some(isBranch)) throw new Error(`/${command.name} needs a subcommand`);
  const typed = focused === undefined ? values : { ...values, [focused.name]: focused.typed };
  const unknown = Object.keys(typed).find((name) => !declared.some((option) => option.name === name));
  if (unknown !== undefined) throw new Error(`/${command.name} has no option "${unknown}"`);
  return declared.flatMap((option): SentOption[] => {
    const value = typed[option.name];
    if (option.name === focused?.name) return [focusedOption(command, option, focused)];
    if (value !== undefined) return [{ type: option.type, name: option.name, value: accept(option, value, resolved) }];
    if (option.required && focused === undefined) throw new Error(`/${command.name} needs the option "${option.name}"`);
    return [];
  });
}

function focusedOption(command: Command, option: CommandOption, { typed }: FocusedOption): SentOption {
  if (!option.autocomplete) throw new Error(`/${command.name} has no autocomplete for "${option.name}"`);
  return { type: option.type, name: option.name, value: typed, focused: true };
}

function accept(option: CommandOption, value: OptionValue, resolved: ResolvedEntities): OptionValue {
  const refuse = (reason: string): never => {
    throw new Error(`Option "${option.name}" ${reason}, not ${JSON.stringify(value)}`);
  };
  if (option.choices?.every((choice) => choice.value !== value)) refuse('takes one of its choices');
  switch (option.type) {
    case ApplicationCommandOptionType.String:
      if (typeof value !== 'string') return refuse('takes a string');
      if (!within(value.length, option.min_length, option.max_length))
        return refuse('takes a string of another length');
      return value;
    case ApplicationCommandOptionType.Integer:
    case ApplicationCommandOptionType.Number:
      if (typeof value !== 'number') return refuse('takes a number');
      if (option.type === ApplicationCommandOptionType.Integer && !Number.isSafeInteger(value))
        return refuse('takes an integer');
      if (!within(value, option.min_value, option.max_value)) return refuse('takes a number in another range');
      return value;
    case ApplicationCommandOptionType.Boolean:
      return typeof value === 'boolean' ? value : refuse('takes true or false');
    case ApplicationCommandOptionType.User:
      return resolved.addMember(String(value));
    case ApplicationCommandOptionType.Channel:
      return resolved.addChannel(String(value));
    case ApplicationCommandOptionType.Role:
      return resolved.addRole(String(value));
    case ApplicationCommandOptionType.Mentionable:
      return resolved.addMentionable(String(value));
    case ApplicationCommandOptionType.Attachment:
    case ApplicationCommandOptionType.Subcommand:
    case ApplicationCommandOptionType.SubcommandGroup:
      return refuse('cannot be given here');
  }
}

function within(value: number, minimum: number | null | undefined, maximum: number | null | undefined): boolean {
  return value >= (minimum ?? -Infinity) && value <= (maximum ?? Infinity);
}
