import { ApplicationCommandOptionType } from 'discord-api-types/v10';

import type { Command, CommandOption } from '../discord/commands.ts';
import type { CommandPath, OptionValues } from '../discord/person/command-data.ts';

export type CommandLine = { name: string; options: OptionValues; path: CommandPath };

/**
 * Reads `/name subcommand option:value option:value with spaces` as Discord's own command line would be filled in. Option names are
 * those of the registered command; everything up to the next one is the value.
 *
 * @throws Error when the command is not registered or the line does not fit it
 */
export function parseCommandLine(line: string, commands: readonly Command[]): CommandLine {
  const [, name = '', tail = ''] = /^\/(\S+)\s*(.*)$/s.exec(line) ?? [];
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) throw new Error(`There is no /${name}. Try /help.`);
  const path: string[] = [];
  let declared: readonly CommandOption[] = command.options ?? [];
  let rest = tail;
  for (let branch = branchNamed(firstWord(rest), declared); branch; branch = branchNamed(firstWord(rest), declared)) {
    path.push(branch.name);
    declared = branch.options ?? [];
    rest = rest.slice(branch.name.length).trimStart();
  }
  const subcommand = path.at(-1);
  const group = path.length > 1 ? path[0] : undefined;
  return {
    name,
    options: parseOptions(rest, declared),
    path: { ...(subcommand === undefined ? {} : { subcommand }), ...(group === undefined ? {} : { group }) },
  };
}

function firstWord(text: string): string {
  return text.split(/\s/, 1)[0] ?? '';
}

function branchNamed(word: string, options: readonly CommandOption[]): CommandOption | undefined {
  return options.find(
    ({ name, type }) =>
      name === word &&
      (type === ApplicationCommandOptionType.Subcommand || type === ApplicationCommandOptionType.SubcommandGroup),
  );
}

function parseOptions(text: string, declared: readonly CommandOption[]): OptionValues {
  if (text.trim() === '') return {};
  const names = declared.map(({ name }) => name).join('|');
  const pieces = text.split(new RegExp(`(?:^|\\s)(${names || '(?!)'}):`));
  if (pieces[0]?.trim() !== '')
    throw new Error(`Write options as ${declared.map(({ name }) => `${name}:…`).join(' ') || 'none: it takes none'}`);
  const values: Record<string, string | number | boolean> = {};
  for (let index = 1; index < pieces.length; index += 2) {
    const option = declared.find(({ name }) => name === pieces[index]);
    if (option) values[option.name] = typed(option, pieces[index + 1]?.trim() ?? '');
  }
  return values;
}

function typed({ type }: CommandOption, value: string): string | number | boolean {
  if (type === ApplicationCommandOptionType.Integer || type === ApplicationCommandOptionType.Number)
    return Number(value);
  return type === ApplicationCommandOptionType.Boolean ? value === 'true' : value;
}
