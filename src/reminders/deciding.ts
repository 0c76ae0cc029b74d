import { type Clock, MINUTE_MS } from '../work/clock.ts';
import { mayBeASecondPost } from '../work/discord-patience.ts';
import { pauseAfter } from '../work/retry.ts';
import {
  dueAfter,
  type DueLetter,
  type DueReminder,
  quietUntil,
  REMINDER_LEASE_MS,
  type ReminderResult,
  type ReminderWait,
  SENDING_LASTS_MS,
  SENT_AGAIN_WITHIN_MS,
  SPREAD_MS,
} from './reminder.ts';

/** How long an answer rests that could not be sent. */
const ANSWER_RESTS_MS = 10 * MINUTE_MS;

/** Whether to send a reminder now, with the wait that its words name; or when to look at it again. */
export function whenToSend(
  due: DueReminder,
  clock: Pick<Clock, 'random'>,
): ReminderWait | { until: number } | 'unconfirmed' | 'off' {
  const { hours, nextDay, claimedAt, takenAt } = due;
  if (mayBeASecondPost(due, SENT_AGAIN_WITHIN_MS)) return 'unconfirmed';
  if (hours === undefined) return 'off';
  const dueAt = dueAfter(claimedAt, { hours, nextDay });
  if (dueAt > takenAt) return { until: dueAt };
  return afterQuiet(due, clock) ?? { hours, nextDay };
}

/** Whether to send an answer now; or when to look at it again. */
export function whenToAnswer(due: DueLetter, clock: Pick<Clock, 'random'>): 'now' | { until: number } | 'unconfirmed' {
  if (mayBeASecondPost(due, SENT_AGAIN_WITHIN_MS)) return 'unconfirmed';
  return afterQuiet(due, clock) ?? 'now';
}

function afterQuiet(
  { quiet, takenAt }: Pick<DueLetter, 'quiet' | 'takenAt'>,
  clock: Pick<Clock, 'random'>,
): { until: number } | undefined {
  // Quiet hours may begin while the message is on its way.
  const arrivesBy = takenAt + REMINDER_LEASE_MS + SENDING_LASTS_MS;
  const quietAt = [takenAt, arrivesBy].find((at) => quiet && quietUntil(quiet, at) > at);
  if (!quiet || quietAt === undefined) return undefined;
  return { until: quietUntil(quiet, quietAt) + Math.floor(clock.random() * SPREAD_MS) };
}

/**
 * What follows. `done`: nothing more is sent for this claim; `dropped`: nothing, until another claim is confirmed, or the
 * guild turns reminders on before this one's time; `closed`: done, and turned off; `forgotten`: the row goes; `unclear`:
 * the message may have been sent, so the reminder stays due and comes first, as Discord knows its nonce for two minutes;
 * `until`: when to look again, in ms since the epoch; `restsMs`: nothing was sent, and it rests so long
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

/** What follows an answer. `dropped`: it comes with the member's next command; the others are as {@link AfterReminder}'s */
export type AfterAnswer = 'told' | 'dropped' | 'unclear' | { until: number } | { restsMs: number };

export function afterAnswer({ begunAt }: DueLetter, result: ReminderResult): AfterAnswer {
  switch (result) {
    case 'sent':
    case 'unconfirmed':
      return 'told';
    case 'unknown':
      return 'unclear';
    case 'too-fast':
    case 'failed':
      return begunAt === undefined ? { restsMs: ANSWER_RESTS_MS } : 'unclear';
    case 'refused':
    case 'no-guild':
    case 'off':
    case 'closed':
    case 'left':
      return 'dropped';
  }
}
