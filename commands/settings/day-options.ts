import type { AutocompleteInteraction } from 'discord.js';

import type { InChannel } from '../../src/discord/incoming/command.ts';
import { integerOption, stringOption } from '../../src/discord/incoming/definitions.ts';
import { fullHour, zoneUnclear } from '../../src/guilds/views/day-start.ts';
import type { CommandText } from '../../src/locales/index.ts';
import type { Reply } from '../../src/ui/reply.ts';
import { MAX_CHOICES } from '../../src/ui/text.ts';
import { localTime, readTimeZone, suggestZones } from '../../src/work/time-zones.ts';

/** Full hours are precise enough for a night or a day, and can be chosen on a phone without typing. */
export const HOURS = Array.from({ length: 24 }, (_, hour) => ({ name: fullHour(hour), value: hour }));

/** Zones show their time: few people know their offset from UTC. */
export function zoneChoices(context: { interaction: AutocompleteInteraction; locale: string; receivedAt: number }) {
  const { interaction, locale, receivedAt } = context;
  return suggestZones(interaction.options.getFocused(), locale, MAX_CHOICES).map(({ zone, name }) => ({
    name: `${name === zone ? '' : `${name} · `}${zone} (${localTime(zone, receivedAt)})`,
    value: zone,
  }));
}

/** Where a goal or reminders are set: when a day of the guild begins. */
export function dayOptions(hour: CommandText, zone: CommandText) {
  return {
    'day-begins': integerOption(hour, { choices: HOURS }),
    timezone: stringOption(zone, { autocomplete: true }),
  };
}

/** Sets what was given of it, for goals and reminders. @returns the answer when the zone is unclear: nothing was changed */
export async function changeDay(
  { guildId, services: { goals, reminders }, t }: InChannel,
  { 'day-begins': hour, timezone }: { 'day-begins'?: number | undefined; timezone?: string | undefined },
): Promise<Reply | undefined> {
  if (hour === undefined && timezone === undefined) return undefined;
  const timeZone = timezone === undefined ? undefined : readTimeZone(timezone);
  if (typeof timeZone === 'object') return zoneUnclear(timeZone, t);
  await goals.setDayStart(guildId, { ...(timeZone && { timeZone }), ...(hour !== undefined && { hour }) });
  const { hours, nextDay } = await reminders.ofGuild(guildId);
  if (hours !== undefined && nextDay) await reminders.setHours(guildId, hours, nextDay);
  return undefined;
}
