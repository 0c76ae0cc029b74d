import { optionsHint, readCommand, readOptions } from '../playground/page/composer/command-line.ts';
import type { Command, CommandOption, OptionValue, OptionValues } from '../playground/protocol.ts';

type CommandLine = { path: readonly string[]; options: OptionValues };

/**
 * Reads `/name subcommand option:value option:value with spaces`, in the same way as the page does.
 *
 * @throws Error when the command is not registered or the line does not match its options
 */
export function parseCommandLine(line: string, commands: readonly Command[]): CommandLine {
  const named = readCommand(line, commands);
  if (!named) throw new Error(whatInstead(line, commands));
  const { command, rest } = named;
  const { before, given } = readOptions(rest, command.options);
  if (before !== '') throw new Error(optionsHint(command.options));
  const options = Object.fromEntries(given.map(({ option, text }) => [option.name, typed(option, text)]));
  return { path: command.path, options };
}

function whatInstead(line: string, commands: readonly Command[]): string {
  const [name = ''] = line.slice(1).split(/\s+/);
  const subcommands = commands.filter(({ path }) => path[0] === name).map(({ path }) => `/${path.join(' ')}`);
  return subcommands.length === 0 ? `There is no /${name}. Try /help.` : `Write one of ${subcommands.join(', ')}`;
}

function typed({ type }: CommandOption, value: string): OptionValue {
  if (type === 'integer' || type === 'number') return Number(value);
  return type === 'boolean' ? value === 'true' : value;
}
