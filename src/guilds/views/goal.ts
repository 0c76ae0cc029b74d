import type { APIEmbedField } from 'discord.js';

import type { Translate } from '../../locales/index.ts';
import { createEmbed, createReply, noticeReply, type Reply } from '../../ui/reply.ts';
import { shortTimestamp } from '../../ui/text.ts';
import { GOAL_CLAIMS, type GoalProgress } from '../goal.ts';
import type { GoalOutcome } from '../goal-service.ts';

/** As many as fit beside each other on a phone. */
const CELLS = 10;

/** How far a guild is: the number first, which says all, then a bar. */
export function goalText(goal: GoalProgress, t: Translate): string {
  const { count, claims, until } = goal;
  return `${t('goal.progress', { count, claims, until: shortTimestamp(until) })}\n${bar(goal)}`;
}

/** It is full only once the goal is reached. */
function bar({ count, claims }: GoalProgress): string {
  const full = Math.min(CELLS, Math.floor((count * CELLS) / claims));
  return '▰'.repeat(full) + '▱'.repeat(CELLS - full);
}

/** The same on announcements and the panel; none where there is no goal. */
export function goalFields(goal: GoalProgress | undefined, t: Translate): APIEmbedField[] {
  return goal ? [{ name: t('goal.title'), value: goalText(goal, t) }] : [];
}

/** As `/settings show` has it. */
export function goalSetting(goal: GoalProgress | undefined, t: Translate): APIEmbedField {
  return { name: t('goal.title'), value: goalState(goal, t) };
}

function goalState(goal: GoalProgress | undefined, t: Translate): string {
  return goal ? `${t(`goal.every.${goal.every}`)}\n${goalText(goal, t)}` : t('goal.off');
}

/** How the goal is set, when nothing was to be changed. */
export function goalNow(goal: GoalProgress | undefined, t: Translate): Reply {
  const description = [goalState(goal, t), t('goal.howTo', GOAL_CLAIMS)].join('\n\n');
  return createReply(createEmbed({ colour: 'blurple', title: t('goal.title'), description }));
}

/** What a manager reads after a change. */
export function goalChanged(outcome: GoalOutcome, t: Translate): Reply {
  if (outcome.kind === 'no-number') return noticeReply({ colour: 'amber', text: 'goal.noNumber' }, t);
  const goal = outcome.kind === 'on' ? outcome.goal : undefined;
  const description = goalState(goal, t);
  return createReply(createEmbed({ colour: 'green', title: t('goal.savedTitle'), description }));
}

/** For everyone, in the channel of the announcements, once a period. */
export function goalReached(goal: GoalProgress, t: Translate): Reply {
  const { claims, until } = goal;
  return noticeReply({ colour: 'green', text: 'goal.reached' }, t, { claims, until: shortTimestamp(until) });
}
