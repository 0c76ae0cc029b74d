import { LRUCache } from 'lru-cache';

import { atMost } from '../work/at-most.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../work/clock.ts';
import { firstQuarter } from '../work/time-zones.ts';

/** When a day of a guild begins: at a full hour of the clocks of a zone. */
export type DayStart = { timeZone: string; hour: number };

/** For guilds that say nothing of it. */
export const MIDNIGHT_UTC: DayStart = { timeZone: 'UTC', hour: 0 };

/** The guild's day at a moment (ms since the epoch), named by its date as the number of days since the epoch. */
export function dayOf({ timeZone, hour }: DayStart, at: number): number {
  return Math.floor((wallTime(timeZone, at) - hour * HOUR_MS) / DAY_MS);
}

/** When a day begins, in ms since the epoch: with the clocks, so that some days have 23 hours or 25. */
export function beginningOf(start: DayStart, day: number): number {
  const named = day * DAY_MS + start.hour * HOUR_MS;
  if (start.timeZone === 'UTC') return named;
  const offsets = [-DAY_MS, DAY_MS].map((away) => wallTime(start.timeZone, named + away) - (named + away));
  return firstQuarter(named - Math.max(...offsets), (at) => dayOf(start, at) >= day);
}

const formats = new LRUCache<string, Intl.DateTimeFormat>({
  ...atMost(100),
  memoMethod: (timeZone) =>
    new Intl.DateTimeFormat('en', {
      timeZone,
      hourCycle: 'h23',
      ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
    }),
});

/** What the clocks of a zone show, as if it were UTC. */
function wallTime(timeZone: string, at: number): number {
  if (timeZone === 'UTC') return at;
  const parts = formats.memo(timeZone).formatToParts(at);
  const [year = 0, month = 0, day, hour, minute, second] = (
    ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  ).map((type) => Number(parts.find((part) => part.type === type)?.value));
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((at % SECOND_MS) + SECOND_MS) % SECOND_MS);
}
