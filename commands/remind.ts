import type { APIEmbed } from 'discord.js';

import { beside, type CommandOf } from '../src/discord/incoming/command.ts';
import {
  booleanOption,
  integerOption,
  readOptions,
  slashCommand,
  stringOption,
} from '../src/discord/incoming/definitions.ts';
import { quietRefused, reminderNow, remindersOff } from '../src/reminders/views/reminder.ts';
import { HOURS, zoneChoices } from './settings/day-options.ts';

const OPTIONS = {
  on: booleanOption('commands.remind.on'),
  from: integerOption('commands.remind.from', { choices: HOURS }),
  to: integerOption('commands.remind.to', { choices: HOURS }),
  timezone: stringOption('commands.remind.timezone', { autocomplete: true }),
};

/** Turns a person's reminders in this guild on or off. Zones show their time: few people know their offset from UTC. */
export default {
  definition: slashCommand('remind', undefined, OPTIONS),
  async execute(context) {
    const { interaction, guildId, locale, services, t } = context;
    const { reminders } = services;
    const { on, timezone: timeZone, ...hours } = readOptions(OPTIONS, interaction);
    if (on === false) return reminderNow(await reminders.turnOff(context), guildId, t);
    const quiet = { ...hours, timeZone };
    const isGiven = Object.values(quiet).some((value) => value !== undefined);
    const now = isGiven ? await reminders.setQuiet(context, locale, quiet) : await reminders.turnOn(context, locale);
    return typeof now === 'string' || 'zones' in now ? quietRefused(now, t) : reminderNow(now, guildId, t);
  },
  autocomplete: zoneChoices,
  buttons: {
    // The clicked message may be the answer to a claim, which must stay: this is a message of its own.
    on: beside(async (context) =>
      reminderNow(await context.services.reminders.turnOn(context, context.locale), context.guildId, context.t),
    ),
    // A person turns off their own reminders, whatever guild the custom id names.
    async stop({ interaction, userId, services: { reminders }, t }, guildId) {
      const now = await reminders.turnOff({ guildId, userId });
      if (interaction.guildId !== null) return reminderNow(now, guildId, t);
      const off = remindersOff(t);
      return { ...off, embeds: [...embedsOf(interaction.message), ...off.embeds] };
    },
    always: async (context) =>
      reminderNow(await context.services.reminders.clearQuiet(context), context.guildId, context.t),
  },
  inMessages: ['stop'],
} satisfies CommandOf<'remind'>;

/** In the shape of Discord's API, which discord.js itself keeps in a channel that it does not know. */
function embedsOf({ embeds }: { embeds: readonly (APIEmbed | { toJSON(): APIEmbed })[] }): APIEmbed[] {
  return embeds.map((embed) => ('toJSON' in embed ? embed.toJSON() : embed));
}
