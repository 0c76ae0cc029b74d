import { MINUTE_MS } from './clock.ts';
import NAMES from './zone-names.json' with { type: 'json' };

/** A zone, and the name by which it was found: its own, or another one that people have for it. */
export type FoundZone = { zone: string; name: string };

const OFFSET_HOURS = { west: 12, east: 14 } as const;
const OFFSET = /^(?:utc|gmt)?\s*([+\-−–±])\s*(\d{1,2})(?:[:.,h]?(00|15|30|45)|([.,][05]))?$/;
const UTC = /^(?:utc|gmt|z|zulu|uct)\s*0?$/i;
const SEVERAL = 5;
/** So short a text may be an abbreviation that we do not know: what only begins with it is asked back. */
const SHORT = 3;

/**
 * The zone that a person means, as it is stored: its name in the IANA database, which knows summer time, or a distance
 * from UTC such as `+02:00`, which does not. Several zones are asked back; none for a name that nobody has.
 */
export function readTimeZone(raw: string): string | readonly FoundZone[] {
  const read = readWhole(raw.trim());
  if (read.length > 0) return read;
  // As other programs list it, or with its country: `(UTC+01:00) Berlin, Rome`, `Paris, France`, `London time`.
  const [first = ''] = raw.replaceAll(/\([^()]*\)/g, ' ').split(/[,;|](?!\s*\d)/);
  return readWhole(
    first
      .trim()
      .replace(/\stime$/i, '')
      .trim(),
  );
}

function readWhole(typed: string): string | readonly FoundZone[] {
  const exact = parseOffset(typed.normalize('NFKC').toLowerCase()) ?? (UTC.test(typed) ? 'UTC' : knownZone(typed));
  if (exact !== undefined) return exact;
  const found = findZones(typed);
  const meant = found.some(({ rank }) => rank === 0) ? found.filter(({ rank }) => rank === 0) : found;
  const [only, ...others] = meant;
  const isClear = only && others.length === 0 && (only.rank === 0 || typed.length > SHORT);
  return isClear ? only.zone : meant.slice(0, SEVERAL).map(({ zone, name }) => ({ zone, name }));
}

function parseOffset(typed: string): string | undefined {
  const [, sign, hours, minutes = '00', half] = OFFSET.exec(typed) ?? [];
  if (sign === undefined || hours === undefined) return undefined;
  if (Number(hours) + Number(minutes) === 0 && half === undefined) return 'UTC';
  if (sign === '±') return undefined;
  const isEast = sign === '+';
  const past = half?.endsWith('5') ? '30' : minutes;
  const most = isEast ? OFFSET_HOURS.east : OFFSET_HOURS.west;
  if (Number(hours) + Number(past) / 60 > most) return undefined;
  return `${isEast ? '+' : '-'}${hours.padStart(2, '0')}:${past}`;
}

/**
 * A name of the IANA database, old ones too. Without a slash or a digit (`EST5EDT`) it is none: ICU takes `EST` for
 * Panama, `BST` for Dhaka.
 */
function knownZone(typed: string): string | undefined {
  if (!/^(?:[a-z]+\/[a-z]|[a-z]{3}\d[a-z]{3}$)/i.test(typed)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: typed.replaceAll(' ', '_') }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/** Offered before a person types: Discord tells their language alone. */
const LIKELY: Readonly<Record<string, readonly string[]>> = {
  'en-GB': ['Europe/London'],
  'en-US': ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'Europe/London'],
  fr: ['Europe/Paris', 'America/Toronto'],
  de: ['Europe/Berlin'],
  it: ['Europe/Rome'],
  'es-ES': ['Europe/Madrid'],
  'es-419': ['America/Mexico_City', 'America/Bogota', 'America/Argentina/Buenos_Aires'],
  'pt-BR': ['America/Sao_Paulo'],
};
const ANYWHERE = ['UTC', 'Europe/London', 'Europe/Paris', 'America/New_York', 'America/Los_Angeles', 'Asia/Tokyo'];

