import {
  ApplicationCommandOptionType as OptionType,
  ApplicationCommandType,
  ApplicationIntegrationType,
  InteractionContextType,
  type APIApplicationCommandBasicOption,
  type APIApplicationCommandOptionChoice,
  type APIApplicationCommandSubcommandOption,
  type ChannelType,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
  type RESTPostAPIContextMenuApplicationCommandsJSONBody,
} from 'discord.js';

import { parseTypedNumber } from '../../formats.ts';
import { type CommandText, described, named } from '../../locales/index.ts';
import type { CommandName } from '../../ui/custom-ids.ts';
import { type ChannelSource, POST_CHANNEL_TYPES, channelToPostIn } from '../outgoing/post-channel.ts';

export type SlashDefinition = RESTPostAPIChatInputApplicationCommandsJSONBody;
export type MenuDefinition = RESTPostAPIContextMenuApplicationCommandsJSONBody;

type OptionLimits = {
  required?: true;
  autocomplete?: true;
  max_length?: number;
  min_value?: number;
  max_value?: number;
  choices?: APIApplicationCommandOptionChoice[];
  channel_types?: ChannelType[];
};

/** What is read of a command, or of a form that stands for it (`forms.ts`). */
export type Source = ChannelSource & RoleSource;

/** An option without its name: what Discord is told of it, and how a handler reads it. */
type Option<Given> = {
  definition: OptionLimits & { type: OptionType } & ReturnType<typeof described>;
  read: (interaction: Source, name: string) => Given;
};

export type Options = Readonly<Record<string, Option<unknown>>>;

export type OptionValues<All extends Options> = { [Name in keyof All]: ReturnType<All[Name]['read']> };

/** The value of each option; undefined where it was left out. */
export function readOptions<All extends Options>(options: All, interaction: Source): OptionValues<All> {
  const values = Object.entries(options).map(([name, { read }]) => [name, read(interaction, name)]);
  return Object.fromEntries(values) as OptionValues<All>;
}

const option =
  <Given>(type: OptionType, read: Option<Given>['read'], always: OptionLimits = {}) =>
  (text: CommandText, limits: OptionLimits = {}): Option<Given> => ({
    definition: { type, ...described(text), ...always, ...limits },
    read,
  });

const readText: Option<string | undefined>['read'] = ({ options }, name) => options.get(name)?.value?.toString();

export const stringOption = option(OptionType.String, readText);
export const requiredOption = option(OptionType.String, (source, name) => readText(source, name) ?? '', {
  required: true,
});
export const integerOption = option(OptionType.Integer, (source, name) => {
  const text = readText(source, name);
  return text === undefined ? undefined : (parseTypedNumber(text) ?? NaN);
});
export const booleanOption = option(OptionType.Boolean, (source, name) => {
  const text = readText(source, name);
  return text === undefined ? undefined : text === 'true';
});
/** Reads the person's id. */
export const userOption = option(OptionType.User, readText);
export const channelOption = option(OptionType.Channel, channelToPostIn, { channel_types: [...POST_CHANNEL_TYPES] });
export const roleOption = option(OptionType.Role, givenRole);

export function choiceOption<Value extends string>(
  text: CommandText,
  choices: (APIApplicationCommandOptionChoice & { value: Value })[],
) {
  const read: Option<Value | undefined>['read'] = (source, name) =>
    choices.find(({ value }) => value === readText(source, name))?.value;
  return option(OptionType.String, read)(text, { choices });
}

type OptionValue = string | number | boolean | undefined;

type RoleSource = {
  guildId: string | null;
  options: { get(name: string): { value?: OptionValue; role?: { id: string } | null | undefined } | null };
};

/**
 * The role that an option names, if Discord has resolved it: the id alone could belong to any guild.
 *
 * @returns undefined when the option was left out; `unusable` for @everyone (with the guild's id) or an unresolved role
 */
export function givenRole({ guildId, options }: RoleSource, name: string): { id: string } | 'unusable' | undefined {
  const found = options.get(name);
  if (!found) return undefined;
  const { value, role } = found;
  return role && role.id === value && role.id !== guildId ? { id: role.id } : 'unusable';
}

const IN_GUILDS = {
  contexts: [InteractionContextType.Guild],
  integration_types: [ApplicationIntegrationType.GuildInstall],
};

/** @param permission - needed for the command, unless an admin of the guild says otherwise */
export function slashCommand<Name extends CommandName>(
  name: Name,
  permission?: bigint,
  options?: Options,
): SlashDefinition & { name: Name } {
  return {
    ...IN_GUILDS,
    type: ApplicationCommandType.ChatInput,
    name,
    ...described(`commands.${name}.description`),
    ...(permission === undefined ? {} : { default_member_permissions: String(permission) }),
    ...(options && { options: toldOf(options) }),
  };
}

export function commandGroup<
  Name extends CommandName,
  Subcommand extends { definition: APIApplicationCommandSubcommandOption },
>(name: Name, permission: bigint | undefined, subcommands: readonly Subcommand[]) {
  const options = subcommands.map(({ definition }) => definition);
  return { definition: { ...slashCommand(name, permission), options }, subcommands };
}

export function subcommand(name: string, text: CommandText, options?: Options): APIApplicationCommandSubcommandOption {
  return { name, type: OptionType.Subcommand, ...described(text), ...(options && { options: toldOf(options) }) };
}

/** @param name - Discord shows it in the language of each reader: nobody types it */
export function memberCommand(name: CommandText, permission: bigint): MenuDefinition {
  return {
    ...IN_GUILDS,
    type: ApplicationCommandType.User,
    ...named(name),
    default_member_permissions: String(permission),
  };
}

function toldOf(options: Options): APIApplicationCommandBasicOption[] {
  return Object.entries(options).map(
    ([name, { definition }]) => ({ name, ...definition }) as APIApplicationCommandBasicOption,
  );
}
