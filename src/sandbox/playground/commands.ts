import { ApplicationCommandOptionType, ApplicationCommandType } from 'discord-api-types/v10';

import type { Command as Registered, CommandOption as Declared, Localizations } from '../discord/commands.ts';
import type { CommandPath } from '../discord/person/command-data.ts';
import type { Person } from '../discord/person/person.ts';
import type { Command, CommandOption, Localised, MemberCommand, OptionType } from './protocol.ts';

type Named = Pick<Registered, 'name' | 'description'> &
  Pick<Declared, 'name_localizations' | 'description_localizations'>;

const TYPES: Partial<Record<ApplicationCommandOptionType, OptionType>> = {
  [ApplicationCommandOptionType.String]: 'string',
  [ApplicationCommandOptionType.Integer]: 'integer',
  [ApplicationCommandOptionType.Number]: 'number',
  [ApplicationCommandOptionType.Boolean]: 'boolean',
  [ApplicationCommandOptionType.User]: 'user',
  [ApplicationCommandOptionType.Channel]: 'channel',
  [ApplicationCommandOptionType.Role]: 'role',
  [ApplicationCommandOptionType.Mentionable]: 'mentionable',
};

/** The entries of the slash-command picker: each command, or each of its subcommands. */
export function describeCommands(commands: readonly Registered[], people: readonly Person[]): Command[] {
  return commands
    .filter(({ type }) => type === ApplicationCommandType.ChatInput)
    .flatMap((command) => {
      const usableBy = usersOf(command, people);
      return entries([command], command.options ?? []).map((entry) => ({ id: command.id, ...entry, usableBy }));
    });
}

export function describeMemberCommands(commands: readonly Registered[], people: readonly Person[]): MemberCommand[] {
  return commands
    .filter(({ type }) => type === ApplicationCommandType.User)
    .map((command) => ({
      name: command.name,
      title: localised(command.name, command.name_localizations),
      usableBy: usersOf(command, people),
    }));
}

function usersOf(command: Registered, people: readonly Person[]): string[] {
  return people.filter((person) => person.mayUse(command)).map(({ id }) => id);
}

/** Splits a path into the names of the command, its group and its subcommand. Throws for an empty path. */
export function namesIn(path: readonly string[]): { name: string; branch: CommandPath } {
  const [name, ...branches] = path;
  if (name === undefined) throw new Error('Which command?');
  const [group, subcommand] = branches.length > 1 ? branches : [undefined, branches[0]];
  return {
    name,
    branch: { ...(group === undefined ? {} : { group }), ...(subcommand === undefined ? {} : { subcommand }) },
  };
}

function entries(path: readonly Named[], options: readonly Declared[]): Omit<Command, 'id' | 'usableBy'>[] {
  const branches = options.filter(
    ({ type }) =>
      type === ApplicationCommandOptionType.Subcommand || type === ApplicationCommandOptionType.SubcommandGroup,
  );
  if (branches.length > 0) return branches.flatMap((branch) => entries([...path, branch], branch.options ?? []));
  const last = path.at(-1);
  return [
    {
      path: path.map(({ name }) => name),
      title: titleOf(path),
      description: localised(last?.description ?? '', last?.description_localizations),
      options: options.flatMap(describeOption),
    },
  ];
}

function describeOption(option: Declared): CommandOption[] {
  const type = TYPES[option.type];
  if (type === undefined) return [];
  return [
    {
      name: option.name,
      title: localised(option.name, option.name_localizations),
      description: localised(option.description, option.description_localizations),
      type,
      required: option.required ?? false,
      autocomplete: option.autocomplete ?? false,
      choices: (option.choices ?? []).map(({ name, name_localizations, value }) => ({
        title: localised(name, name_localizations),
        value,
      })),
      minLength: option.min_length ?? null,
      maxLength: option.max_length ?? null,
      minValue: option.min_value ?? null,
      maxValue: option.max_value ?? null,
    },
  ];
}

/** The joined names of a path, in every language with a translation of any of them. */
function titleOf(path: readonly Named[]): Localised {
  const locales = new Set(path.flatMap(({ name_localizations }) => Object.keys(name_localizations ?? {})));
  const inLocale = (locale: string): string =>
    path.map(({ name, name_localizations }) => name_localizations?.[locale] ?? name).join(' ');
  return {
    text: path.map(({ name }) => name).join(' '),
    translations: Object.fromEntries([...locales].map((locale) => [locale, inLocale(locale)])),
  };
}

function localised(text: string, localizations: Localizations | undefined): Localised {
  const given = Object.entries(localizations ?? {}).filter((entry): entry is [string, string] => entry[1] !== null);
  return { text, translations: Object.fromEntries(given) };
}
