import type { Log } from '../log.ts';
import type { Member } from '../member.ts';
import { quietUntil } from './quiet-hours.ts';
import type { QuietHours, Reminder } from './reminder.ts';
import type { StoredReminders } from './store/reminders.ts';
import { parseTimeZone } from './time-zones.ts';

/** As typed: what is left out stays as it is. `from` and `to`: whole hours from 0 to 23 */
export type QuietHoursChange = { from?: number | undefined; to?: number | undefined; timeZone?: string | undefined };

/** Why quiet hours cannot be set. `incomplete`: there has to be a beginning, an end and a zone */
export type QuietProblem = 'incomplete' | 'no-hours' | 'bad-zone';

/** How a member is reminded in a guild, of which `hours` is undefined while it reminds nobody. */
export type MemberReminder = { hours: number | undefined; reminder: Reminder | undefined };

export type Reminders = {
  /** What a member would be told now, with the quiet hours in `nextAt`. */
  show(member: Member): Promise<MemberReminder>;
  /** @param locale - as Discord names it */
  turnOn(member: Member, locale: string): Promise<MemberReminder>;
  turnOff(member: Member): Promise<MemberReminder>;
  /** Turns it on as well; with a problem nothing is changed. The quiet hours are those of the person, in every guild. */
  setQuiet(member: Member, locale: string, change: QuietHoursChange): Promise<MemberReminder | QuietProblem>;
  clearQuiet(member: Member): Promise<MemberReminder>;
  /** Whether to ask this member if they want to be reminded. Never rejects. */
  isOffered: (member: Member) => Promise<boolean>;
  /** After how many hours a guild reminds its members; undefined while it does not. */
  hours(guildId: string): Promise<number | undefined>;
  /** @param hours - undefined turns it off. @returns how many members want to be reminded */
  setHours(guildId: string, hours: number | undefined): Promise<number>;
};

export function createReminders(options: {
  stored: StoredReminders;
  hoursOf: (guildId: string) => Promise<number | undefined>;
  log: Log;
}): Reminders {
  const { stored, hoursOf, log } = options;

  async function show(member: Member): Promise<MemberReminder> {
    const [hours, reminder] = await Promise.all([hoursOf(member.guildId), stored.find(member)]);
    if (reminder?.nextAt === undefined || !reminder.quiet) return { hours, reminder };
    return { hours, reminder: { ...reminder, nextAt: quietUntil(reminder.quiet, reminder.nextAt) } };
  }

  return {
    show,
    async turnOn(member, locale) {
      await stored.turnOn(member, locale);
      return show(member);
    },
    async turnOff(member) {
      await stored.turnOff(member);
      return show(member);
    },
    async setQuiet(member, locale, change) {
      const before = (await stored.find(member))?.quiet;
      const quiet = mergeQuiet(before, change);
      if (typeof quiet === 'string') return quiet;
      await stored.turnOn(member, locale);
      await stored.setQuiet(member.userId, quiet);
      return show(member);
    },
    async clearQuiet(member) {
      await stored.setQuiet(member.userId, undefined);
      return show(member);
    },
    async isOffered(member) {
      try {
        if ((await hoursOf(member.guildId)) === undefined) return false;
        return (await stored.find(member))?.state !== 'on';
      } catch (error) {
        log.warn({ err: error, guildId: member.guildId }, 'a claim is told without asking about a reminder');
        return false;
      }
    },
    hours: hoursOf,
    setHours: (guildId, hours) => stored.setHours(guildId, hours),
  };
}

function mergeQuiet(before: QuietHours | undefined, change: QuietHoursChange): QuietHours | QuietProblem {
  const timeZone = change.timeZone === undefined ? before?.timeZone : parseTimeZone(change.timeZone);
  if (change.timeZone !== undefined && timeZone === undefined) return 'bad-zone';
  const { from = before?.from, to = before?.to } = change;
  if (from === undefined || to === undefined || timeZone === undefined) return 'incomplete';
  return from === to ? 'no-hours' : { from, to, timeZone };
}
