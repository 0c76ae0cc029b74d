import type { CommandOption } from '../../protocol.ts';
import { WORDS } from '../words.ts';
import { fill, isPicked, type Composer, type Suggestion } from './composer.ts';

const { composer: words } = WORDS;

/** Sets the open option to the typed text or number, or to the suggestion of that name for a value from a list. */
export function withTypedValue(composer: Composer, suggestions: readonly Suggestion[]): Composer {
  const { option, text } = composer;
  if (!option) return composer;
  const read = isPicked(option) ? readPicked(option, text, suggestions) : readTyped(option, text);
  return read.kind === 'value' ? fill(composer, read.value, read.label) : { ...composer, problem: read.problem };
}

type TypedValue =
  { kind: 'value'; value: string | number | boolean; label: string } | { kind: 'problem'; problem: string };

function readPicked({ name }: CommandOption, text: string, suggestions: readonly Suggestion[]): TypedValue {
  const named = suggestions.find(({ label }) => bare(label) === bare(text));
  return named?.kind === 'value' ? named : problem(words.takesOneOfList(name));
}

/** Checks the limits that the bot registered. */
function readTyped(option: CommandOption, text: string): TypedValue {
  const { name, type, minLength, maxLength, minValue, maxValue } = option;
  if (type === 'string') {
    const fits = isWithin(text.length, minLength, maxLength);
    return fits
      ? { kind: 'value', value: text, label: text }
      : problem(words.takesLength(name, range(minLength, maxLength)));
  }
  const value = Number(text);
  const isRight = type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value);
  if (!isRight) return problem(type === 'integer' ? words.takesInteger(name) : words.takesNumber(name));
  if (!isWithin(value, minValue, maxValue)) return problem(words.takes(name, range(minValue, maxValue)));
  return { kind: 'value', value, label: text };
}

/** A name in lower case, without its `@` or `#`. */
function bare(name: string): string {
  return name.toLowerCase().replace(/^[@#]/, '');
}

function isWithin(value: number, least: number | null, most: number | null): boolean {
  return value >= (least ?? -Infinity) && value <= (most ?? Infinity);
}

function problem(problem: string): TypedValue {
  return { kind: 'problem', problem };
}

function range(least: number | null, most: number | null): string {
  if (most === null) return words.atLeast(least ?? 0);
  return least === null ? words.atMost(most) : words.range(least, most);
}
