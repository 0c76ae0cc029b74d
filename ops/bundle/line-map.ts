const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const DIGIT_BITS = 5;
const CONTINUES = 1 << DIGIT_BITS;

/**
 * Keeps of a source map's mappings (ECMA-426) the first of each line: Node holds each as an object once it has shown a
 * stack, and the line is what a reader of one needs.
 */
export function lineMappings(mappings: string): string {
  let [file, line] = [0, 0];
  let [keptFile, keptLine] = [0, 0];
  return mappings
    .split(';')
    .map((segments) => {
      let first: [file: number, line: number] | undefined;
      for (const [, files = 0, lines = 0] of segments.split(',').map(decode)) {
        file += files;
        line += lines;
        first ??= [file, line];
      }
      if (segments === '' || !first) return '';
      const kept = [0, first[0] - keptFile, first[1] - keptLine, 0].map(encode).join('');
      [keptFile, keptLine] = first;
      return kept;
    })
    .join(';');
}

function decode(segment: string): number[] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (const digit of segment) {
    const bits = DIGITS.indexOf(digit);
    value |= (bits & (CONTINUES - 1)) << shift;
    shift += DIGIT_BITS;
    if (bits & CONTINUES) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}

function encode(number: number): string {
  let text = '';
  let rest = number < 0 ? (-number << 1) | 1 : number << 1;
  do {
    const bits = rest & (CONTINUES - 1);
    rest >>= DIGIT_BITS;
    text += DIGITS[bits | (rest > 0 ? CONTINUES : 0)] ?? '';
  } while (rest > 0);
  return text;
}
