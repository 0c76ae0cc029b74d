/** The zones farthest from UTC, in hours. */
const OFFSET_HOURS = { west: 12, east: 14 } as const;
const OFFSET = /^(?:utc|gmt)? ?([+-−])(\d{1,2})(?::?(00|15|30|45))?$/;

/**
 * A zone as it is stored: its name in the IANA database, which knows summer time, or a distance from UTC such as
 * `+02:00`, which does not. Undefined for other text.
 */
export function parseTimeZone(raw: string): string | undefined {
  const typed = raw.trim();
  return parseOffset(typed.toLowerCase()) ?? knownZone(typed.replaceAll(' ', '_'));
}

function parseOffset(typed: string): string | undefined {
  const [, sign, hours, minutes = '00'] = OFFSET.exec(typed) ?? [];
  if (sign === undefined || hours === undefined) return undefined;
  const isEast = sign === '+';
  const most = isEast ? OFFSET_HOURS.east : OFFSET_HOURS.west;
  if (Number(hours) + Number(minutes) / 60 > most) return undefined;
  return `${isEast ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`;
}

function knownZone(name: string): string | undefined {
  if (!/^[a-z]/i.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
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
  'es-ES': ['Europe/Madrid'],
  'es-419': ['America/Mexico_City', 'America/Bogota', 'America/Argentina/Buenos_Aires'],
  'pt-BR': ['America/Sao_Paulo'],
};
const ANYWHERE = ['UTC', 'Europe/London', 'Europe/Paris', 'America/New_York', 'America/Los_Angeles', 'Asia/Tokyo'];

/** Zones that contain the typed text: a complete offset, then those whose name or city begins with it, then others. */
export function suggestZones(typed: string, locale: string, max: number): string[] {
  const wanted = typed.trim().toLowerCase().replaceAll(' ', '_');
  if (wanted === '') return [...new Set([...(LIKELY[locale] ?? []), ...ANYWHERE])].slice(0, max);
  const offset = parseTimeZone(typed);
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone.toLowerCase().includes(wanted));
  const begins = (zone: string) => `/${zone.toLowerCase()}`.includes(`/${wanted}`);
  const sorted = [...zones.filter(begins), ...zones.filter((zone) => !begins(zone))];
  return [...new Set([...(offset === undefined ? [] : [offset]), ...sorted])].slice(0, max);
}

/** What the clocks of a zone show. @param at - ms since the epoch */
export function localTime(timeZone: string, at: number): string {
  return new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
}
