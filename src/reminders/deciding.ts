import type { Clock } from '../clock.ts';
import { pauseAfter } from '../retry.ts';
import { isQuiet, quietUntil } from './quiet-hours.ts';
import {
  dueAfter,
  type DueReminder,
  REMINDER_LEASE_MS,
  type ReminderResult,
  SENDING_LASTS_MS,
  SENT_AGAIN_WITHIN_MS,
  SPREAD_MS,
} from './reminder.ts';

/**
 * Whether a reminder may be sent now. `hours`: it may, and says that it comes after so many; `until`: it is to be looked at
 * then, in ms since the epoch
 */
export function whenToSend(
  { hours, claimedAt, takenAt, quiet, begunAt }: DueReminder,
  clock: Pick<Clock, 'random'>,
): { hours: number } | { until: number } | 'unconfirmed' | 'off' {
  if (begunAt !== undefined && takenAt > begunAt + SENT_AGAIN_WITHIN_MS) return 'unconfirmed';
  if (hours === undefined) return 'off';
  const dueAt = dueAfter(claimedAt, hours);
  if (dueAt > takenAt) return { until: dueAt };
  // It must not arrive in quiet hours that begin while it is on its way.
  const arrivesBy = takenAt + REMINDER_LEASE_MS + SENDING_LASTS_MS;
  const quietAt = [takenAt, arrivesBy].find((at) => quiet && isQuiet(quiet, at));
  if (!quiet || quietAt === undefined) return { hours };
  return { until: quietUntil(quiet, quietAt) + Math.floor(clock.random() * SPREAD_MS) };
}

/**
 * What follows. `done`: nothing is sent for this claim any more; `dropped`: nothing, until another claim or the guild turns
 * reminders on; `closed`: done, and turned off; `forgotten`: nothing is left; `unclear`: it may have been sent, so it stays
 * due and comes before whatever else is, for Discord knows its nonce for two minutes; `until`: it is looked at then;
 * `restsMs`: it was not sent, and is looked at after so long
 */
export type AfterReminder =
  'done' | 'dropped' | 'closed' | 'forgotten' | 'unclear' | { until: number } | { restsMs: number };

export function afterReminder(
  { begunAt, tries }: DueReminder,
  result: ReminderResult,
  clock: Pick<Clock, 'random'>,
): AfterReminder {
  switch (result) {
    case 'sent':
    case 'unconfirmed':
    case 'refused':
    case 'no-guild':
      return 'done';
    case 'off':
      return 'dropped';
    case 'closed':
      return 'closed';
    case 'left':
      return 'forgotten';
    case 'unknown':
      return 'unclear';
    case 'too-fast':
    case 'failed':
      return begunAt === undefined ? { restsMs: pauseAfter(tries + 1, clock) } : 'unclear';
  }
}
