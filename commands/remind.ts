import { ApplicationCommandOptionType, type APIEmbed } from 'discord.js';

import { beside, type CommandOf, IN_GUILDS } from '../src/discord/command.ts';
import { described } from '../src/locales/index.ts';
import { fullHour, quietRefused, reminderNow, remindersStopped } from '../src/reminders/views/reminder.ts';
import { localTime, suggestZones } from '../src/reminders/time-zones.ts';
import { MAX_CHOICES } from '../src/ui/text.ts';

const ON = 'on';
const FROM = 'from';
const TO = 'to';
const TIME_ZONE = 'timezone';
/** Full hours are what people mean by night, and can be chosen on a phone without typing them in some form. */
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ name: fullHour(hour), value: hour }));

/**
 * Reminds whoever uses it to vote again in this guild, or not any more. A zone is chosen among those with a name, by the
 * time that its clocks show: they follow summer time, and few people know how far from UTC they are. Who does may type
 * `UTC+2`.
 */
export default {
  definition: {
    ...IN_GUILDS,
    name: 'remind',
    ...described('commands.remind.description'),
    options: [
      { name: ON, type: ApplicationCommandOptionType.Boolean, ...described('commands.remind.on') },
      { name: FROM, type: ApplicationCommandOptionType.Integer, ...described('commands.remind.from'), choices: HOURS },
      { name: TO, type: ApplicationCommandOptionType.Integer, ...described('commands.remind.to'), choices: HOURS },
      {
        name: TIME_ZONE,
        type: ApplicationCommandOptionType.String,
        ...described('commands.remind.timezone'),
        autocomplete: true,
      },
    ],
  },
  async execute({ interaction, guildId, userId, services: { reminders }, t }) {
    const { options, locale } = interaction;
    const member = { guildId, userId };
    if (options.getBoolean(ON) === false) return reminderNow(await reminders.turnOff(member), guildId, t);
    const quiet = {
      from: options.getInteger(FROM) ?? undefined,
      to: options.getInteger(TO) ?? undefined,
      timeZone: options.getString(TIME_ZONE) ?? undefined,
    };
    const isGiven = Object.values(quiet).some((value) => value !== undefined);
    const now = isGiven ? await reminders.setQuiet(member, locale, quiet) : await reminders.turnOn(member, locale);
    return typeof now === 'string' ? quietRefused(now, t) : reminderNow(now, guildId, t);
  },
  autocomplete({ interaction, receivedAt }) {
    const zones = suggestZones(interaction.options.getFocused(), interaction.locale, MAX_CHOICES);
    return zones.map((zone) => ({ name: `${zone} (${localTime(zone, receivedAt)})`, value: zone }));
  },
  buttons: {
    // What it stands on may be the answer to a claim, which stays.
    on: beside(async ({ interaction, guildId, userId, services: { reminders }, t }) =>
      reminderNow(await reminders.turnOn({ guildId, userId }, interaction.locale), guildId, t),
    ),
    // Whoever clicks turns off their own, whatever guild the custom id names.
    async stop({ interaction, userId, services: { reminders }, t }, guildId) {
      const now = await reminders.turnOff({ guildId, userId });
      if (interaction.guildId !== null) return reminderNow(now, guildId, t);
      const off = remindersStopped(t);
      return { ...off, embeds: [...embedsOf(interaction.message), ...off.embeds] };
    },
    always: async ({ guildId, userId, services: { reminders }, t }) =>
      reminderNow(await reminders.clearQuiet({ guildId, userId }), guildId, t),
  },
  inMessages: ['stop'],
} satisfies CommandOf<'remind'>;

/** In the shape of Discord's API, in which discord.js leaves those of a channel that it does not know. */
function embedsOf({ embeds }: { embeds: readonly (APIEmbed | { toJSON(): APIEmbed })[] }): APIEmbed[] {
  return embeds.map((embed) => ('toJSON' in embed ? embed.toJSON() : embed));
}
