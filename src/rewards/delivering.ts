import { SECOND_MS } from '../clock.ts';
import type { Log } from '../log.ts';
import { isDelivered, type Outcome, writeOutcome } from './hook.ts';
import type { Sender } from './sender.ts';
import type { Deliveries, HookHealth } from './store/deliveries.ts';

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
  now: () => number;
  log: Log;
}): Delivering {
  const { deliveries, sender, hooksAtOnce = HOOKS_AT_ONCE, onTried, now, log } = options;
  /** the hooks being served, and the guild of each */
  const underWay = { well: new Map<Promise<void>, string>(), failing: new Map<Promise<void>, string>() };

  /** @returns whether the next message of the hook can be sent at once */
  async function deliverNext(hookId: string, stopping: AbortSignal): Promise<boolean> {
    const delivery = await deliveries.next(hookId);
    if (!delivery) return false;
    const { guildId, claimId, message, target } = delivery;
    const startedAt = now();
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
    return result === 'delivered' && now() - startedAt <= SLOW_TRY_MS && !stopping.aborted;
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
        const serving = underWay[health];
        const total = hooksAtOnce[health];
        const hooks = await deliveries.takeHooks(health, {
          free: total - serving.size,
          further: total * SHARE_WITH_FURTHER - serving.size,
          guilds: [...new Set(serving.values())],
        });
        for (const { id, guildId } of hooks) {
          const served = serve(id, stopping).finally(() => serving.delete(served));
          serving.set(served, guildId);
        }
      }
    },
    async idle() {
      await Promise.all([...underWay.well.keys(), ...underWay.failing.keys()]);
    },
  };
}

function resultOf(outcome: Outcome): DeliveryResult {
  if (outcome.kind !== 'answered') return outcome.kind;
  return isDelivered(outcome) ? 'delivered' : 'refused';
}
