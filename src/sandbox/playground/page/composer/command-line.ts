import type { Command, CommandOption, Localised } from '../../protocol.ts';
import { WORDS } from '../words.ts';

/** A command, and the text after its name. */
type NamedCommand = { command: Command; rest: string };

/** Finds the command that begins a line such as `/entity link id:…`, by its name in any registered language. */
export function readCommand(line: string, commands: readonly Command[]): NamedCommand | undefined {
  for (const command of commands) {
    for (const name of namesOf(command.title)) {
      const rest = line.startsWith('/') ? afterWords(name.split(' '), line.slice(1)) : undefined;
      if (rest !== undefined) return { command, rest };
    }
  }
  return undefined;
}

/** The rest of a text after these words; undefined when it begins otherwise. */
function afterWords(words: readonly string[], text: string): string | undefined {
  let rest = text;
  for (const word of words) {
    rest = rest.trimStart();
    if (!rest.startsWith(word)) return undefined;
    rest = rest.slice(word.length);
    if (rest !== '' && !/^\s/.test(rest)) return undefined;
  }
  return rest;
}

/** `before`: the text before the first option. */
type GivenOptions = { before: string; given: { option: CommandOption; text: string }[] };

/** Reads options in `name:value name:value with spaces`. A value ends where the next name begins. */
export function readOptions(text: string, options: readonly CommandOption[]): GivenOptions {
  const names = [...text.matchAll(/(?<=^|\s)([^\s:]+):/g)].flatMap(({ 0: whole, 1: name = '', index }) => {
    const option = options.find(({ title }) => namesOf(title).includes(name));
    return option ? [{ option, start: index, end: index + whole.length }] : [];
  });
  const given = names.map(({ option, end }, index) => ({
    option,
    text: text.slice(end, names[index + 1]?.start).trim(),
  }));
  return { before: text.slice(0, names[0]?.start).trim(), given };
}

/** Explains how to write the options of a command. */
export function optionsHint(options: readonly CommandOption[]): string {
  if (options.length === 0) return WORDS.composer.noOptions;
  return WORDS.composer.writeOptions(options.map(({ name }) => `${name}:…`).join(' '));
}

function namesOf({ text, translations }: Localised): string[] {
  return [text, ...Object.values(translations)];
}
