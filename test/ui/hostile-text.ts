import fc from 'fast-check';

/** Code that nothing in it can end, or the dash for nothing. */
export const CODE = /^(`[^`\n]+`|—)$/;

/** What people might put into a name to make a message say or do something else. */
const PIECES = [
  ...['<@1>', '<@!1>', '<@&1>', '<#1>', '<t:0:R>', '<t:0>', '</plan:1>', '<:smile:1>', '<id:browse>'],
  ...['@everyone', '@here', '[free](https://evil.example)', '](', 'https://evil.example', 'HTTP://evil.example'],
  ...['discord.gg/free', 'discord.com/invite/free'],
  ...['\n# heading', '\n-# small', '\n- item', '\n* item', '\n1. item', '\n> quote', '\n>>> quote'],
  ...['**bold**', '__line__', '~~gone~~', '||spoiler||', '`code`', '```js\n', '\\', '\\\\'],
  ...['\u202Egpj.exe\u202C', '\u2066\u2069', '\u200B', '\u200D', '\u2060', '\u00AD', '\u034F', '\u061C', '\u180E'],
  ...['\u3164', '\uFE0F', '\uFEFF', '\u{E0041}', '\u{E0100}', '\uD83D', '\uDE00', '😀', '👩‍👩‍👧'],
  ...['\u2028', '\u0085', '\r\n', '\t', '\0', ' ', '_', '-', 'ß'],
  ...['{{plan}}', '$t(plan.stale)', '$&', '{entity_id}', 'past_due', 'Steve'],
];

const MAX_REPEATED = 400;

/** Text made of hostile pieces and anything else, from empty to far over every limit. */
export const hostileText = fc
  .tuple(
    fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 12 }),
    fc.oneof(
      { weight: 4, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.integer({ min: 2, max: MAX_REPEATED }) },
    ),
  )
  .map(([pieces, times]) => pieces.join('').repeat(times));

const ESCAPE = /\\[!-/:-@[-`{-~]/g;
const SPECIAL = [
  /<@/,
  /<#/,
  /<t:/,
  /<\//,
  /<a?:/,
  /<id:/,
  /\]\(/,
  /@everyone/,
  /@here/,
  /discord(?:\.gg|\.com\/invite)\//i,
  /https?:\/\//i,
  /^\s*(?:#|-|>|\*\s|\d+\.\s)/m,
  /[*_~|`[\]{}]/,
];
/**
 * First and last code points of ranges that are invisible or affect other text: controls, bidi marks, zero-width
 * characters, fillers.
 */
const INVISIBLE: readonly (readonly [number, number])[] = [
  [0x00, 0x09],
  [0x0b, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x034f, 0x034f],
  [0x061c, 0x061c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x2800, 0x2800],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xe0000, 0xe0fff],
];

/**
 * Discord's special sequences and the invisible characters in a text, apart from the `own` ones and from everything
 * escaped with a backslash. It is independent of the code that escapes texts.
 */
export function specialSequences(text: string, own: readonly string[] = []): string[] {
  let bare = text.replace(ESCAPE, '·');
  for (const sequence of own) bare = bare.replaceAll(sequence, '');
  return [
    ...SPECIAL.flatMap((pattern) => pattern.exec(bare)?.[0] ?? []),
    ...Array.from(bare, (character) => character.codePointAt(0) ?? 0)
      .filter((code) => INVISIBLE.some(([first, last]) => code >= first && code <= last))
      .map((code) => `U+${code.toString(16)}`),
    ...(bare.isWellFormed() ? [] : ['half a surrogate pair']),
  ];
}
