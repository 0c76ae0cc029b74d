import { readCommand, readOptions } from './command-line.ts';
import { begin, reopen, withText, type Composer } from './composer.ts';
import { suggestionsFor, usableCommands, type Writer } from './suggestions.ts';
import { withTypedValue } from './typed-value.ts';

/**
 * Reads typed or pasted text. The space after a complete command name accepts it, and the colon after an option name,
 * so that a whole line means the same as in the console.
 */
export function typeInto(composer: Composer, text: string, writer: Writer): Composer {
  if (composer.command) return typeOptions(composer, text, writer);
  const named = readCommand(text, usableCommands(writer));
  if (!named || named.rest === '') return withText(composer, text);
  return typeOptions(begin(named.command), named.rest.trimStart(), writer);
}

function typeOptions(composer: Composer, text: string, writer: Writer): Composer {
  const { before, given } = readOptions(text, composer.command?.options ?? []);
  const isMisplaced = before !== '' && composer.option === undefined;
  if (given.length === 0 || isMisplaced) return withText(composer, text);
  let written = withText(composer, before);
  for (const { option, text: value } of given) {
    if (written.text !== '') written = withTypedValue(written, suggestionsFor(written, writer));
    if (written.problem !== undefined) return written;
    written = withText(reopen(written, option), value);
  }
  return written;
}
