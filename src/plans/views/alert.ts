import type { Translate } from '../../locales/index.ts';
import { createReply, type Reply } from '../../ui/reply.ts';
import { codeText, escapeText, humanise, lines, timestamp } from '../../ui/text.ts';
import { DAY_MS } from '../../work/clock.ts';
import { type Deadline, deadlineIn, type PlanNews } from '../changes.ts';
import { isStandard } from '../plan.ts';
import { isPast } from '../plan-time.ts';
import type { Alert } from '../store/alerts.ts';
import { describeChange } from './pending-change.ts';
import { billingButton, colourOf, MAX_NAME_LENGTH, timeText } from './plan.ts';
import { planWord } from './words.ts';

/** The news of an entity's plan, a line each, under the most urgent. */
export function alertReply(
  { entityId, label, news, plan, at: now }: Alert,
  context: { t: Translate; manageUrl: string | undefined },
): Reply {
  const { t } = context;
  const turnsStandard = isStandard(plan) && news.some(({ kind }) => kind === 'plan-changed');
  const parts = {
    title: titleOf(news, { label: escapeText(label, MAX_NAME_LENGTH), now, t }),
    description: lines(...describeAll(news, now, t), turnsStandard && t('plan.standard')),
    colour: colourOf({ plan, stale: false }),
    fields: [{ name: t('plan.fields.id'), value: codeText(entityId, MAX_NAME_LENGTH) }],
  };
  return createReply(parts, [billingButton(entityId, context)]);
}

/** The most urgent first; the rest keep their order. */
const URGENCY: readonly (Deadline | undefined)[] = ['deletion', 'grace', 'period', undefined];

function titleOf(news: readonly PlanNews[], about: { label: string; now: number; t: Translate }): string {
  const { label, now, t } = about;
  const named = news.map((one) => ({ one, due: deadlineIn(one) }));
  const [first] = named.toSorted((a, b) => URGENCY.indexOf(a.due?.of) - URGENCY.indexOf(b.due?.of));
  if (!first) return label;
  const { one, due } = first;
  if (due?.time?.kind !== 'time')
    return t(`alerts.titles.${one.kind === 'warning' ? PAST[one.of].title : one.kind}`, { label });
  if (isPast(due.time, now)) return t(`alerts.titles.${PAST[due.of].title}`, { label });
  return t(`alerts.titles.${due.of}`, { label, days: Math.ceil((due.time.at - now) / DAY_MS) });
}

/** A plan and its status that change at once take one line. */
function describeAll(news: readonly PlanNews[], now: number, t: Translate): string[] {
  const changed = news.flatMap((one) => (one.kind === 'plan-changed' || one.kind === 'status-changed' ? [one] : []));
  if (changed.length < 2) return news.map((one) => describeNews(one, now, t));
  const words = changed.map(({ kind, from, to }) => {
    const both = [from, to].map((word) => (kind === 'plan-changed' ? humanise(word) : planWord(word, t)));
    return both.map((word) => `**${word}**`).join(' → ');
  });
  const others = news.filter((one) => !changed.some((other) => other === one));
  return [words.join(' · '), ...others.map((one) => describeNews(one, now, t))];
}

/** For a deadline that lies behind when the alert is posted: nobody can act before it. */
const PAST = {
  deletion: { title: 'deletion-past', text: 'plan.deletionPast' },
  grace: { title: 'grace-ended', text: 'plan.gracePast' },
  period: { title: 'period-past', text: 'plan.cancelledPast' },
} as const;

function describeNews(news: PlanNews, now: number, t: Translate): string {
  const due = deadlineIn(news);
  if (due?.time && isPast(due.time, now)) return t(PAST[due.of].text, { time: timeText(due.time, t) });
  switch (news.kind) {
    case 'plan-changed':
      return t('alerts.plan-changed', { from: humanise(news.from), to: humanise(news.to) });
    case 'status-changed':
      return t('alerts.status-changed', { from: planWord(news.from, t), to: planWord(news.to, t) });
    case 'grace-begun':
      return t('alerts.grace-begun', { time: timeText(news.until, t) });
    case 'cancelled':
      return news.activeUntil
        ? t('alerts.cancelled', { time: timeText(news.activeUntil, t) })
        : t('alerts.cancelledOpenEnd');
    case 'change-pending':
    case 'pending-change-changed':
      return t(`alerts.${news.kind}`, { change: describeChange(news.change, t) });
    case 'deletion-scheduled':
      return t('alerts.deletion-scheduled', { time: timeText(news.at, t) });
    case 'warning':
      return t(`alerts.warning.${news.of}`, { time: timestamp(news.at) });
    case 'grace-ended':
    case 'cancellation-withdrawn':
    case 'pending-change-dropped':
    case 'deletion-lifted':
      return t(`alerts.${news.kind}`);
  }
}
