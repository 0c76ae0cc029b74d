import { ApplicationCommandOptionType } from 'discord.js';

import type { SubcommandOf } from '../../src/discord/command.ts';
import { described } from '../../src/locales/index.ts';
import { REMINDER_HOURS } from '../../src/reminders/reminder.ts';
import { guildReminders } from '../../src/reminders/views/reminder.ts';

const HOURS = 'hours';
const ON = 'on';

/** Sets after how many hours members who want it are reminded, or turns that off. Without options it shows that. */
export default {
  definition: {
    name: 'reminders',
    type: ApplicationCommandOptionType.Subcommand,
    ...described('commands.settings.reminders.description'),
    options: [
      {
        name: HOURS,
        type: ApplicationCommandOptionType.Integer,
        ...described('commands.settings.reminders.hours'),
        min_value: REMINDER_HOURS.min,
        max_value: REMINDER_HOURS.max,
      },
      { name: ON, type: ApplicationCommandOptionType.Boolean, ...described('commands.settings.reminders.on') },
    ],
  },
  async execute({ interaction, guildId, services: { reminders }, t }) {
    const given = interaction.options.getInteger(HOURS) ?? undefined;
    const on = interaction.options.getBoolean(ON) ?? undefined;
    const before = await reminders.hours(guildId);
    if (given === undefined && on === undefined) return guildReminders(before, undefined, t);
    const hours = on === false ? undefined : (given ?? before ?? REMINDER_HOURS.unlessSaid);
    return guildReminders(hours, await reminders.setHours(guildId, hours), t);
  },
} satisfies SubcommandOf<'settings'>;
