import type { Member } from '../member.ts';
import type { DayStart } from '../guilds/day-start.ts';
import type { Log } from '../work/log.ts';
import { type FoundZone, readTimeZone } from '../work/time-zones.ts';
import { quietUntil } from './quiet-hours.ts';
import { dueAfter, type QuietHours, type Reminder } from './reminder.ts';
import type { StoredReminders } from './store/reminders.ts';

/** As typed: what is left out stays as it is. `from` and `to`: whole hours from 0 to 23 */
type QuietHoursChange = { from?: number | undefined; to?: number | undefined; timeZone?: string | undefined };

/** Why quiet hours cannot be set. `incomplete`: the beginning, the end or the zone is missing; `zones`: those it may be */
export type QuietProblem = 'incomplete' | 'no-hours' | { zones: readonly FoundZone[] };

/** `hours`: undefined while the guild reminds nobody; `nextDay`: it reminds when that begins instead */
export type MemberReminder = {
  hours: number | undefined;
  nextDay?: DayStart | undefined;
  reminder: Reminder | undefined;
};

export function createReminders(options: {
  stored: StoredReminders;
  /** after how many hours a guild reminds its members; undefined while it does not */
  hoursOf: (guildId: string) => Promise<number | undefined>;
  /** when its days begin, where it reminds them then instead */
  nextDayOf: (guildId: string) => Promise<DayStart | undefined>;
  log: Log;
}) {
  const { stored, hoursOf, nextDayOf, log } = options;

  /** The reminder of a member, its `nextAt` after their quiet hours. */
  async function read(member: Member): Promise<MemberReminder> {
    const { guildId } = member;
    const [hours, nextDay, reminder] = await Promise.all([hoursOf(guildId), nextDayOf(guildId), stored.find(member)]);
    if (reminder?.nextAt === undefined) return { hours, nextDay, reminder };
    const { quiet, claimedAt } = reminder;
    // Until it is looked at, the database does not know when the next day begins.
    const dueAt = Math.max(
      reminder.nextAt,
      hours !== undefined && claimedAt !== undefined && nextDay ? dueAfter(claimedAt, { hours, nextDay }) : 0,
    );
    return { hours, nextDay, reminder: { ...reminder, nextAt: quiet ? quietUntil(quiet, dueAt) : dueAt } };
  }

  return {
    async turnOn(member: Member, locale: string) {
      await stored.turnOn(member, locale);
      return read(member);
    },
    async turnOff(member: Member) {
      await stored.turnOff(member);
      return read(member);
    },
    /** Turns reminders on as well; a problem changes nothing. The quiet hours are the person's, in every guild. */
    async setQuiet(member: Member, locale: string, change: QuietHoursChange): Promise<MemberReminder | QuietProblem> {
      const before = await stored.find(member);
      const quiet = mergeQuiet(before?.quiet, change);
      if (typeof quiet === 'string' || 'zones' in quiet) return quiet;
      await stored.turnOn(member, locale);
      await stored.setQuiet(member.userId, quiet);
      return read(member);
    },
    async clearQuiet(member: Member) {
      await stored.setQuiet(member.userId, undefined);
      return read(member);
    },
    /** Whether to ask a member if they want to be reminded. Never rejects. */
    async isOffered(member: Member): Promise<boolean> {
      try {
        if ((await hoursOf(member.guildId)) === undefined) return false;
        return (await stored.find(member))?.state !== 'on';
      } catch (error) {
        log.warn({ err: error, guildId: member.guildId }, 'a claim is told without asking about a reminder');
        return false;
      }
    },
    hours: hoursOf,
    nextDay: nextDayOf,
    setHours: stored.setHours,
  };
}

function mergeQuiet(before: QuietHours | undefined, change: QuietHoursChange): QuietHours | QuietProblem {
  const timeZone = change.timeZone === undefined ? before?.timeZone : readTimeZone(change.timeZone);
  if (typeof timeZone === 'object') return { zones: timeZone };
  const { from = before?.from, to = before?.to } = change;
  if (from === undefined || to === undefined || timeZone === undefined) return 'incomplete';
  return from === to ? 'no-hours' : { from, to, timeZone };
}
