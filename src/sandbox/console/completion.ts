import { readCommand, readOptions } from '../playground/page/composer/command-line.ts';
import { EMPTY, reopen, valuesOf, withText, type Composer } from '../playground/page/composer/composer.ts';
import { suggestionsFor, usableCommands } from '../playground/page/composer/suggestions.ts';
import { typeInto } from '../playground/page/composer/typing.ts';
import type { Action, Answer, PlaygroundState } from '../playground/protocol.ts';
import { writerIn } from './command-line.ts';
import { HELP_TOPICS, OWN_COMMANDS } from './own-commands.ts';

/** The result that `node:readline` expects: the candidates for the last part of the line, and that part. */
export type Completions = [candidates: string[], part: string];

/** The person who types, their channel, and the way to ask the bot for choices. */
type Typist = {
  state: PlaygroundState;
  personId: string;
  channelId: string;
  act: (action: Action) => Promise<Answer>;
};

/** Completes the names of commands, options and values that the person may use. */
export async function completionsOf(line: string, typist: Typist): Promise<Completions> {
  const own = ownArguments(line, typist.state);
  if (own) return own;
  const usable = usableCommands(writerIn(typist.state, typist.personId));
  const named = readCommand(line, usable);
  if (named && named.rest !== '') return completeOptions(line, typist);
  const names = usable.map(({ path, options }) => `/${path.join(' ')}${options.length === 0 ? '' : ' '}`);
  const ownNames = Object.entries(OWN_COMMANDS).map(([name, { takes }]) => (takes === '' ? name : `${name} `));
  return matching([...names, ...ownNames], line);
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
async function completeOptions(line: string, typist: Typist): Promise<Completions> {
  const typed = typeInto(EMPTY, line, writerIn(typist.state, typist.personId));
  const { given } = readOptions(line, typed.command?.options ?? []);
  const last = given.at(-1);
  if (last && (last.text === '' || !line.endsWith(' '))) {
    const values = matching(await valuesFor(withText(reopen(typed, last.option), last.text), typist), last.text);
    if (values[0].length > 0) return values;
  }
  const open = (typed.command?.options ?? []).filter((option) => !given.some((one) => one.option === option));
  return matching(
    open.map(({ name }) => `${name}:`),
    line.split(/\s/).at(-1) ?? '',
  );
}

/** The values for the open option, as they are typed: those that the bot suggests, or else what the page lists. */
async function valuesFor(composer: Composer, { state, personId, channelId, act }: Typist): Promise<string[]> {
  const { command, option, text } = composer;
  if (!command || !option) return [];
  if (option.autocomplete) {
    const { path } = command;
    const typing = { path, option: option.name, typed: text, options: valuesOf(composer) };
    const answer = await act({ type: 'autocomplete', ...typing, personId, channelId });
    if (answer.kind === 'choices' && answer.choices.length > 0) return answer.choices.map(({ value }) => String(value));
  }
  const listed = suggestionsFor(composer, writerIn(state, personId)).map(({ label }) =>
    /^[@#]/.test(text) ? label : label.replace(/^[@#]/, ''),
  );
  const isFree = option.type === 'string' && option.choices.length === 0;
  return isFree && text !== '' ? state.examples.map(({ entityId }) => entityId) : listed;
}

/** The candidates that begin with the part, in any case. */
function matching(candidates: readonly string[], part: string): Completions {
  const sought = part.toLowerCase();
  return [candidates.filter((candidate) => candidate.toLowerCase().startsWith(sought)), part];
}
