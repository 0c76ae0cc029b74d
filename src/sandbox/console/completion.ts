import { readCommand, readOptions } from '../playground/page/composer/command-line.ts';
import { usableCommands } from '../playground/page/composer/suggestions.ts';
import type { Action, Answer, Command, CommandOption, PlaygroundState } from '../playground/protocol.ts';
import { HELP_TOPICS } from './help.ts';

/** The result that `node:readline` expects: the candidates for the last part of the line, and that part. */
type Completions = [candidates: string[], part: string];

/** The person who types, their channel, and the way to ask the bot for choices. */
type Typist = {
  state: PlaygroundState;
  personId: string;
  channelId: string;
  act: (action: Action) => Promise<Answer>;
};

const OWN_COMMANDS = ['/as ', '/menu ', '/vote ', '/fault ', '/heal', '/rewards', '/secret ', '/quit', '? '];

/** Completes the names of commands, options and values that the person may use. */
export async function completionsOf(line: string, typist: Typist): Promise<Completions> {
  const own = ownArguments(line, typist.state);
  if (own) return own;
  const { state, personId } = typist;
  const usable = usableCommands({ world: state, personId });
  const named = readCommand(line, usable);
  if (named && named.rest !== '') return completeOptions(named.command, named.rest, typist);
  const names = usable.map(({ path, options }) => `/${path.join(' ')}${options.length === 0 ? '' : ' '}`);
  return matching([...names, ...OWN_COMMANDS], line);
}

/** Completes the words after one of the console's own commands; undefined for any other line. */
function ownArguments(line: string, { people, hosts, memberCommands }: PlaygroundState): Completions | undefined {
  const [, command, before = '', part = ''] = /^(\/as|\/menu|\/fault|\?) (?:(\w+) )?([^ ]*)$/.exec(line) ?? [];
  if (command === undefined) return undefined;
  if (command === '/fault' && before !== '')
    return matching(hosts.find(({ name }) => name === before)?.offered.map(({ fault }) => fault) ?? [], part);
  const namesOf = (all: readonly { name: string }[]) => all.map(({ name }) => name);
  if (command === '/menu' && before !== '') return matching(namesOf(memberCommands), part);
  if (before !== '') return [[], part];
  if (command === '/as') return matching(namesOf(people), part);
  if (command === '/menu')
    return matching(
      namesOf(people).map((name) => `${name} `),
      part,
    );
  return matching(command === '?' ? HELP_TOPICS : hosts.map(({ name }) => `${name} `), part);
}

/** Completes the value of the last option, or else the name of another option. */
async function completeOptions(command: Command, rest: string, typist: Typist): Promise<Completions> {
  const { given } = readOptions(rest, command.options);
  const last = given.at(-1);
  const isOpen = last !== undefined && !(last.text !== '' && rest.endsWith(' '));
  if (isOpen) {
    const before = Object.fromEntries(given.slice(0, -1).map(({ option, text }) => [option.name, text]));
    const values = matching(await valuesOf(command, last.option, last.text, before, typist), last.text);
    if (values[0].length > 0) return values;
  }
  const open = command.options.filter((option) => !given.some((one) => one.option === option));
  const names = open.map(({ name }) => `${name}:`);
  return matching(names, rest.split(/\s/).at(-1) ?? '');
}

async function valuesOf(
  command: Command,
  option: CommandOption,
  typed: string,
  options: Readonly<Record<string, string>>,
  { state, personId, channelId, act }: Typist,
): Promise<string[]> {
  if (option.choices.length > 0) return option.choices.map(({ value }) => String(value));
  const { people, channels, roles, examples } = state;
  const names = (all: readonly { name: string }[]): string[] => all.map(({ name }) => name);
  switch (option.type) {
    case 'boolean':
      return ['True', 'False'];
    case 'channel':
      return names(channels);
    case 'user':
      return names(people);
    case 'role':
      return names(roles);
    case 'mentionable':
      return names([...people, ...roles]);
    case 'string':
    case 'integer':
    case 'number':
      break;
  }
  const { path } = command;
  const answer = option.autocomplete
    ? await act({ type: 'autocomplete', path, option: option.name, typed, options, personId, channelId })
    : undefined;
  const offered = answer?.kind === 'choices' ? answer.choices.map(({ value }) => String(value)) : [];
  if (offered.length > 0 || typed === '') return offered;
  return examples.map(({ entityId }) => entityId);
}

/** The candidates that begin with the part, in any case. */
function matching(candidates: readonly string[], part: string): Completions {
  const sought = part.toLowerCase();
  return [candidates.filter((candidate) => candidate.toLowerCase().startsWith(sought)), part];
}
