import { booleanOption, integerOption } from '../../src/discord/incoming/definitions.ts';
import { REMINDER_HOURS } from '../../src/reminders/reminder.ts';
import { guildReminders } from '../../src/reminders/views/reminder.ts';
import { changeDay, dayOptions } from './day-options.ts';
import { settingOf } from './setting.ts';

const { min: min_value, max: max_value, unlessSaid } = REMINDER_HOURS;

/** When a member who wants it is reminded: some hours later, or when the next day begins. */
export default settingOf({
  name: 'reminders',
  options: {
    hours: integerOption('commands.settings.reminders.hours', { min_value, max_value }),
    on: booleanOption('commands.settings.reminders.on'),
    'next-day': booleanOption('commands.settings.reminders.next-day'),
    ...dayOptions('commands.settings.reminders.day-begins', 'commands.settings.reminders.timezone'),
  },
  page: async ({ guildId, services: { reminders }, t }) =>
    guildReminders(await reminders.ofGuild(guildId), undefined, t),
  async values({ guildId, services: { goals, reminders } }) {
    const { timeZone, hour } = await goals.dayStart(guildId);
    const { hours = unlessSaid, nextDay } = await reminders.ofGuild(guildId);
    return { hours, 'next-day': nextDay !== undefined, 'day-begins': hour, timezone: timeZone };
  },
  async change(context, change) {
    const { guildId, services, t } = context;
    const { goals, reminders } = services;
    const refused = await changeDay(context, change);
    if (refused) return refused;
    const before = await reminders.ofGuild(guildId);
    const { hours: wanted, 'next-day': isNextDay = before.nextDay !== undefined, on } = change;
    const hours = on === false ? undefined : (wanted ?? before.hours ?? unlessSaid);
    const day = await goals.dayStart(guildId);
    const nextDay = isNextDay ? day : undefined;
    const isDayGiven = change['day-begins'] !== undefined || change.timezone !== undefined;
    const saved = {
      wanted: await reminders.setHours(guildId, hours, nextDay),
      day: isDayGiven ? day : undefined,
      givesHours: wanted !== undefined,
    };
    return guildReminders({ hours, nextDay }, saved, t);
  },
});
