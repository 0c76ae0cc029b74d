import type { Leases } from '../database/leases.ts';
import type { Translate } from '../locales/index.ts';
import type { Member } from '../member.ts';
import type { Reply } from '../ui/reply.ts';
import type { Clock } from '../work/clock.ts';
import type { Count } from '../work/counts.ts';
import { newId } from '../work/ids.ts';
import type { Log } from '../work/log.ts';
import { createWorker, type Worker } from '../work/worker.ts';
import { type AfterAnswer, afterAnswer, afterReminder, whenToAnswer, whenToSend } from './deciding.ts';
import {
  type DueLetter,
  type DueReminder,
  MESSAGE_EVERY_MS,
  nonceOf,
  type ReminderCalls,
  type ReminderContent,
  type ReminderResult,
  TOO_FAST_PAUSE_MS,
} from './reminder.ts';
import type { ReminderQueue } from './store/queue.ts';
import { reminderMessage } from './views/reminder.ts';

/** One message is sent for each lease, by whichever process gets it. */
const LEASE = 'direct messages';

/** What neither a letter nor Discord knows of a member. */
type LetterDetails = Pick<ReminderContent, 'voteLinks' | 'playername' | 'claimUrl'>;

type Letter = { nonce: string; words: (t: Translate) => Reply };

/** Answers that are due to members who want reminders. */
export type Answers<Due extends DueLetter> = {
  isDue(): Promise<boolean>;
  take(): Promise<Due | undefined>;
  letterOf(due: Due, guild: { guildName: string } & Pick<LetterDetails, 'claimUrl'>): Promise<Letter>;
  begin(due: Due): Promise<boolean>;
  record(due: Due, after: AfterAnswer): Promise<void>;
};

/** What became of a letter that was due. `isSent`: Discord was asked to send it */
type Tried = { isSent: boolean; result?: ReminderResult | undefined };

/**
 * Writes to members who want it: sends the reminders and the answers that are due, the answers first, and puts off those
 * that must not be sent now.
 */
export function createReminderSending<Answer extends DueLetter>(options: {
  queue: ReminderQueue;
  answers: Answers<Answer>;
  calls: ReminderCalls;
  leases: Pick<Leases, 'hold'>;
  detailsOf: (member: Member) => Promise<LetterDetails>;
  clock: Pick<Clock, 'random'>;
  count: Count;
  log: Log;
}): Worker {
  const { queue, answers, calls, leases, detailsOf, clock, count, log } = options;

  /** @returns undefined when it must not be sent after all */
  async function send(
    due: DueLetter,
    begin: () => Promise<boolean>,
    write: (guildName: string, details: LetterDetails) => Letter | Promise<Letter>,
  ): Promise<ReminderResult | undefined> {
    const opened = await calls.open(due);
    if (opened.kind !== 'ready') return opened.kind;
    const letter = await write(opened.guildName, await detailsOf(due));
    if (!(await begin())) return undefined;
    return calls.send(opened.channelId, { ...letter, locale: due.locale });
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

  async function remind(due: DueReminder): Promise<Tried> {
    const when = whenToSend(due, clock);
    if (typeof when === 'string') await end(due, when);
    else if ('until' in when) await queue.record(due, when);
    else {
      const { guildId, claimedAt } = due;
      const result = await send(
        due,
        () => queue.begin(due),
        (guildName, details) => ({
          nonce: nonceOf(due, claimedAt),
          words: (t) => reminderMessage({ guildId, guildName, ...when, claimedAt, ...details }, t),
        }),
      );
      if (result === undefined) await queue.record(due, { until: due.takenAt });
      else await end(due, result);
      return { isSent: true, result };
    }
    return { isSent: false };
  }

  async function answer(due: Answer): Promise<Tried> {
    const when = whenToAnswer(due, clock);
    if (when === 'unconfirmed') await answers.record(due, afterAnswer(due, when));
    else if (when !== 'now') await answers.record(due, when);
    else {
      const result = await send(
        due,
        () => answers.begin(due),
        (guildName, { claimUrl }) => answers.letterOf(due, { guildName, claimUrl }),
      );
      await answers.record(due, result === undefined ? { until: due.takenAt } : afterAnswer(due, result));
      if (result !== undefined && result !== 'sent')
        log.warn({ guildId: due.guildId, outcome: result }, 'an answer could not be sent directly');
      return { isSent: true, result };
    }
    return { isSent: false };
  }

  /** @returns undefined when nothing is due */
  async function writeNext(): Promise<Tried | undefined> {
    const asked = await answers.take();
    if (asked) return answer(asked);
    const due = await queue.take();
    return due && remind(due);
  }

  return createWorker({
    name: 'reminders',
    atOnce: 1,
    async due() {
      const id = newId();
      const isDue = (await queue.isDue()) || (await answers.isDue());
      return isDue && (await leases.hold(LEASE, id, MESSAGE_EVERY_MS)) ? [{ id }] : [];
    },
    async next({ id: holder }) {
      const tried = await writeNext();
      // By now another process may have the turn to send.
      if (tried?.result === 'too-fast') await leases.hold(LEASE, holder, TOO_FAST_PAUSE_MS, { evenIfHeld: true });
      return tried?.isSent === false;
    },
    log,
  });
}
