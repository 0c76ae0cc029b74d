import type { APIEmbedField } from 'discord.js';

import type { Translate } from '../../locales/index.ts';
import { createReply, type Reply, textReply } from '../../ui/reply.ts';
import { shortTimestamp } from '../../ui/text.ts';
import type { DayStart } from '../day-start.ts';
import type { GoalOutcome, GoalProgress } from '../goal.ts';
import { settingButtons, settingTitle } from './overview.ts';
import { dayStartText } from './day-start.ts';

/** Of the bar: as many as fit a line on a phone. */
const CELLS = 10;

/** The number, then a bar, which is full only once the goal is reached. */
function goalText({ count, claims, until }: GoalProgress, t: Translate): string {
  const full = Math.min(CELLS, Math.floor((count * CELLS) / claims));
  const bar = '▰'.repeat(full) + '▱'.repeat(CELLS - full);
  return `${t('goal.progress', { count, claims, until: shortTimestamp(until) })}\n${bar}`;
}

export function goalField(goal: GoalProgress, t: Translate): APIEmbedField {
  return { name: settingTitle('goal', t), value: goalText(goal, t) };
}

function goalState(goal: GoalProgress | undefined, t: Translate): string {
  return goal ? `${t(`goal.every.${goal.every}`)}\n${goalText(goal, t)}` : t('goal.off');
}

export function goalNow(goal: GoalProgress | undefined, day: DayStart, t: Translate): Reply {
  const description = [goalState(goal, t), dayText(day, t), t('goal.howTo')];
  const buttons = settingButtons('goal', t, { isOn: goal !== undefined });
  return createReply({ colour: 'blurple', title: settingTitle('goal', t), description }, buttons);
}

export function goalChanged(outcome: GoalOutcome, day: DayStart, t: Translate): Reply {
  if (outcome === 'no-number') return textReply('amber', 'goal.noNumber')(t);
  const goal = outcome === 'off' ? undefined : outcome;
  return createReply(
    {
      colour: 'green',
      title: t(goal ? 'goal.savedTitle' : 'goal.offTitle'),
      description: [goalState(goal, t), goal && dayText(day, t)],
    },
    settingButtons('goal', t, { isOn: goal !== undefined }),
  );
}

function dayText(day: DayStart, t: Translate): string {
  return t('goal.day', { day: dayStartText(day) });
}

/** For everyone, in the channel of the announcements, once a period. */
export function goalReached({ claims, until }: GoalProgress, t: Translate): Reply {
  return textReply('green', 'goal.reached')(t, { claims, until: shortTimestamp(until) });
}
