const RELATIVE_UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Discord's documentation, "Timestamp Styles", without the relative one. */
const FORMATS: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  t: { timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { day: 'numeric', month: 'numeric', year: 'numeric' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
};

/** The time to format and the current time, in ms since the epoch. */
type Moment = { at: number; now: number };

/** A time as Discord writes it in this language. An unknown style counts as `f`, the default. */
export function timestampText({ at, now }: Moment, style: string, language: string): string {
  if (style === 'R') return relativeText({ at, now }, language);
  return dateFormat(language, style).format(at);
}

/** The full date and time, as in the tooltip of a timestamp. */
export function fullText(at: number, language: string): string {
  return dateFormat(language, 'F').format(at);
}

/** For example "in 3 days", "il y a 5 minutes", "now". */
function relativeText({ at, now }: Moment, language: string): string {
  const seconds = Math.round((at - now) / 1_000);
  const [unit, size] = RELATIVE_UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return relativeFormat(language, seconds === 0 ? 'auto' : 'always').format(Math.round(seconds / size), unit);
}

/** Formats are slow to create, and the page formats hundreds of times a second. */
const dateFormats = new Map<string, Intl.DateTimeFormat>();
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

function dateFormat(language: string, style: string): Intl.DateTimeFormat {
  const key = `${language} ${style}`;
  const format = dateFormats.get(key) ?? new Intl.DateTimeFormat(language, FORMATS[style] ?? FORMATS.f);
  dateFormats.set(key, format);
  return format;
}

function relativeFormat(language: string, numeric: 'always' | 'auto'): Intl.RelativeTimeFormat {
  const key = `${language} ${numeric}`;
  const format = relativeFormats.get(key) ?? new Intl.RelativeTimeFormat(language, { numeric });
  relativeFormats.set(key, format);
  return format;
}
