import type { Translate } from '../../locales/index.ts';
import { timestamp } from '../../ui/text.ts';
import { isDelivered, type Outcome, type PastDelivery } from '../hook.ts';

/** What became of a try, in a few words. */
export function outcomeText(outcome: Outcome, t: Translate): string {
  if (outcome.kind !== 'answered') return t(`rewards.outcomes.${outcome.kind}`);
  return t(isDelivered(outcome) ? 'rewards.outcomes.accepted' : 'rewards.outcomes.refused', { status: outcome.status });
}

/** What became of telling one hook of a claim, for moderators: nothing of where it leads, or what else it does. */
export function deliveryLine(delivery: PastDelivery, t: Translate): string {
  const { hookNumber, hasHook, state, tries, outcome, endedAt } = delivery;
  const last =
    outcome && state === 'due' ? t('rewards.deliveries.tried', { tries, outcome: outcomeText(outcome, t) }) : '';
  const what =
    state === 'delivered'
      ? t('rewards.deliveries.delivered', { time: timestamp(endedAt ?? 0) })
      : t(`rewards.deliveries.${state}`);
  const name = t(hasHook ? 'rewards.deliveries.hook' : 'rewards.deliveries.goneHook', { number: hookNumber });
  return [name, what, ...(last === '' ? [] : [last])].join(' · ');
}
