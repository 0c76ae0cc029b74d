import { readCommand } from '../playground/page/composer/command-line.ts';
import { EMPTY, valuesOf } from '../playground/page/composer/composer.ts';
import { enter } from '../playground/page/composer/keys.ts';
import { suggestionsFor, type Writer } from '../playground/page/composer/suggestions.ts';
import { typeInto } from '../playground/page/composer/typing.ts';
import { WORDS } from '../playground/page/words.ts';
import type { OptionValues, PlaygroundState } from '../playground/protocol.ts';

type CommandLine = { path: readonly string[]; options: OptionValues };

/** The person who types at the prompt, as the composer of the page knows them. */
export function writerIn(state: PlaygroundState, personId: string): Writer {
  return {
    world: { ...state, interactions: [], modals: [] },
    personId,
    locale: 'en-US',
    offered: { kind: 'none' },
  };
}

/**
 * Reads `/name subcommand option:value option:value with spaces`, as the composer of the page does once Enter is pressed.
 *
 * @throws Error when the person has no such command, or the line does not match its options
 */
export function parseCommandLine(line: string, writer: Writer): CommandLine {
  const typed = { ...typeInto(EMPTY, `${line} `, writer), isListOpen: false };
  const { composer, run } = enter(typed, suggestionsFor(typed, writer));
  if (!composer.command) throw new Error(whatInstead(line, writer));
  if (!run) {
    const listed = suggestionsFor({ ...composer, text: '' }, writer).flatMap(({ kind, label }) =>
      kind === 'value' ? label : [],
    );
    throw new Error([composer.problem, listed.join(' · ')].join(' ').trim());
  }
  return { path: composer.command.path, options: valuesOf(composer) };
}

function whatInstead(line: string, { world, personId }: Writer): string {
  const { commands, people } = world;
  const named = readCommand(line, commands);
  if (named) {
    const person = people.find(({ id }) => id === personId)?.name ?? '';
    return WORDS.refusals['may-not-use'](person, `/${named.command.path.join(' ')}`);
  }
  const [name = ''] = line.slice(1).split(/\s+/);
  const subcommands = commands.filter(({ path }) => path[0] === name).map(({ path }) => `/${path.join(' ')}`);
  return subcommands.length === 0
    ? `There is no /${name}. Type ? for what there is.`
    : `Write one of ${subcommands.join(', ')}`;
}
