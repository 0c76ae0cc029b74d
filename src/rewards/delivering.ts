import { type Clock, SECOND_MS } from '../work/clock.ts';
import type { Count } from '../work/counts.ts';
import type { Log } from '../work/log.ts';
import { createWorker, type Worker } from '../work/worker.ts';
import { writeOutcome } from './hook.ts';
import { afterTry } from './schedule.ts';
import type { Sender } from './sender.ts';
import type { Deliveries, DueHook, FreeSlots, HookHealth } from './store/deliveries.ts';

/**
 * How many hooks a process serves at once, each in one slot. Hooks whose last try failed have slots of their own, so
 * that they never keep the others waiting.
 */
export const HOOKS_AT_ONCE = { well: 256, failing: 64 } as const satisfies Record<HookHealth, number>;
/**
 * The share of the slots in which a guild may have further hooks. The rest is kept for the first hook of each guild:
 * while it has room, no guild waits for the receivers of another.
 */
const SHARE_WITH_FURTHER = 1 / 2;
/** After a longer try a hook gives up its slot to others, and waits for one again. */
const SLOW_TRY_MS = SECOND_MS;

/** Tells receivers of rewards. When it is stopped, it leaves unanswered tries to the next process. */
export function createDelivering(options: {
  deliveries: Deliveries;
  sender: Sender;
  hooksAtOnce?: Record<HookHealth, number>;
  clock: Pick<Clock, 'now' | 'random'>;
  count: Count;
  log: Log;
}): Worker {
  const { deliveries, sender, hooksAtOnce = HOOKS_AT_ONCE, clock, count, log } = options;

  function freeSlots(health: HookHealth, serving: readonly DueHook[]): FreeSlots {
    const guilds = serving.filter((hook) => hook.health === health).map(({ guildId }) => guildId);
    const total = hooksAtOnce[health];
    return { free: total - guilds.length, further: total * SHARE_WITH_FURTHER - guilds.length, guilds };
  }

  return createWorker<DueHook>({
    name: 'reward deliveries',
    atOnce: hooksAtOnce.well + hooksAtOnce.failing,
    due: (serving) =>
      deliveries.takeHooks({ well: freeSlots('well', serving), failing: freeSlots('failing', serving) }),
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
      const failure = outcome.kind === 'answered' ? 'refused' : outcome.kind;
      count('reward_tries_total{result}', result === 'delivered' ? 'delivered' : failure);
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
