import { ApplicationCommandOptionType } from 'discord.js';

import type { SubcommandOf } from '../../src/discord/command.ts';
import { GOAL_CLAIMS, GOAL_PERIODS } from '../../src/guilds/goal.ts';
import { goalChanged, goalNow } from '../../src/guilds/views/goal.ts';
import { described, named } from '../../src/locales/index.ts';

const CLAIMS = 'claims';
const EVERY = 'every';
const ON = 'on';

/** Sets how many claims are to be confirmed in each period, or turns that off. Without options it shows it. */
export default {
  definition: {
    name: 'goal',
    type: ApplicationCommandOptionType.Subcommand,
    ...described('commands.settings.goal.description'),
    options: [
      {
        name: CLAIMS,
        type: ApplicationCommandOptionType.Integer,
        ...described('commands.settings.goal.claims'),
        min_value: GOAL_CLAIMS.min,
        max_value: GOAL_CLAIMS.max,
      },
      {
        name: EVERY,
        type: ApplicationCommandOptionType.String,
        ...described('commands.settings.goal.every'),
        choices: GOAL_PERIODS.map((value) => ({ ...named(`commands.settings.goal.periods.${value}`), value })),
      },
      { name: ON, type: ApplicationCommandOptionType.Boolean, ...described('commands.settings.goal.on') },
    ],
  },
  async execute({ interaction, guildId, services: { goals, panels }, t }) {
    const { options } = interaction;
    const claims = options.getInteger(CLAIMS) ?? undefined;
    const wanted = options.getString(EVERY);
    const every = GOAL_PERIODS.find((period) => period === wanted);
    const on = options.getBoolean(ON) ?? undefined;
    if (claims === undefined && every === undefined && on === undefined) return goalNow(await goals.show(guildId), t);
    const outcome = await goals.change(guildId, { claims, every, on });
    await panels.follow(guildId, interaction.guildLocale ?? interaction.locale);
    return goalChanged(outcome, t);
  },
} satisfies SubcommandOf<'settings'>;
