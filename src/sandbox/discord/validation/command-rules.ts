import { ApplicationCommandOptionType, ApplicationCommandType, Locale } from 'discord-api-types/v10';

import type { CommandBody, CommandOption, Localizations } from '../commands.ts';
import { notAChoice, required, type FormError, type FormPath } from './form-error.ts';

const COMMAND_CHARACTERS_MAX = 8_000;
const NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const LOCALES: ReadonlySet<string> = new Set(Object.values(Locale));

/** Discord's rules for commands beyond its published schemas. Source: Discord documentation, "Application commands". */
export function commandErrors(commands: readonly CommandBody[]): FormError[] {
  return [
    ...duplicates(
      commands.map(({ name, type }) => `${type ?? ApplicationCommandType.ChatInput} ${name}`),
      (index) => ({
        path: [index],
        code: 'APPLICATION_COMMANDS_DUPLICATE_NAME',
        message: 'Application command names must be unique',
      }),
    ),
    ...commands.flatMap((command, index) => oneCommandErrors(command, [index])),
  ];
}

function oneCommandErrors(command: CommandBody, path: FormPath): FormError[] {
  const size = characters(command);
  const isChatInput = (command.type ?? ApplicationCommandType.ChatInput) === ApplicationCommandType.ChatInput;
  return [
    ...(isChatInput ? namedErrors(command, path) : []),
    ...(isChatInput && !command.description ? [required([...path, 'description'])] : []),
    ...optionListErrors(command.options ?? [], [...path, 'options']),
    ...(size > COMMAND_CHARACTERS_MAX
      ? [{ path, code: 'APPLICATION_COMMAND_TOO_LARGE', message: 'Command exceeds maximum size (8000)' }]
      : []),
  ];
}

type Named = { name: string; name_localizations?: Localizations; description_localizations?: Localizations };

function namedErrors(named: Named, path: FormPath): FormError[] {
  const names: [FormPath, string][] = [
    [['name'], named.name],
    ...Object.entries(named.name_localizations ?? {}).map<[FormPath, string]>(([locale, name]) => [
      ['name_localizations', locale],
      name ?? '',
    ]),
  ];
  const invalid = names
    .filter(([, name]) => !NAME.test(name) || name !== name.toLowerCase())
    .map(([place]) => ({
      path: [...path, ...place],
      code: 'APPLICATION_COMMAND_INVALID_NAME',
      message: 'Command name is invalid',
    }));
  const strangeLocales = (['name_localizations', 'description_localizations'] as const).flatMap((key) =>
    Object.keys(named[key] ?? {})
      .filter((locale) => !LOCALES.has(locale))
      .map((locale) => notAChoice([...path, key, locale], LOCALES)),
  );
  return [...invalid, ...strangeLocales];
}

function optionListErrors(options: readonly CommandOption[], path: FormPath): FormError[] {
  return [
    ...duplicates(
      options.map(({ name }) => name),
      (index) => ({
        path: [...path, index, 'name'],
        code: 'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
        message: 'Option name is already used',
      }),
    ),
    ...orderErrors(options, path),
    ...mixtureErrors(options, path),
    ...options.flatMap((option, index) => [
      ...namedErrors(option, [...path, index]),
      ...choiceErrors(option, [...path, index]),
      ...optionListErrors(option.options ?? [], [...path, index, 'options']),
    ]),
  ];
}

function orderErrors(options: readonly CommandOption[], path: FormPath): FormError[] {
  const firstOptional = options.findIndex(({ required: isRequired }) => !isRequired);
  const late = options.findIndex(({ required: isRequired }, index) => isRequired === true && index > firstOptional);
  if (firstOptional === -1 || late === -1) return [];
  const message = 'Required options must be placed before non-required options';
  return [{ path: [...path, late], code: 'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID', message }];
}

const isBranch = ({ type }: CommandOption): boolean =>
  type === ApplicationCommandOptionType.Subcommand || type === ApplicationCommandOptionType.SubcommandGroup;

function mixtureErrors(options: readonly CommandOption[], path: FormPath): FormError[] {
  if (!options.some(isBranch) || options.every(isBranch)) return [];
  const message = 'Sub-command and sub-command group option types are mutually exclusive to all other types';
  return [{ path, code: 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID', message }];
}

function choiceErrors(option: CommandOption, path: FormPath): FormError[] {
  const choices = option.choices ?? [];
  const exclusive =
    option.autocomplete === true && choices.length > 0
      ? [
          {
            path,
            code: 'APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE_INVALID',
            message: 'Autocomplete cannot be used with choices',
          },
        ]
      : [];
  const repeated = duplicates(
    choices.map(({ name }) => name),
    (index) => ({
      path: [...path, 'choices', index, 'name'],
      code: 'APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS',
      message: 'Choice name is already used',
    }),
  );
  return [...exclusive, ...repeated];
}

function duplicates(names: readonly string[], errorAt: (index: number) => FormError): FormError[] {
  return names.flatMap((name, index) => (names.indexOf(name) < index ? [errorAt(index)] : []));
}

/** Discord counts only the longest of a text and its translations. */
function characters(node: CommandBody | CommandOption): number {
  const longest = (text: string, translations?: Localizations): number =>
    Math.max(text.length, ...Object.values(translations ?? {}).map((translation) => translation?.length ?? 0));
  const own =
    longest(node.name, node.name_localizations) + longest(node.description ?? '', node.description_localizations);
  const choices = 'choices' in node ? (node.choices ?? []) : [];
  const held = (node.options ?? []).reduce((sum, option) => sum + characters(option), 0);
  return choices.reduce(
    (sum, choice) => sum + longest(choice.name, choice.name_localizations) + String(choice.value).length,
    own + held,
  );
}
