import { randomUUID } from 'node:crypto';

import type { Clock } from '../clock.ts';
import type { Leases } from '../database/leases.ts';
import type { Log } from '../log.ts';
import type { Member } from '../member.ts';
import { createWorker, type Worker } from '../worker.ts';
import { afterReminder, whenToSend } from './deciding.ts';
import {
  type DueReminder,
  MESSAGE_EVERY_MS,
  nonceOf,
  type ReminderCalls,
  type ReminderContent,
  type ReminderResult,
  TOO_FAST_PAUSE_MS,
} from './reminder.ts';
import type { ReminderQueue } from './store/queue.ts';

/** What a message says of a guild to one of its members, beside what the reminder and Discord know. */
type Details = Pick<ReminderContent, 'voteLinks' | 'playername' | 'claimUrl'>;

/** The turn to write to somebody, which all processes share. */
const TURN = 'direct messages';

/**
 * Sends what is due, at most one message in a turn. A turn comes only when no process had one a moment ago. What must not
 * be sent now is put off on the way.
 */
export function createReminderSending(options: {
  queue: ReminderQueue;
  calls: ReminderCalls;
  leases: Pick<Leases, 'hold'>;
  detailsOf: (member: Member) => Promise<Details>;
  onEnded?: (result: ReminderResult) => void;
  clock: Pick<Clock, 'random'>;
  log: Log;
}): Worker {
  const { queue, calls, leases, detailsOf, onEnded, clock, log } = options;

  /** @returns undefined when it must not be sent after all */
  async function send(due: DueReminder, hours: number): Promise<ReminderResult | undefined> {
    const { guildId, claimedAt, locale } = due;
    const place = await calls.open(due);
    if (place.kind !== 'ready') return place.kind;
    const { channelId, guildName } = place;
    const content = { guildId, guildName, hours, claimedAt, ...(await detailsOf(due)) };
    if (!(await queue.begin(due))) return undefined;
    return calls.send(channelId, { nonce: nonceOf(due, claimedAt), locale, content });
  }

  async function end(due: DueReminder, result: ReminderResult): Promise<void> {
    await queue.record(due, afterReminder(due, result, clock));
    onEnded?.(result);
    const { guildId } = due;
    if (result === 'refused') log.error({ guildId }, 'Discord finds fault with a reminder, it is dropped');
    else if (result === 'unconfirmed') log.warn({ guildId }, 'whether a reminder was sent is not known');
    else if (result === 'too-fast') log.warn({ guildId }, 'Discord wants reminders to be sent more slowly');
    else if (result === 'failed' || result === 'unknown')
      log.warn({ guildId, outcome: result }, 'a reminder could not be sent, it will be later');
  }

  return createWorker({
    name: 'reminders',
    atOnce: 1,
    async due() {
      const id = randomUUID();
      const isTurn = (await queue.isDue()) && (await leases.hold(TURN, id, MESSAGE_EVERY_MS));
      return isTurn ? [{ id }] : [];
    },
    async next({ id: turn }) {
      const due = await queue.take();
      if (!due) return false;
      const when = whenToSend(due, clock);
      if (typeof when === 'string') await end(due, when);
      else if ('until' in when) await queue.record(due, when);
      else {
        const result = await send(due, when.hours);
        if (result === 'too-fast') await leases.hold(TURN, turn, TOO_FAST_PAUSE_MS);
        // What is not sent after all is looked at again.
        if (result === undefined) await queue.record(due, { until: due.takenAt });
        else await end(due, result);
        return false;
      }
      return true;
    },
    log,
  });
}
