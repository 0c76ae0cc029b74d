import { expect, test } from 'vitest';

import { type QuietHours, quietUntil } from '../../src/reminders/reminder.ts';

/** In winter Paris is an hour ahead of UTC. */
const PARIS = { from: 22, to: 8, timeZone: 'Europe/Paris' };
const KATHMANDU = { from: 12, to: 14, timeZone: 'Asia/Kathmandu' };
const WEST = { from: 0, to: 23, timeZone: '-03:30' };
const EARLY = { from: 2, to: 4, timeZone: 'Europe/Paris' };

test.each<[what: string, quiet: QuietHours, time: string, until: string]>([
  ['are not yet', PARIS, '2026-01-10T20:59:59.999Z', '2026-01-10T20:59:59.999Z'],
  ['begin with the hour, where the person is', PARIS, '2026-01-10T21:00:00.000Z', '2026-01-11T07:00:00.000Z'],
  ['last', PARIS, '2026-01-11T06:59:59.999Z', '2026-01-11T07:00:00.000Z'],
  ['are over with the hour', PARIS, '2026-01-11T07:00:00.000Z', '2026-01-11T07:00:00.000Z'],
  ['are over, to the millisecond', PARIS, '2026-01-11T07:00:00.123Z', '2026-01-11T07:00:00.123Z'],
  ['end at 8 in winter', PARIS, '2026-01-10T23:17:03.000Z', '2026-01-11T07:00:00.000Z'],
  ['end at 8 in summer', PARIS, '2026-07-10T23:17:03.000Z', '2026-07-11T06:00:00.000Z'],
  ['end at 8 in the night that is an hour shorter', PARIS, '2026-03-28T23:00:00.000Z', '2026-03-29T06:00:00.000Z'],
  ['end at 8 in the night that is an hour longer', PARIS, '2026-10-24T23:00:00.000Z', '2026-10-25T07:00:00.000Z'],
  ['within a day are not yet', KATHMANDU, '2026-01-10T06:14:59.000Z', '2026-01-10T06:14:59.000Z'],
  ['may begin at a quarter past in UTC', KATHMANDU, '2026-01-10T06:15:00.000Z', '2026-01-10T08:15:00.000Z'],
  ['keep to a distance from UTC', WEST, '2026-01-10T03:30:00.000Z', '2026-01-11T02:30:00.000Z'],
  ['whose first hour the clocks skip are not yet', EARLY, '2026-03-29T00:59:59.000Z', '2026-03-29T00:59:59.000Z'],
  ['begin with the next then', EARLY, '2026-03-29T01:00:00.000Z', '2026-03-29T02:00:00.000Z'],
])('quiet hours %s', (_what, quiet, time, until) => {
  expect(new Date(quietUntil(quiet, Date.parse(time))).toISOString()).toBe(until);
});
