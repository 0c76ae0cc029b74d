import { type Clock, SECOND_MS } from '../clock.ts';
import type { Log } from '../log.ts';
import { createWorker, type Worker } from '../worker.ts';
import { isDelivered, type Outcome, writeOutcome } from './hook.ts';
import { afterTry } from './schedule.ts';
import type { Sender } from './sender.ts';
import type { Deliveries, DueHook, FreePlaces, HookHealth } from './store/deliveries.ts';

/** What a try came to, for the metrics. */
export type DeliveryResult = 'delivered' | 'refused' | Exclude<Outcome['kind'], 'answered'>;

/**
 * How many hooks a process serves at once: those that are well, and those whose last try failed, so that these keep only
 * each other waiting. A hook has one place at a time, whatever waits for it.
 */
export const HOOKS_AT_ONCE = { well: 256, failing: 64 } as const satisfies Record<HookHealth, number>;
/**
 * In this share of the places a guild may have more than one. The rest is for guilds that have none: while fewer of them
 * than the rest has places are served, the next one waits for nobody, however slow or silent the receivers of the others
 * are and however many each has.
 */
const SHARE_WITH_FURTHER = 1 / 2;
/** After a try that took longer, a hook gives its place up to whoever waits, and waits for the next one itself. */
const SLOW_TRY_MS = SECOND_MS;

/** Tells receivers of rewards. When it is stopped, a try that is not answered yet is left to the next process. */
export function createDelivering(options: {
  deliveries: Deliveries;
  sender: Sender;
  hooksAtOnce?: Record<HookHealth, number>;
  onTried?: (result: DeliveryResult) => void;
  clock: Pick<Clock, 'now' | 'random'>;
  log: Log;
}): Worker {
  const { deliveries, sender, hooksAtOnce = HOOKS_AT_ONCE, onTried, clock, log } = options;

  function placesFor(health: HookHealth, serving: readonly DueHook[]): FreePlaces {
    const guilds = serving.filter((hook) => hook.health === health).map(({ guildId }) => guildId);
    const total = hooksAtOnce[health];
    return { free: total - guilds.length, further: total * SHARE_WITH_FURTHER - guilds.length, guilds };
  }

  return createWorker<DueHook>({
    name: 'reward deliveries',
    atOnce: hooksAtOnce.well + hooksAtOnce.failing,
    due: (serving) =>
      deliveries.takeHooks({ well: placesFor('well', serving), failing: placesFor('failing', serving) }),
    async next({ id }, stopping) {
      const delivery = await deliveries.next(id);
      if (!delivery) return false;
      const { guildId, claimId, message, target } = delivery;
      const startedAt = clock.now();
      const sent = target
        ? await sender.send(target.address, message, target.secrets, stopping)
        : { outcome: { kind: 'unreadable' } as const };
      const { outcome } = sent;
      if (stopping.aborted && outcome.kind === 'no-answer') return false;
      const result = await deliveries.record(delivery, outcome, afterTry(delivery, sent, clock));
      onTried?.(resultOf(outcome));
      const fields = { guildId, claimId, outcome: writeOutcome(outcome), attempts: delivery.tries + 1 };
      if (result === 'delivered') log.info(fields, 'reward delivered');
      else if (result === 'failed') log.warn(fields, 'a reward could not be delivered');
      else log.warn(fields, 'a reward webhook was turned off');
      return result === 'delivered' && clock.now() - startedAt <= SLOW_TRY_MS;
    },
    leave: ({ id }) => deliveries.release(id),
    log,
  });
}

function resultOf(outcome: Outcome): DeliveryResult {
  if (outcome.kind !== 'answered') return outcome.kind;
  return isDelivered(outcome) ? 'delivered' : 'refused';
}
