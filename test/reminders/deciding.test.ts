import { expect, test } from 'vitest';

import { type AfterReminder, afterReminder, whenToSend } from '../../src/reminders/deciding.ts';
import {
  REMINDER_LEASE_MS,
  type ReminderResult,
  SENDING_LASTS_MS,
  SENT_AGAIN_WITHIN_MS,
  SPREAD_MS,
} from '../../src/reminders/reminder.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/work/clock.ts';
import { dueReminder, NOON } from './reminder-scene.ts';

const QUIET = { from: 12, to: 14, timeZone: 'UTC' };
/** By the middle of all chances. */
const AFTER_QUIET = { until: NOON + 2 * HOUR_MS + SPREAD_MS / 2 };
const clock = { random: () => 0.5 };

const when = (changes: Parameters<typeof dueReminder>[0]) => whenToSend(dueReminder(changes), clock);

test('a reminder may be sent from the moment on at which it is due, and says after how many hours it comes', () => {
  expect(when({})).toEqual({ hours: 24 });
  expect(when({ takenAt: NOON - 1 })).toEqual({ until: NOON });
  expect(when({ hours: 25 })).toEqual({ until: NOON + HOUR_MS });
  expect(when({ takenAt: NOON + 5 * HOUR_MS })).toEqual({ hours: 24 });
});

test('one that waits for the next day comes when the guild’s day begins, however long ago the claim was', () => {
  const nextDay = { timeZone: 'Europe/Paris', hour: 5 };
  const { until } = when({ nextDay, claimedAt: NOON, takenAt: NOON }) as { until: number };
  expect(new Date(until).toISOString().slice(11)).toMatch(/^0[34]:00:00\.000Z$/);
  expect(until - NOON).toBeLessThan(24 * HOUR_MS);
  expect(when({ nextDay, claimedAt: until - 1, takenAt: until })).toEqual({ hours: 24, nextDay });
});

test('one of a guild that turned reminders off is not sent', () => {
  expect(when({ hours: undefined })).toBe('off');
  expect(when({ hours: undefined, takenAt: NOON - 1 })).toBe('off');
});

test('one that may have been sent is sent again for as long as Discord knows its nonce, and then is not known', () => {
  expect(when({ begunAt: NOON - SENT_AGAIN_WITHIN_MS })).toEqual({ hours: 24 });
  expect(when({ begunAt: NOON - SENT_AGAIN_WITHIN_MS - 1 })).toBe('unconfirmed');
  expect(when({ begunAt: NOON - SENT_AGAIN_WITHIN_MS - 1, hours: undefined })).toBe('unconfirmed');
});

test('one that is due in quiet hours is looked at again at some moment of the quarter of an hour after them', () => {
  expect(when({ quiet: QUIET })).toEqual(AFTER_QUIET);
  expect(when({ quiet: QUIET, takenAt: NOON + 2 * HOUR_MS - 1 })).toEqual(AFTER_QUIET);
  expect(when({ quiet: QUIET, takenAt: NOON + 2 * HOUR_MS })).toEqual({ hours: 24 });
  expect(whenToSend(dueReminder({ quiet: QUIET }), { random: () => 1 / 7 })).toEqual({
    until: NOON + 2 * HOUR_MS + Math.floor(SPREAD_MS / 7),
  });
});

test('one that might arrive in quiet hours is not sent before them', () => {
  const arrivesWithin = REMINDER_LEASE_MS + SENDING_LASTS_MS;
  const claimedAt = NOON - 26 * HOUR_MS;
  expect(when({ quiet: QUIET, claimedAt, takenAt: NOON - arrivesWithin - 1 })).toEqual({ hours: 24 });
  expect(when({ quiet: QUIET, claimedAt, takenAt: NOON - arrivesWithin })).toEqual(AFTER_QUIET);
});

test('what may be on its way for longest, and the hold of a process, are as long as they are said to be', () => {
  expect(REMINDER_LEASE_MS).toBe(45 * SECOND_MS);
  expect(SENT_AGAIN_WITHIN_MS).toBe(110 * SECOND_MS);
  expect(SPREAD_MS).toBe(15 * MINUTE_MS);
});

test.each<[ReminderResult, AfterReminder, afterOneThatMayHaveBeenSent: AfterReminder]>([
  ['sent', 'done', 'done'],
  ['unconfirmed', 'done', 'done'],
  ['refused', 'done', 'done'],
  ['no-guild', 'done', 'done'],
  ['off', 'dropped', 'dropped'],
  ['closed', 'closed', 'closed'],
  ['left', 'forgotten', 'forgotten'],
  ['unknown', 'unclear', 'unclear'],
  ['failed', { restsMs: 30 * SECOND_MS }, 'unclear'],
  ['too-fast', { restsMs: 30 * SECOND_MS }, 'unclear'],
])('after %s, what follows is %j, and for one that may have been sent before it is %j', (result, first, again) => {
  expect(afterReminder(dueReminder({ tries: 1 }), result, clock)).toEqual(first);
  expect(afterReminder(dueReminder({ tries: 1, begunAt: NOON - SECOND_MS }), result, clock)).toEqual(again);
});
