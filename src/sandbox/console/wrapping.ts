import { stripVTControlCharacters } from 'node:util';

/**
 * Breaks lines between words, before a terminal would break within one. Each continuation keeps the indentation of its
 * line; a word longer than the width stays whole.
 *
 * @param width - in columns; Infinity breaks nothing
 */
export function wrapped(text: string, width: number): string {
  return text
    .split('\n')
    .flatMap((line) => wrappedLine(line, width))
    .join('\n');
}

function wrappedLine(line: string, width: number): string[] {
  if (columnsOf(line) <= width) return [line];
  const indent = /^ */.exec(line)?.[0] ?? '';
  const lines: string[] = [];
  let current = indent;
  for (const word of line.trimStart().split(' ')) {
    const extended = current === indent ? `${indent}${word}` : `${current} ${word}`;
    if (columnsOf(extended) > width && current !== indent) {
      lines.push(current);
      current = `${indent}${word}`;
    } else current = extended;
  }
  return [...lines, current];
}

function columnsOf(text: string): number {
  return stripVTControlCharacters(text).length;
}
