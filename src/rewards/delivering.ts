import type { Log } from '../log.ts';
import { isDelivered, type Outcome, writeOutcome } from './hook.ts';
import type { Sender } from './sender.ts';
import type { Deliveries, HookHealth } from './store/deliveries.ts';

/** What a try came to, for the metrics. */
export type DeliveryResult = 'delivered' | 'refused' | Exclude<Outcome['kind'], 'answered'>;

/**
 * How many hooks a process serves at once: those that are well, and those whose last try failed. A hook has one place at
 * a time, whatever waits for it, so however many are dead, they keep only each other waiting. Those that fall silent all
 * at once are known to be dead when their first try has ended.
 */
export const HOOKS_AT_ONCE = { well: 256, failing: 64 } as const satisfies Record<HookHealth, number>;

export type Delivering = {
  /** Begins to serve the hooks with something due, as far as there are places, and does not wait for them. */
  round: (stopping: AbortSignal) => Promise<void>;
  /** Resolves when no hook is being served any more. */
  idle: () => Promise<void>;
};

/** Tells receivers of rewards, until `stopping` aborts: then a try that is not answered yet is left to the next process. */
export function createDelivering(options: {
  deliveries: Deliveries;
  sender: Sender;
  hooksAtOnce?: Record<HookHealth, number>;
  onTried?: (result: DeliveryResult) => void;
  log: Log;
}): Delivering {
  const { deliveries, sender, hooksAtOnce = HOOKS_AT_ONCE, onTried, log } = options;
  const underWay = { well: new Set<Promise<void>>(), failing: new Set<Promise<void>>() };

  /** @returns whether the next message of the hook can be sent */
  async function deliverNext(hookId: string, stopping: AbortSignal): Promise<boolean> {
    const delivery = await deliveries.next(hookId);
    if (!delivery) return false;
    const { guildId, claimId, message, target } = delivery;
    const sent = target
      ? await sender.send(target.address, message, target.secrets, stopping)
      : { outcome: { kind: 'unreadable' } as const };
    const { outcome } = sent;
    if (stopping.aborted && outcome.kind === 'no-answer') return false;
    const result = await deliveries.record(delivery, sent);
    onTried?.(resultOf(outcome));
    const fields = { guildId, claimId, outcome: writeOutcome(outcome), attempts: delivery.tries + 1 };
    if (result === 'delivered') log.info(fields, 'reward delivered');
    else if (result === 'failed') log.warn(fields, 'a reward could not be delivered');
    else log.warn(fields, 'a reward webhook was turned off');
    return result === 'delivered' && !stopping.aborted;
  }

  async function serve(hookId: string, stopping: AbortSignal): Promise<void> {
    try {
      while (await deliverNext(hookId, stopping));
      await deliveries.release(hookId);
    } catch (error) {
      log.warn({ err: error }, 'a reward webhook could not be served, it will be later');
    }
  }

  return {
    async round(stopping) {
      for (const health of ['well', 'failing'] as const) {
        const places = underWay[health];
        for (const hookId of await deliveries.takeHooks(health, hooksAtOnce[health] - places.size)) {
          const served = serve(hookId, stopping).finally(() => places.delete(served));
          places.add(served);
        }
      }
    },
    async idle() {
      await Promise.all([...underWay.well, ...underWay.failing]);
    },
  };
}

function resultOf(outcome: Outcome): DeliveryResult {
  if (outcome.kind !== 'answered') return outcome.kind;
  return isDelivered(outcome) ? 'delivered' : 'refused';
}
