import { expect, test } from 'vitest';

import { beginningOf, dayOf, type DayStart } from '../../src/guilds/day-start.ts';
import { DAY_MS } from '../../src/work/clock.ts';

const at = (time: string) => Date.parse(time);
const PARIS_AT = (hour: number): DayStart => ({ timeZone: 'Europe/Paris', hour });

test.each<[DayStart, day: string, begins: string]>([
  [{ timeZone: 'UTC', hour: 0 }, '2026-03-01', '2026-03-01T00:00:00Z'],
  [{ timeZone: 'UTC', hour: 5 }, '2026-03-01', '2026-03-01T05:00:00Z'],
  [PARIS_AT(5), '2026-03-01', '2026-03-01T04:00:00Z'],
  [PARIS_AT(5), '2026-07-01', '2026-07-01T03:00:00Z'],
  [{ timeZone: '+05:45', hour: 23 }, '2026-03-01', '2026-03-01T17:15:00Z'],
  [{ timeZone: 'America/New_York', hour: 20 }, '2026-03-01', '2026-03-02T01:00:00Z'],
  // The clocks skip this hour, and show the other one twice.
  [PARIS_AT(2), '2026-03-29', '2026-03-29T01:00:00Z'],
  [PARIS_AT(2), '2026-10-25', '2026-10-25T00:00:00Z'],
  [PARIS_AT(3), '2026-10-25', '2026-10-25T02:00:00Z'],
])('a day that begins so (%j), %s, begins at %s', (start, day, begins) => {
  const number = at(day) / DAY_MS;
  expect(beginningOf(start, number)).toBe(at(begins));
  expect(dayOf(start, at(begins))).toBe(number);
  expect(dayOf(start, at(begins) - 1)).toBe(number - 1);
});
