import type { SubcommandOf } from '../../src/discord/command.ts';
import { booleanOption, choiceOption, given, integerOption, subcommand } from '../../src/discord/definitions.ts';
import { GOAL_CLAIMS, GOAL_PERIODS } from '../../src/guilds/goal.ts';
import { goalChanged, goalNow } from '../../src/guilds/views/goal.ts';
import { named } from '../../src/locales/index.ts';

const OPTIONS = {
  claims: integerOption('commands.settings.goal.claims', { min_value: GOAL_CLAIMS.min, max_value: GOAL_CLAIMS.max }),
  every: choiceOption(
    'commands.settings.goal.every',
    GOAL_PERIODS.map((value) => ({ ...named(`commands.settings.goal.periods.${value}`), value })),
  ),
  on: booleanOption('commands.settings.goal.on'),
};

/** Sets how many claims are to be confirmed in each period, or turns the goal off. Without options it shows it. */
export default {
  definition: subcommand('goal', 'commands.settings.goal.description', OPTIONS),
  async execute({ interaction, guildId, guildLocale, services: { goals, panels }, t }) {
    const change = given(OPTIONS, interaction);
    if (Object.values(change).every((value) => value === undefined)) return goalNow(await goals.progress(guildId), t);
    const outcome = await goals.change(guildId, change);
    await panels.follow(guildId, guildLocale);
    return goalChanged(outcome, t);
  },
} satisfies SubcommandOf<'settings'>;
