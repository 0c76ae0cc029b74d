import type { Command, CommandOption, OptionValue, OptionValues } from '../../protocol.ts';

/**
 * The content of the line for writing commands. Without a `command`, the user is choosing one; with a `command` but no
 * `option`, the next option; with both, they are entering the value of the option.
 */
export type Composer = Readonly<{
  text: string;
  command: Command | undefined;
  filled: readonly Filled[];
  option: CommandOption | undefined;
  isListOpen: boolean;
  /** The index of the highlighted suggestion, -1 for none. */
  highlighted: number;
  problem: string | undefined;
  /** The index of the sent command that was brought back, until it is changed. */
  recalled: number | undefined;
}>;

type Filled = { option: CommandOption; value: OptionValue; label: string };

export type Suggestion =
  | { kind: 'command'; label: string; about: string; command: Command }
  | { kind: 'option'; label: string; about: string; option: CommandOption }
  | { kind: 'value'; label: string; about: string; value: OptionValue };

export const EMPTY: Composer = {
  text: '',
  command: undefined,
  filled: [],
  option: undefined,
  isListOpen: false,
  highlighted: -1,
  problem: undefined,
  recalled: undefined,
};

export function isEmpty({ command, text }: Composer): boolean {
  return command === undefined && text === '';
}

export function withText(composer: Composer, text: string): Composer {
  return atStart({ ...composer, text });
}

export function begin(command: Command): Composer {
  return next({ ...EMPTY, command });
}

/** Accepts a suggestion and goes on to the next step. */
export function accept(composer: Composer, suggestion: Suggestion): Composer {
  switch (suggestion.kind) {
    case 'command':
      return begin(suggestion.command);
    case 'option':
      return atStart({ ...composer, text: '', option: suggestion.option });
    case 'value':
      return fill(composer, suggestion.value, suggestion.label);
  }
}

/** Sets the value of the open option. */
export function fill(composer: Composer, value: OptionValue, label: string): Composer {
  const { option, filled } = composer;
  if (!option) return composer;
  return next({ ...composer, filled: [...without(filled, option), { option, value, label }] });
}

/** Opens an option again, with its value. */
export function reopen(composer: Composer, option: CommandOption): Composer {
  const text = composer.filled.find((one) => one.option === option)?.label ?? '';
  return atStart({ ...composer, filled: without(composer.filled, option), option, text });
}

/** Removes the last part: the open option, or else the last value, or else the command. */
export function stepBack(composer: Composer): Composer {
  if (composer.option) return atStart({ ...composer, text: '', option: undefined });
  const last = composer.filled.at(-1);
  if (last) return atStart({ ...composer, filled: without(composer.filled, last.option) });
  return composer.command ? EMPTY : composer;
}

/** Required options without a value. */
export function missing({ command, filled }: Composer): CommandOption[] {
  return (command?.options ?? []).filter((option) => option.required && !filled.some((one) => one.option === option));
}

export function valuesOf({ filled }: Composer): OptionValues {
  return Object.fromEntries(filled.map(({ option, value }) => [option.name, value]));
}

/** Whether the value of this option comes from a list. */
export function isPicked({ type, choices }: CommandOption): boolean {
  return choices.length > 0 || !['string', 'integer', 'number'].includes(type);
}

/** Goes on to the first empty required option, or else to the list of the other options. */
function next(composer: Composer): Composer {
  return atStart({ ...composer, text: '', option: missing(composer)[0] });
}

function atStart(composer: Composer): Composer {
  return {
    ...composer,
    isListOpen: true,
    highlighted: firstHighlight(composer),
    problem: undefined,
    recalled: undefined,
  };
}

/** The first suggestion is highlighted when Enter can only accept it. */
function firstHighlight({ command, option, text }: Composer): number {
  if (!command) return 0;
  if (!option) return text === '' ? -1 : 0;
  return isPicked(option) ? 0 : -1;
}

const without = (filled: readonly Filled[], option: CommandOption): Filled[] =>
  filled.filter((one) => one.option !== option);
