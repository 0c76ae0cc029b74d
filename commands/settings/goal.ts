import { booleanOption, choiceOption, integerOption } from '../../src/discord/incoming/definitions.ts';
import { GOAL_CLAIMS, GOAL_PERIODS } from '../../src/guilds/goal.ts';
import { goalChanged, goalNow } from '../../src/guilds/views/goal.ts';
import { named } from '../../src/locales/index.ts';
import { changeDay, dayOptions } from './day-options.ts';
import { settingOf } from './setting.ts';

const OPTIONS = {
  claims: integerOption('commands.settings.goal.claims', { min_value: GOAL_CLAIMS.min, max_value: GOAL_CLAIMS.max }),
  every: choiceOption(
    'commands.settings.goal.every',
    GOAL_PERIODS.map((value) => ({ ...named(`commands.settings.goal.periods.${value}`), value })),
  ),
  on: booleanOption('commands.settings.goal.on'),
  ...dayOptions('commands.settings.goal.day-begins', 'commands.settings.goal.timezone'),
};

/** How many claims are to be confirmed in each period, and when its days begin. */
export default settingOf({
  name: 'goal',
  options: OPTIONS,
  async page({ guildId, services: { goals }, t }) {
    return goalNow(await goals.progress(guildId), await goals.dayStart(guildId), t);
  },
  async values({ guildId, services: { goals } }) {
    const [goal, { timeZone, hour }] = [await goals.progress(guildId), await goals.dayStart(guildId)];
    return { claims: goal?.claims, every: goal?.every, 'day-begins': hour, timezone: timeZone };
  },
  async change(context, { 'day-begins': hour, timezone, ...change }) {
    const { guildId, guildLocale, services, t } = context;
    const { goals, panels } = services;
    const refused = await changeDay(context, { 'day-begins': hour, timezone });
    if (refused) return refused;
    const isOfGoal = Object.values(change).some((value) => value !== undefined);
    const outcome = isOfGoal ? await goals.change(guildId, change) : undefined;
    await panels.follow(guildId, guildLocale);
    const day = await goals.dayStart(guildId);
    return outcome ? goalChanged(outcome, day, t) : goalNow(await goals.progress(guildId), day, t);
  },
});
