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
  d: { dateStyle: 'short' },
  D: { dateStyle: 'long' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  F: { dateStyle: 'full', timeStyle: 'short' },
};

/** The moments to show, in ms since the epoch: the one meant, and the one it is read at. */
type Moment = { at: number; now: number };

/** A moment as Discord writes it for a person of this language. A style it does not know counts as none, which is `f`. */
export function timestampText({ at, now }: Moment, style: string, language: string): string {
  if (style === 'R') return relativeText({ at, now }, language);
  return dateFormat(language, style).format(at);
}

/** The whole moment, as a pointer that rests on a timestamp shows it. */
export function fullText(at: number, language: string): string {
  return dateFormat(language, 'F').format(at);
}

/** For example "in 3 days", "il y a 5 minutes", "now". */
function relativeText({ at, now }: Moment, language: string): string {
  const seconds = Math.round((at - now) / 1_000);
  const [unit, size] = RELATIVE_UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  return relativeFormat(language, seconds === 0 ? 'auto' : 'always').format(Math.round(seconds / size), unit);
}

/** Formats are slow to make, and the page shows hundreds of times each second. */
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
