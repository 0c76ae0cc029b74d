import { randomUUID } from 'node:crypto';

import type { Leases } from '../database/leases.ts';
import type { Member } from '../people/member.ts';
import type { Clock } from '../work/clock.ts';
import type { Count } from '../work/counts.ts';
import type { Log } from '../work/log.ts';
import { createWorker, type Worker } from '../work/worker.ts';
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

/** One message is sent for each lease, by whichever process gets it. */
const LEASE = 'direct messages';

/** Sends the reminders that are due, and puts off those that must not be sent now. */
export function createReminderSending(options: {
  queue: ReminderQueue;
  calls: ReminderCalls;
  leases: Pick<Leases, 'hold'>;
  /** finds what neither the reminder nor Discord knows */
  detailsOf: (member: Member) => Promise<Pick<ReminderContent, 'voteLinks' | 'playername' | 'claimUrl'>>;
  clock: Pick<Clock, 'random'>;
  count: Count;
  log: Log;
}): Worker {
  const { queue, calls, leases, detailsOf, clock, count, log } = options;

  /** @returns undefined when it must not be sent after all */
  async function send(due: DueReminder, hours: number): Promise<ReminderResult | undefined> {
    const { guildId, claimedAt, locale } = due;
    const opened = await calls.open(due);
    if (opened.kind !== 'ready') return opened.kind;
    const { channelId, guildName } = opened;
    const content = { guildId, guildName, hours, claimedAt, ...(await detailsOf(due)) };
    if (!(await queue.begin(due))) return undefined;
    return calls.send(channelId, { nonce: nonceOf(due, claimedAt), locale, content });
  }

  async function end(due: DueReminder, result: ReminderResult): Promise<void> {
    await queue.record(due, afterReminder(due, result, clock));
    count('reminders_total{result}', result);
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
      const maySend = (await queue.isDue()) && (await leases.hold(LEASE, id, MESSAGE_EVERY_MS));
      return maySend ? [{ id }] : [];
    },
    async next({ id: holder }) {
      const due = await queue.take();
      if (!due) return false;
      const when = whenToSend(due, clock);
      if (typeof when === 'string') await end(due, when);
      else if ('until' in when) await queue.record(due, when);
      else {
        const result = await send(due, when.hours);
        // By now another process may have the turn to send.
        if (result === 'too-fast') await leases.hold(LEASE, holder, TOO_FAST_PAUSE_MS, { evenIfHeld: true });
        if (result === undefined) await queue.record(due, { until: due.takenAt });
        else await end(due, result);
        return false;
      }
      return true;
    },
    log,
  });
}
