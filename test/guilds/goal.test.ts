import { expect, test } from 'vitest';

import { dayOf, MIDNIGHT_UTC } from '../../src/guilds/day-start.ts';
import { periodOf, stepsTo } from '../../src/guilds/goal.ts';
import { goalField } from '../../src/guilds/views/goal.ts';
import { translator } from '../../src/locales/index.ts';

const at = (time: string) => Date.parse(time);

test.each([
  ['day', '2026-03-01T00:00:00.000Z', '2026-03-01', '2026-03-02'],
  ['day', '2026-03-01T23:59:59.999Z', '2026-03-01', '2026-03-02'],
  ['week', '2026-03-01T23:59:59.999Z', '2026-02-23', '2026-03-02'],
  ['week', '2026-03-02T00:00:00.000Z', '2026-03-02', '2026-03-09'],
  ['week', '2026-01-01T12:00:00.000Z', '2025-12-29', '2026-01-05'],
  ['month', '2024-02-29T12:00:00.000Z', '2024-02-01', '2024-03-01'],
  ['month', '2026-12-31T23:59:59.999Z', '2026-12-01', '2027-01-01'],
] as const)('the %s of %s begins on %s, and the next one on %s', (every, time, from, until) => {
  expect(periodOf(every, MIDNIGHT_UTC, dayOf(MIDNIGHT_UTC, at(time)))).toEqual({ from: at(from), until: at(until) });
});

test('each of several claims that are confirmed together is a step towards the goal', () => {
  const goal = {
    claims: 10,
    every: 'month',
    count: 7,
    ...periodOf('month', MIDNIGHT_UTC, dayOf(MIDNIGHT_UTC, at('2026-03-31T12:00:00Z'))),
  } as const;
  expect(stepsTo(goal, 3)).toEqual([5, 6, 7].map((count) => ({ ...goal, count })));
});

test.each([
  [0, 50, '▱▱▱▱▱▱▱▱▱▱'],
  [4, 50, '▱▱▱▱▱▱▱▱▱▱'],
  [37, 50, '▰▰▰▰▰▰▰▱▱▱'],
  [49, 50, '▰▰▰▰▰▰▰▰▰▱'],
  [50, 50, '▰▰▰▰▰▰▰▰▰▰'],
  [12_345, 50, '▰▰▰▰▰▰▰▰▰▰'],
])('%i of %i: the number comes first, and the bar is full only once it is reached', (count, claims, bar) => {
  const { value: text } = goalField({ count, claims, every: 'day', from: 0, until: 86_400_000 }, translator('en-US'));
  expect(text).toBe(
    `**${count.toLocaleString('en-US')} of ${claims}** claims through this bot, until <t:86400:f>\n${bar}`,
  );
});
