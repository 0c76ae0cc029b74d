import { z } from 'zod';

/** A time in a plan record: in ms since the epoch, or the host's own text when it cannot be read as a time. */
export const planTime = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('time'), at: z.number() }),
  z.object({ kind: z.literal('text'), text: z.string() }),
]);
export type PlanTime = z.infer<typeof planTime>;

/** One that was stored, perhaps before the limits of dates were known. */
export const storedTime = planTime
  .nullable()
  .transform((time) => (time?.kind === 'time' ? readEpoch(time.at, ['ms', 'µs']) : time && readTime(time.text)));

/** What lies outside is no date of a plan: hosts write "none" as their first or last date (docs/services.md). */
const FIRST_DATE_MS = Date.UTC(2000, 0);
const LAST_DATE_MS = Date.UTC(2200, 0) - 1;

/** Between the first and the last date no two of these units have a number in common. */
const UNITS_MS = { s: 1_000, ms: 1, µs: 1e-3, ns: 1e-6 } as const;
type Unit = keyof typeof UNITS_MS;
const UNITS = Object.keys(UNITS_MS) as Unit[];

/**
 * A date, optionally with a time and a zone, as hosts write it: `2026-06-01 12:00:00 +0000 UTC` in Go, with
 * `[Europe/Berlin]` behind it in Java. `Date.parse` alone is too lenient: it reads "in about 5" as May 2001.
 */
const ISO_TIME =
  /^(?<date>(?<year>\d{4}|[+-]\d{6})-\d{2}-(?<day>\d{2}))(?<time>[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?(?<zone>Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)(?: [A-Z]{3,4}|\[[\w/+-]+\])?)?)?$/i;
const BASIC_DATE = /^(2\d{3})(\d{2})(\d{2})(?=$|T)/;
const BASIC_CLOCK = /T(\d{2})(\d{2})(\d{2})(?=$|Z|[+-])/;
/** RFC 9110, section 5.6.7. */
const HTTP_DATE = /^[a-z]{3}, \d{2} [a-z]{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/i;
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:e\+?\d+)?$/i;
const YEAR = /^2[01]\d{2}$/;
/** Words for no date, and the first and last years of systems that have no other way to say it. */
const NO_DATE = /^(?:never|none|null|nil|undefined|n\/?a|nan|-?infinity|invalid date|no|false|[-–—]+)$/i;
const YEAR_OF_NONE = /(?<![+-])\b(?:0000|0001|1601|1899|1900|1969|1970|9999)\b/;

/** ISO 8601, or epoch time in any usual unit as a number or digits. Null for a date that is none. */
export function readTime(raw: string | number): PlanTime | null {
  if (typeof raw === 'number') return readEpoch(raw);
  const text = raw.trim();
  if (YEAR.test(text)) return { kind: 'text', text: raw };
  const iso = readIsoTime(text.replace(BASIC_DATE, '$1-$2-$3').replace(BASIC_CLOCK, 'T$1:$2:$3'));
  if (iso !== undefined) return iso;
  if (NUMBER.test(text)) return readEpoch(Number(text));
  return NO_DATE.test(text) || YEAR_OF_NONE.test(text) ? null : { kind: 'text', text: raw };
}

/** A time in ISO 8601, UTC if it names no zone; null for a date that is none, undefined for other text. */
function readIsoTime(text: string): PlanTime | null | undefined {
  const iso = text.trim();
  if (HTTP_DATE.test(iso)) return readEpoch(Date.parse(iso), ['ms']) ?? undefined;
  const { date, year, day, time } = ISO_TIME.exec(iso)?.groups ?? {};
  if (date === undefined || year === undefined) return undefined;
  const at = Date.parse(time === undefined ? date : `${date}T${inUsualForm(time)}`);
  // Beyond the end of a month it would be counted on into the next one.
  if (Number.isNaN(at) || new Date(date).getUTCDate() !== Number(day)) {
    return isDate(Date.UTC(Number(year), 0)) ? undefined : null;
  }
  return isDate(at) ? { kind: 'time', at } : null;
}

/** @param time - of a date, with what stands before it and the zone. @returns it with a zone, UTC if it names none */
function inUsualForm(time: string): string {
  const [, clock = '', offset = 'Z'] = /^.([\d:.,]+)(?: ?([+-]\d{2}(?::?\d{2})?))?/.exec(time) ?? [];
  return `${clock.replace(',', '.')}${/^.\d{2}$/.test(offset) ? `${offset}:00` : offset}`;
}

/** Names of fields that hold times, by one of their words: `effective_at`, `startDate`. */
const TIME_WORDS =
  /(?:^|[_ -])(?:at|on|until|till|after|before|by|since|when|date|time|timestamp|ts|start|starts|end|ends|expiry|expires|due|deadline|effective)$/;

/** What a field of unknown shape holds, as far as it is a time: a number only where the name says so. */
export function timeIn(name: string, value: unknown): PlanTime | null | undefined {
  if (typeof value === 'string' && !NUMBER.test(value)) return readIsoTime(value);
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const words = name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1_$2').toLowerCase();
  return words === '' || TIME_WORDS.test(words) ? (readEpoch(Number(value)) ?? undefined) : undefined;
}

/** Whether a time has come by `now` (ms since the epoch). A text that cannot be read never has. */
export function isPast(time: PlanTime | null, now: number): boolean {
  return time?.kind === 'time' && time.at <= now;
}

function readEpoch(epoch: number, units: readonly Unit[] = UNITS): PlanTime | null {
  const at = units.map((unit) => Math.round(epoch * UNITS_MS[unit])).find(isDate);
  return at === undefined ? null : { kind: 'time', at };
}

export function isDate(at: number): boolean {
  return at >= FIRST_DATE_MS && at <= LAST_DATE_MS;
}
