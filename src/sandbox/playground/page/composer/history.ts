import { EMPTY, isEmpty, valuesOf, type Composer } from './composer.ts';

const COMMANDS_KEPT = 50;

/** The sent commands, oldest first, with one more; the same one twice in a row is kept once. */
export function withSent(sent: readonly Composer[], composer: Composer): readonly Composer[] {
  const last = sent.at(-1);
  const isSame =
    last?.command === composer.command && JSON.stringify(valuesOf(composer)) === JSON.stringify(last && valuesOf(last));
  return isSame ? sent : [...sent, composer].slice(-COMMANDS_KEPT);
}

/**
 * Brings back the command sent before or after the one in the line. After the newest one, the line is empty.
 *
 * @returns undefined when the line holds something else, or no such command was sent
 */
export function recall(
  composer: Composer,
  sent: readonly Composer[],
  direction: 'older' | 'newer',
): Composer | undefined {
  const { recalled } = composer;
  if (recalled === undefined && !isEmpty(composer)) return undefined;
  const from = recalled ?? sent.length;
  const index = direction === 'older' ? Math.max(from - 1, 0) : from + 1;
  const found = sent[index];
  if (found) return { ...found, isListOpen: false, highlighted: -1, problem: undefined, recalled: index };
  return recalled === undefined ? undefined : EMPTY;
}
