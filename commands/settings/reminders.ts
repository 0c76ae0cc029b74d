import { booleanOption, integerOption } from '../../src/discord/incoming/definitions.ts';
import { REMINDER_HOURS } from '../../src/reminders/reminder.ts';
import { guildReminders } from '../../src/reminders/views/reminder.ts';
import { settingOf } from './setting.ts';

const { min: min_value, max: max_value, unlessSaid } = REMINDER_HOURS;

/** The hours until a member who wants it is reminded. */
export default settingOf({
  name: 'reminders',
  options: {
    hours: integerOption('commands.settings.reminders.hours', { min_value, max_value }),
    on: booleanOption('commands.settings.reminders.on'),
  },
  page: async ({ guildId, services: { reminders }, t }) => guildReminders(await reminders.hours(guildId), undefined, t),
  values: async ({ guildId, services: { reminders } }) => ({ hours: (await reminders.hours(guildId)) ?? unlessSaid }),
  async change({ guildId, services: { reminders }, t }, { hours: wanted, on }) {
    const hours = on === false ? undefined : (wanted ?? (await reminders.hours(guildId)) ?? unlessSaid);
    return guildReminders(hours, await reminders.setHours(guildId, hours), t);
  },
});
