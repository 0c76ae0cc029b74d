import type { Translate } from '../locales/index.ts';
import type { Alert } from '../storage/alerts.ts';
import type { PlanNews } from '../storage/stored-plan.ts';
import { isStandard } from '../upstream/plan.ts';
import { describeChange } from './pending-change.ts';
import { billingButtons, colourOf, NAME_LENGTH, showTime } from './plan.ts';
import { planWord } from './plan-words.ts';
import { createEmbed, createReply, type Reply } from './reply.ts';
import { codeText, escapeText, humanise, timestamp } from './text.ts';

/** What is new of one entity's plan, a line each. */
export function alertReply(
  { entityId, label, news, plan }: Pick<Alert, 'entityId' | 'label' | 'news' | 'plan'>,
  context: { t: Translate; manageUrl: string | undefined },
): Reply {
  const { t } = context;
  const lines = news.map((one) => describeNews(one, t));
  if (isStandard(plan) && news.some(({ kind }) => kind === 'plan-changed')) lines.push(t('plan.standard'));
  const embed = createEmbed({
    title: escapeText(label, NAME_LENGTH),
    description: lines.join('\n'),
    colour: colourOf({ plan, stale: false }),
    fields: [{ name: t('plan.fields.id'), value: codeText(entityId, NAME_LENGTH) }],
  });
  return createReply(embed, billingButtons(entityId, context));
}

function describeNews(news: PlanNews, t: Translate): string {
  switch (news.kind) {
    case 'plan-changed':
      return t('alerts.planChanged', { from: humanise(news.from), to: humanise(news.to) });
    case 'status-changed':
      return t('alerts.statusChanged', { from: planWord(news.from, t), to: planWord(news.to, t) });
    case 'grace-begun':
      return t('alerts.graceBegun', { time: showTime(news.until, t) });
    case 'grace-ended':
      return t('alerts.graceEnded');
    case 'cancelled':
      return news.activeUntil
        ? t('alerts.cancelled', { time: showTime(news.activeUntil, t) })
        : t('alerts.cancelledOpenEnd');
    case 'cancellation-withdrawn':
      return t('alerts.cancellationWithdrawn');
    case 'change-pending':
      return t('alerts.changePending', { change: describeChange(news.change, t) });
    case 'pending-change-changed':
      return t('alerts.pendingChangeChanged', { change: describeChange(news.change, t) });
    case 'pending-change-dropped':
      return t('alerts.pendingChangeDropped');
    case 'deletion-scheduled':
      return t('alerts.deletionScheduled', { time: showTime(news.at, t) });
    case 'deletion-lifted':
      return t('alerts.deletionLifted');
    case 'reminder':
      return t(`alerts.reminder.${news.of}`, { time: timestamp(news.at) });
  }
}