/** Zones for the typed text: a complete offset, then those of that name, those whose name begins with it, then others. */
export function suggestZones(typed: string, locale: string, max: number): FoundZone[] {
  const own = (zone: string) => ({ zone, name: zone });
  if (typed.trim() === '') return [...new Set([...(LIKELY[locale] ?? []), ...ANYWHERE])].slice(0, max).map(own);
  const read = readTimeZone(typed);
  const found = findZones(typed).map(({ zone, name }) => ({ zone, name }));
  const exact = typeof read === 'string' ? [own(read)] : read;
  return [...exact.filter(({ zone }) => found.every((other) => other.zone !== zone)), ...found].slice(0, max);
}

/** `folded`: without case, accents and signs, so that it is found however it is typed */
type NamedZone = FoundZone & { folded: string };

let zones: readonly NamedZone[] | undefined;

/**
 * Every name of every zone, the zones with most people first. The others than its own (`zone-names.json`, by zone) are
 * the IANA database's links and abbreviations (2026c), cities and names of zones by CLDR 48 in Discord's languages, and
 * GeoNames' places of more than 200,000 people where the bot's languages are spoken, of a million elsewhere; countries
 * by CLDR, states of the USA, Canada and Australia; Windows' own names; and some by hand. Where zones share a name, each stands for those
 * whose clocks show the same all year.
 */
function namedZones(): readonly NamedZone[] {
  zones ??= [...new Set([...Object.keys(NAMES), ...Intl.supportedValuesOf('timeZone')])].flatMap((zone) => {
    const others = (NAMES as Readonly<Record<string, string | undefined>>)[zone]?.split('|') ?? [];
    const own = { zone, name: zone, folded: fold(zone.slice(zone.lastIndexOf('/') + 1)) };
    const whole = { ...own, folded: fold(zone) };
    return [own, whole, ...others.map((name) => ({ zone, name, folded: fold(name) }))];
  });
  return zones;
}

type Match = NamedZone & { rank: number };

/** Also as it is typed without umlauts: `Muenchen`. */
function findZones(typed: string): Match[] {
  const wanted = fold(typed);
  const found = matches(wanted);
  return found.length > 0 ? found : matches(wanted.replaceAll(/([aou])e/g, '$1'));
}

/** Each zone once, by its best name. `rank`: 0 for that very name, 1 where it begins with the text, 2 where a word does */
function matches(wanted: string): Match[] {
  const best = new Map<string, Match>();
  for (const named of wanted === '' ? [] : namedZones()) {
    const { folded, zone } = named;
    const isBeginning = folded.startsWith(wanted);
    if (!isBeginning && !folded.includes(` ${wanted}`)) continue;
    const rank = folded === wanted ? 0 : isBeginning ? 1 : 2;
    if (rank < (best.get(zone)?.rank ?? Infinity)) best.set(zone, { ...named, rank });
  }
  return [...best.values()].toSorted((one, other) => one.rank - other.rank);
}

const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', đ: 'd', ı: 'i' };

function fold(text: string): string {
  const plain = text.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '');
  return plain
    .replaceAll(/[ßøłæđı]/g, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const QUARTER_MS = 15 * MINUTE_MS;

/**
 * The first moment from `at` on at which the clocks of a zone show what is looked for, in ms since the epoch. Every zone
 * differs from UTC by a multiple of a quarter of an hour, so each of their full hours begins with one.
 */
export function firstQuarter(at: number, isIt: (moment: number) => boolean): number {
  let moment = at;
  while (!isIt(moment)) moment = (Math.floor(moment / QUARTER_MS) + 1) * QUARTER_MS;
  return moment;
}

/** What the clocks of a zone show. @param at - ms since the epoch */
export function localTime(timeZone: string, at: number): string {
  return new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
}
