import { describe, expect, it } from 'vitest';

import { fullText, timestampText } from '../../../../src/sandbox/playground/page/timestamps.ts';

const NOON = new Date(2026, 4, 1, 12, 0, 0).getTime();
const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

describe('a relative timestamp', () => {
  it.each([
    [0, 'now'],
    [5 * SECOND, 'in 5 seconds'],
    [-MINUTE, '1 minute ago'],
    [-3 * HOUR, '3 hours ago'],
    [3 * DAY - SECOND, 'in 3 days'],
    [-70 * DAY, '2 months ago'],
    [800 * DAY, 'in 2 years'],
  ])('of %i ms reads %j', (distance, text) => {
    expect(timestampText({ at: NOON + distance, now: NOON }, 'R', 'en-US')).toBe(text);
  });

  it('reads in the language of the person', () => {
    expect(timestampText({ at: NOON - 2 * DAY, now: NOON }, 'R', 'fr')).toBe('il y a 2 jours');
  });
});

describe('a timestamp', () => {
  it.each([
    ['D', 'May 1, 2026'],
    ['F', 'Friday, May 1, 2026 at 12:00 PM'],
    ['f', 'May 1, 2026 at 12:00 PM'],
    ['unknown', 'May 1, 2026 at 12:00 PM'],
  ])('of the style %s reads %j', (style, text) => {
    expect(timestampText({ at: NOON, now: NOON }, style, 'en-US').replaceAll('\u202F', ' ')).toBe(text);
  });

  it('tells the whole moment in the language of the person', () => {
    expect(fullText(NOON, 'fr')).toContain('vendredi 1 mai 2026');
  });
});
