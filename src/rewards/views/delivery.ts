import type { Translate } from '../../locales/index.ts';
import { personName } from '../../ui/person-name.ts';
import { BLANK, present, shortTimestamp, timestamp } from '../../ui/text.ts';
import { isVouchedFor, type PastDecision, type PastDelivery } from '../hook.ts';
import { hookName, outcomeText } from './hooks.ts';

/** A claim's message to one hook, for moderators, so without its address. */
export function deliveryLine(delivery: PastDelivery, t: Translate): string {
  const { hookNumber: number, kind, state, earlierTries, outcome } = delivery;
  const tries = delivery.tries + earlierTries;
  const hook = hookName({ kind, number }, t);
  return present([
    kind === undefined ? t('rewards.deliveries.goneHook', { hook }) : hook,
    deliveryState(delivery, t),
    state === 'due' && outcome && t('rewards.deliveries.tried', { tries, outcome: outcomeText(outcome, t) }),
    state !== 'due' && earlierTries > 0 && t('rewards.deliveries.triedInAll', { tries }),
  ]).join(' · ');
}

function deliveryState({ isOff, state, outcome, endedAt }: PastDelivery, t: Translate) {
  if (state === 'delivered') {
    const how = isVouchedFor({ state, outcome }) ? 'vouched' : 'delivered';
    return t(`rewards.deliveries.${how}`, { time: timestamp(endedAt ?? 0) });
  }
  if (state === 'due' && isOff) return t('rewards.deliveries.off');
  if (state === 'due' && !outcome) return t('rewards.deliveries.queued');
  if (state !== 'parked') return t(`rewards.deliveries.${state}`);
  return t('rewards.deliveries.parked', { outcome: outcome ? outcomeText(outcome, t) : BLANK });
}

/** The places that have accepted a reward. */
export function acceptedBy(deliveries: readonly PastDelivery[], t: Translate): string {
  const accepted = deliveries.filter((delivery) => delivery.state === 'delivered' && !isVouchedFor(delivery));
  return accepted.map(({ kind, hookNumber: number }) => hookName({ kind, number }, t)).join(', ');
}

/** @param deliveries - of the claim, by which the hook is known */
export function decisionLine(
  { hookNumber: number, kind, by, at }: PastDecision,
  deliveries: readonly PastDelivery[],
  t: Translate,
): string {
  const hook = hookName({ kind: deliveries.find(({ hookNumber }) => hookNumber === number)?.kind, number }, t);
  return [personName(by, t), shortTimestamp(at), t(`claims.detail.decisions.${kind}`, { hook })].join(' · ');
}
