import type { Translate } from '../../locales/index.ts';
import { type Reply, textReply } from '../../ui/reply.ts';
import { escapeText } from '../../ui/text.ts';
import type { FoundZone } from '../../work/time-zones.ts';
import type { DayStart } from '../day-start.ts';

const MAX_ZONE_LENGTH = 60;

export function fullHour(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

export function zoneText(timeZone: string): string {
  return escapeText(timeZone.replaceAll('_', ' '), MAX_ZONE_LENGTH);
}

/** An hour and whose clocks show it: `05:00 (Europe/Berlin)`. */
export function dayStartText({ timeZone, hour }: DayStart): string {
  return `${fullHour(hour)} (${zoneText(timeZone)})`;
}

/** Asks back which of several zones was meant; for none, what to type. */
export function zoneUnclear(zones: readonly FoundZone[], t: Translate): Reply {
  if (zones.length === 0) return textReply('amber', 'zone.unknown')(t);
  return textReply('amber', 'zone.which')(t, { zones: zones.map(({ zone }) => `\`${zone}\``).join(', ') });
}
