const SAFE =
  'Steve _ 1234567890123456 Ünïcödé_Ñame Степан_2 史蒂夫 استيف スティーブ สตีฟ हिन्दी ٣٤ .Some_Name .123456789012345';
const UNSAFE = [
  ...'. .. ..Steve .Steve. St.eve 12345678901234567 .1234567890123456 𝒮𝓉𝑒𝓋𝑒𝒮𝓉𝑒𝓋 @a .@a @e[type=item] *'.split(' '),
  ...'.Steve;diamond %player% {player} §kx -f .-f ~ /op a/b a:b a,b a\'b a"b a\\b a$b a&b #tag <@1> a=b 💎 ² Ⅷ'.split(
    ' ',
  ),
  ...['', 'Some Name', 'Steve diamond 64', 'a;op evil', 'Some\nName', '.Some\nName', '.Some\tName'],
  ...['Some\u00a0Name', '.Some\u3000Name', 'Steve\0', '\u200b', '\ufeff \u2060'],
  // A joiner, marks of direction, a filler that counts as a letter, a selector of variants, a mark on nothing.
  ...['Ste\u200bve', 'Ste\u202eve', 'S\u00adteve', '\u3164', 'St\u3164eve', 'Steve\ufe0f', '\u0301Steve', '\ud800'],
];

/** What every place that takes rewards makes of a player's name: the name that gets into a command, or none. */
export const PLAYER_NAMES: readonly (readonly [name: string, inCommands: string | undefined])[] = [
  ...SAFE.split(' ').map((name) => [name, name] as const),
  ['.Some Name', '.Some_Name'],
  ['.Some Other Name', '.Some_Other_Name'],
  ...[
    ' Steve ',
    'Steve\r',
    '\u202aSteve\u202c',
    '\ufeffSteve\u200b',
    '\u200d\u2060 Steve\u200e',
    '\u00a0Steve\u00ad',
    '\u3164Steve\u2800',
    'Steve\u034f\uffa0',
  ].map((name) => [name, 'Steve'] as const),
  ['.Some Name\u200b ', '.Some_Name'],
  ...UNSAFE.map((name) => [name, undefined] as const),
];
