import type { SubcommandOf } from '../../src/discord/command.ts';
import { booleanOption, given, integerOption, subcommand } from '../../src/discord/definitions.ts';
import { REMINDER_HOURS } from '../../src/reminders/reminder.ts';
import { guildReminders } from '../../src/reminders/views/reminder.ts';

const { min: min_value, max: max_value, unlessSaid } = REMINDER_HOURS;
const OPTIONS = {
  hours: integerOption('commands.settings.reminders.hours', { min_value, max_value }),
  on: booleanOption('commands.settings.reminders.on'),
};

/** Sets the hours until a member who wants it is reminded, or turns reminders off. Without options it shows them. */
export default {
  definition: subcommand('reminders', 'commands.settings.reminders.description', OPTIONS),
  async execute({ interaction, guildId, services: { reminders }, t }) {
    const { hours: wanted, on } = given(OPTIONS, interaction);
    const before = await reminders.hours(guildId);
    if (wanted === undefined && on === undefined) return guildReminders(before, undefined, t);
    const hours = on === false ? undefined : (wanted ?? before ?? unlessSaid);
    return guildReminders(hours, await reminders.setHours(guildId, hours), t);
  },
} satisfies SubcommandOf<'settings'>;
