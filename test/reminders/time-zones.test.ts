import { describe, expect, it } from 'vitest';

import { localTime, parseTimeZone, suggestZones } from '../../src/reminders/time-zones.ts';

describe('a time zone', () => {
  it.each([
    ['Europe/Paris', 'Europe/Paris'],
    [' europe/paris ', 'Europe/Paris'],
    ['america/new york', 'America/New_York'],
    ['utc', 'UTC'],
    ['UTC+2', '+02:00'],
    ['gmt -3:30', '-03:30'],
    ['+0545', '+05:45'],
    ['−5', '-05:00'],
    ['+14', '+14:00'],
  ])('%s is stored as %s', (typed, zone) => {
    expect(parseTimeZone(typed)).toBe(zone);
  });

  it.each(['', 'Paris', 'UTC+15', '-13', '+2:07', 'Europe/Nowhere', '+', '../etc'])('is not %j', (typed) => {
    expect(parseTimeZone(typed)).toBeUndefined();
  });

  it('is suggested by the language of who has typed nothing', () => {
    expect(suggestZones('', 'fr', 25)[0]).toBe('Europe/Paris');
    expect(suggestZones('', 'ja', 25)).toContain('UTC');
  });

  it('is suggested by its city, as far as it was typed', () => {
    expect(suggestZones('new y', 'en-US', 25)).toEqual(['America/New_York']);
    expect(suggestZones('par', 'fr', 3)[0]).toMatch(/\/Par/);
    expect(suggestZones('', 'fr', 2)).toHaveLength(2);
  });

  it('is suggested as the distance from UTC that was typed', () => {
    expect(suggestZones('UTC+2', 'fr', 25)).toEqual(['+02:00']);
  });

  it('is shown with what its clocks show', () => {
    expect(localTime('Asia/Kolkata', Date.parse('2026-01-01T20:00:00Z'))).toBe('01:30');
  });
});
