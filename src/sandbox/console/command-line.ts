import { optionsHint, readCommand, readOptions } from '../playground/page/composer/command-line.ts';
import { en } from '../playground/page/words/en.ts';
import type {
  Channel,
  Command,
  CommandOption,
  OptionValue,
  OptionValues,
  Person,
  Role,
} from '../playground/protocol.ts';

type CommandLine = { path: readonly string[]; options: OptionValues };

/** What a line can name. */
type World = {
  commands: readonly Command[];
  channels: readonly Channel[];
  people: readonly Person[];
  roles: readonly Role[];
};

/**
 * Reads `/name subcommand option:value option:value with spaces`, as the page does.
 *
 * @throws Error when the command is unregistered, or the line does not match its options
 */
export function parseCommandLine(line: string, { commands, channels, people, roles }: World): CommandLine {
  const named = readCommand(line, commands);
  if (!named) throw new Error(whatInstead(line, commands));
  const { command, rest } = named;
  const { before, given } = readOptions(rest, command.options);
  if (before !== '') throw new Error(optionsHint(command.options)(en));
  const options = Object.fromEntries(
    given.map(({ option, text }) => [
      option.name,
      typed(option, text, { channel: channels, user: people, role: roles, mentionable: [...people, ...roles] }),
    ]),
  );
  return { path: command.path, options };
}

function whatInstead(line: string, commands: readonly Command[]): string {
  const [name = ''] = line.slice(1).split(/\s+/);
  const subcommands = commands.filter(({ path }) => path[0] === name).map(({ path }) => `/${path.join(' ')}`);
  return subcommands.length === 0
    ? `There is no /${name}. Type ? for what there is.`
    : `Write one of ${subcommands.join(', ')}`;
}

type Named = { id: string; name: string };

function typed(
  { name, type }: CommandOption,
  text: string,
  named: Record<'channel' | 'user' | 'role' | 'mentionable', readonly Named[]>,
): OptionValue {
  switch (type) {
    case 'integer':
    case 'number':
      return Number(text);
    case 'boolean':
      return readFlag(name, text);
    case 'channel':
    case 'user':
    case 'role':
    case 'mentionable':
      return idOf(named[type], text);
    case 'string':
      return text;
  }
}

function readFlag(option: string, text: string): boolean {
  const word = text.toLowerCase();
  if (word !== 'true' && word !== 'false') throw new Error(`${option} takes True or False.`);
  return word === 'true';
}

/** The id of the entry with this name, with or without `#` or `@`; any other text counts as an id. */
function idOf(all: readonly Named[], text: string): string {
  return all.find(({ name }) => bare(name) === bare(text))?.id ?? text;
}

function bare(name: string): string {
  return name.replace(/^[#@]/, '').toLowerCase();
}
