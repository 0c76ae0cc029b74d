import { describe, expect, it } from 'vitest';

import { quietUntil } from '../../src/reminders/reminder.ts';

const at = (time: string) => Date.parse(time);
const isQuiet = (quiet: Parameters<typeof quietUntil>[0], moment: number) => quietUntil(quiet, moment) > moment;
const until = (quiet: Parameters<typeof quietUntil>[0], time: string) =>
  new Date(quietUntil(quiet, at(time))).toISOString();

describe('quiet hours', () => {
  const night = { from: 22, to: 8, timeZone: 'Europe/Paris' };

  it('begin and end with the hour, where the person is', () => {
    // In winter Paris is an hour ahead of UTC.
    expect(isQuiet(night, at('2026-01-10T20:59:59.999Z'))).toBe(false);
    expect(isQuiet(night, at('2026-01-10T21:00:00.000Z'))).toBe(true);
    expect(isQuiet(night, at('2026-01-11T06:59:59.999Z'))).toBe(true);
    expect(isQuiet(night, at('2026-01-11T07:00:00.000Z'))).toBe(false);
  });

  it.each([
    ['in winter', '2026-01-10T23:17:03.000Z', '2026-01-11T07:00:00.000Z'],
    ['in summer', '2026-07-10T23:17:03.000Z', '2026-07-11T06:00:00.000Z'],
    ['in the night that is an hour shorter', '2026-03-28T23:00:00.000Z', '2026-03-29T06:00:00.000Z'],
    ['in the night that is an hour longer', '2026-10-24T23:00:00.000Z', '2026-10-25T07:00:00.000Z'],
  ])('end at 8 %s', (_, from, to) => {
    expect(until(night, from)).toBe(to);
  });

  it('leave everything else as it is', () => {
    expect(until(night, '2026-01-11T07:00:00.123Z')).toBe('2026-01-11T07:00:00.123Z');
  });

  it('may lie within a day, and in a zone of three quarters of an hour', () => {
    const noon = { from: 12, to: 14, timeZone: 'Asia/Kathmandu' };
    expect(until(noon, '2026-01-10T06:14:59.000Z')).toBe('2026-01-10T06:14:59.000Z');
    expect(until(noon, '2026-01-10T06:15:00.000Z')).toBe('2026-01-10T08:15:00.000Z');
  });

  it('keep to a distance from UTC', () => {
    expect(until({ from: 0, to: 23, timeZone: '-03:30' }, '2026-01-10T03:30:00.000Z')).toBe('2026-01-11T02:30:00.000Z');
  });

  it('that begin when the clocks skip the hour begin with the next', () => {
    const early = { from: 2, to: 4, timeZone: 'Europe/Paris' };
    expect(until(early, '2026-03-29T00:59:59.000Z')).toBe('2026-03-29T00:59:59.000Z');
    expect(until(early, '2026-03-29T01:00:00.000Z')).toBe('2026-03-29T02:00:00.000Z');
  });
});
