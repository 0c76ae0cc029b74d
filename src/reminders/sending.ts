import { randomUUID } from 'node:crypto';

import type { Clock } from '../clock.ts';
import type { Leases } from '../database/leases.ts';
import type { Log } from '../log.ts';
import type { Member } from '../member.ts';
import { isQuiet, quietUntil } from './quiet-hours.ts';
import {
  dueAfter,
  type DueReminder,
  MESSAGE_EVERY_MS,
  nonceOf,
  REMINDER_LEASE_MS,
  type ReminderCalls,
  type ReminderContent,
  type ReminderOutcome,
  SENDING_LASTS_MS,
  SENT_AGAIN_WITHIN_MS,
  SPREAD_MS,
  TOO_FAST_PAUSE_MS,
} from './reminder.ts';
import type { ReminderQueue } from './store/queue.ts';

/** What became of a reminder, for the metrics. */
export type ReminderResult = Exclude<ReminderOutcome, object>;

/** What a message says of a guild to one of its members, beside what the reminder and Discord know. */
type Details = Pick<ReminderContent, 'voteLinks' | 'playername' | 'claimUrl'>;

/** The turn to write to somebody, which all processes share. */
const TURN = 'direct messages';

/**
 * One round of sending what is due: at most one message, and only if no process has sent another a moment ago. What must
 * not be sent now is put off on the way.
 */
export function createReminderSending({
  queue,
  calls,
  leases,
  detailsOf,
  onEnded = () => undefined,
  clock,
  log,
}: {
  queue: ReminderQueue;
  calls: ReminderCalls;
  leases: Leases;
  detailsOf: (member: Member) => Promise<Details>;
  onEnded?: (result: ReminderResult) => void;
  clock: Pick<Clock, 'random'>;
  log: Log;
}): (stopping: AbortSignal) => Promise<void> {
  /** What becomes of it without asking Discord, or after how many hours it says that it comes. */
  function judge({ hours, claimedAt, takenAt, quiet, begunAt }: DueReminder): ReminderOutcome | { hours: number } {
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

  /** @returns undefined when it must not be sent after all */
  async function send(due: DueReminder, hours: number): Promise<ReminderOutcome | undefined> {
    const { guildId, claimedAt, locale } = due;
    const place = await calls.open(due);
    if (place.kind !== 'ready') return place.kind;
    const { channelId, guildName } = place;
    const content = { guildId, guildName, hours, claimedAt, ...(await detailsOf(due)) };
    if (!(await queue.begin(due))) return undefined;
    return calls.send(channelId, { nonce: nonceOf(due, claimedAt), locale, content });
  }

  async function end(due: DueReminder, outcome: ReminderOutcome): Promise<void> {
    await queue.record(due, outcome);
    if (typeof outcome === 'object') return;
    onEnded(outcome);
    const { guildId } = due;
    if (outcome === 'refused') log.error({ guildId }, 'Discord finds fault with a reminder, it is dropped');
    else if (outcome === 'unconfirmed') log.warn({ guildId }, 'whether a reminder was sent is not known');
    else if (outcome === 'too-fast') log.warn({ guildId }, 'Discord wants reminders to be sent more slowly');
    else if (outcome === 'failed' || outcome === 'unknown')
      log.warn({ guildId, outcome }, 'a reminder could not be sent, it will be later');
  }

  return async (stopping) => {
    if (!(await queue.isDue())) return;
    const turn = randomUUID();
    if (!(await leases.hold(TURN, turn, MESSAGE_EVERY_MS))) return;
    while (!stopping.aborted) {
      const due = await queue.take();
      if (!due) return;
      const judged = judge(due);
      if (typeof judged === 'object' && 'hours' in judged) {
        const outcome = await send(due, judged.hours);
        if (outcome === 'too-fast') await leases.hold(TURN, turn, TOO_FAST_PAUSE_MS);
        // What is not sent after all is looked at again.
        await end(due, outcome ?? { until: due.takenAt });
        return;
      }
      await end(due, judged);
    }
  };
}
