import type { Member } from '../member.ts';
import type { Log } from '../work/log.ts';
import { type FoundZone, readTimeZone } from '../work/time-zones.ts';
import { dueAfter, type GuildReminders, type QuietHours, quietUntil, type Reminder } from './reminder.ts';
import type { StoredReminders } from './store/reminders.ts';

/** As typed: what is left out stays as it is. `from` and `to`: whole hours from 0 to 23 */
type QuietHoursChange = { from?: number | undefined; to?: number | undefined; timeZone?: string | undefined };

/** Why quiet hours cannot be set. `incomplete`: the beginning, the end or the zone is missing; `zones`: those it may be */
export type QuietProblem = 'incomplete' | 'no-hours' | { zones: readonly FoundZone[] };

export type MemberReminder = GuildReminders & { reminder: Reminder | undefined };

export function createReminders(options: {
  stored: StoredReminders;
  ofGuild: (guildId: string) => Promise<GuildReminders>;
  log: Log;
}) {
  const { stored, ofGuild, log } = options;

  /** The reminder of a member, its `nextAt` after their quiet hours. */
  async function read(member: Member): Promise<MemberReminder> {
    const [{ hours, nextDay }, reminder] = await Promise.all([ofGuild(member.guildId), stored.find(member)]);
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
        if ((await ofGuild(member.guildId)).hours === undefined) return false;
        return (await stored.find(member))?.state !== 'on';
      } catch (error) {
        log.warn({ err: error, guildId: member.guildId }, 'a claim is told without asking about a reminder');
        return false;
      }
    },
    ofGuild,
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
