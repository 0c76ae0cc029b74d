import type { CommandOption } from '../../protocol.ts';
import { WORDS } from '../words.ts';
import { optionsHint } from './command-line.ts';
import {
  accept,
  EMPTY,
  isEmpty,
  isPicked,
  missing,
  reopen,
  stepBack,
  type Composer,
  type Suggestion,
} from './composer.ts';
import { recall } from './history.ts';
import { withTypedValue } from './typed-value.ts';

/** The effect of a key: the composer after it, and whether to run the command. */
type Pressed = { composer: Composer; run: boolean };

/**
 * The keys of the composer, as in Discord. The arrows highlight a suggestion; in an empty line, they bring back a sent
 * command. Tab accepts a suggestion. Enter accepts the highlighted one, or else runs the command. Esc closes the list,
 * then clears the line. Backspace at the start of the text removes the last part.
 *
 * @returns undefined when the browser should handle the key
 */
export function press(
  key: string,
  composer: Composer,
  suggestions: readonly Suggestion[],
  sent: readonly Composer[] = [],
): Pressed | undefined {
  switch (key) {
    case 'ArrowDown':
      return arrow(composer, suggestions, recall(composer, sent, 'newer'), 1);
    case 'ArrowUp':
      return arrow(composer, suggestions, recall(composer, sent, 'older'), -1);
    case 'Tab':
      return tab(composer, suggestions);
    case 'Enter':
      return enter(composer, suggestions);
    case 'Escape':
      return escape(composer, suggestions);
    case 'Backspace':
      return composer.text === '' && composer.command ? stay(stepBack(composer)) : undefined;
    default:
      return undefined;
  }
}

function arrow(
  composer: Composer,
  suggestions: readonly Suggestion[],
  recalled: Composer | undefined,
  by: 1 | -1,
): Pressed | undefined {
  if (recalled) return stay(recalled);
  return suggestions.length > 0 ? stay(pointed(composer, suggestions.length, by)) : undefined;
}

/** Moves the highlight, from the last suggestion to the first and back; from none to the first or the last. */
function pointed(composer: Composer, count: number, by: 1 | -1): Composer {
  const from = composer.highlighted === -1 && by === -1 ? 0 : composer.highlighted;
  return { ...composer, isListOpen: true, highlighted: (from + by + count) % count };
}

function tab(composer: Composer, suggestions: readonly Suggestion[]): Pressed | undefined {
  const taken = pointedAt(composer, suggestions);
  if (taken) return stay(accept(composer, taken));
  if (composer.option && composer.text !== '') return stay(withTypedValue(composer, suggestions));
  const first = composer.isListOpen ? suggestions[0] : undefined;
  return first && stay(accept(composer, first));
}

/** Accepts what is highlighted, or else runs the command, if it is complete. */
export function enter(composer: Composer, suggestions: readonly Suggestion[]): Pressed {
  const taken = pointedAt(composer, suggestions);
  if (taken) return stay(accept(composer, taken));
  if (isEmpty(composer)) return stay(composer);
  if (!composer.command) return stay({ ...composer, problem: WORDS.composer.pickCommand });
  if (!composer.option && composer.text !== '') {
    const only = onlyOption(composer);
    return only
      ? enter({ ...composer, option: only, text: composer.text.trim(), isListOpen: false }, [])
      : stay({ ...composer, problem: optionsHint(composer.command.options) });
  }
  const ready =
    composer.option && composer.text !== ''
      ? withTypedValue(composer, suggestions)
      : { ...composer, option: undefined };
  if (ready.problem !== undefined) return stay(ready);
  const [open] = missing(ready);
  if (open) return stay({ ...reopen(ready, open), problem: WORDS.composer.mustBeFilled(open.name) });
  return { composer: ready, run: true };
}

/** What a text without an option can only be for: the name of the player, for `/claimvote`. */
function onlyOption({ command, filled }: Composer): CommandOption | undefined {
  const [option, ...others] = command?.options ?? [];
  return option && others.length === 0 && filled.length === 0 && !isPicked(option) ? option : undefined;
}

function escape(composer: Composer, suggestions: readonly Suggestion[]): Pressed | undefined {
  if (composer.isListOpen && suggestions.length > 0) return stay({ ...composer, isListOpen: false, highlighted: -1 });
  return isEmpty(composer) ? undefined : stay(EMPTY);
}

function pointedAt({ isListOpen, highlighted }: Composer, suggestions: readonly Suggestion[]): Suggestion | undefined {
  return isListOpen ? suggestions[highlighted] : undefined;
}

const stay = (composer: Composer): Pressed => ({ composer, run: false });
