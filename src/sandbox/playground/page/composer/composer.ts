import type { Command, CommandOption, OptionValue, OptionValues } from '../../protocol.ts';

/**
 * What stands in the line where commands are written. Without a `command` one is being picked; with one but without an `option`, the
 * next option is; with both, the option's value is being given.
 */
export type Composer = Readonly<{
  text: string;
  command: Command | undefined;
  filled: readonly Filled[];
  option: CommandOption | undefined;
  isListOpen: boolean;
  /** The suggestion that the keys point at, -1 for none. */
  highlighted: number;
  /** Why it cannot go on like this, in words. */
  problem: string | undefined;
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
};

/** Whether nothing stands in the line. */
export function isEmpty({ command, text }: Composer): boolean {
  return command === undefined && text === '';
}

export function withText(composer: Composer, text: string): Composer {
  return atStart({ ...composer, text });
}

/** Starts to write a command. */
export function begin(command: Command): Composer {
  return next({ ...EMPTY, command });
}

/** Takes what a suggestion offers and goes on to what comes next. */
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

/** Gives the option that is being written its value. */
export function fill(composer: Composer, value: OptionValue, label: string): Composer {
  const { option, filled } = composer;
  if (!option) return composer;
  return next({ ...composer, filled: [...without(filled, option), { option, value, label }] });
}

/** Opens an option again, with what stood in it. */
export function reopen(composer: Composer, option: CommandOption): Composer {
  const text = composer.filled.find((one) => one.option === option)?.label ?? '';
  return atStart({ ...composer, filled: without(composer.filled, option), option, text });
}

/** Takes the last thing away: the open option, else the last value, else the command. */
export function stepBack(composer: Composer): Composer {
  if (composer.option) return atStart({ ...composer, text: '', option: undefined });
  const last = composer.filled.at(-1);
  if (last) return atStart({ ...composer, filled: without(composer.filled, last.option) });
  return composer.command ? EMPTY : composer;
}

/** Required options that have no value yet. */
export function missing({ command, filled }: Composer): CommandOption[] {
  return (command?.options ?? []).filter((option) => option.required && !filled.some((one) => one.option === option));
}

export function valuesOf({ filled }: Composer): OptionValues {
  return Object.fromEntries(filled.map(({ option, value }) => [option.name, value]));
}

/** Whether a value of this option can only be picked. */
export function isPicked({ type, choices }: CommandOption): boolean {
  return choices.length > 0 || !['string', 'integer', 'number'].includes(type);
}

/** On to the first required option that is empty, else to the list of the others. */
function next(composer: Composer): Composer {
  return atStart({ ...composer, text: '', option: missing(composer)[0] });
}

function atStart(composer: Composer): Composer {
  return { ...composer, isListOpen: true, highlighted: firstHighlight(composer), problem: undefined };
}

/** The first suggestion is pointed at where the Enter key can mean nothing but to pick it. */
function firstHighlight({ command, option, text }: Composer): number {
  if (!command) return 0;
  if (!option) return text === '' ? -1 : 0;
  return isPicked(option) ? 0 : -1;
}

const without = (filled: readonly Filled[], option: CommandOption): Filled[] =>
  filled.filter((one) => one.option !== option);
