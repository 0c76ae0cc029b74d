import { booleanOption, choiceOption, integerOption } from '../../src/discord/incoming/definitions.ts';
import { GOAL_CLAIMS, GOAL_PERIODS } from '../../src/guilds/goal.ts';
import { goalChanged, goalNow } from '../../src/guilds/views/goal.ts';
import { named } from '../../src/locales/index.ts';
import { settingOf } from './setting.ts';

const OPTIONS = {
  claims: integerOption('commands.settings.goal.claims', { min_value: GOAL_CLAIMS.min, max_value: GOAL_CLAIMS.max }),
  every: choiceOption(
    'commands.settings.goal.every',
    GOAL_PERIODS.map((value) => ({ ...named(`commands.settings.goal.periods.${value}`), value })),
  ),
  on: booleanOption('commands.settings.goal.on'),
};

/** How many claims are to be confirmed in each period. */
export default settingOf({
  name: 'goal',
  options: OPTIONS,
  page: async ({ guildId, services: { goals }, t }) => goalNow(await goals.progress(guildId), t),
  async values({ guildId, services: { goals } }) {
    const goal = await goals.progress(guildId);
    return { claims: goal?.claims, every: goal?.every };
  },
  async change({ guildId, guildLocale, services: { goals, panels }, t }, change) {
    const outcome = await goals.change(guildId, change);
    await panels.follow(guildId, guildLocale);
    return goalChanged(outcome, t);
  },
});
