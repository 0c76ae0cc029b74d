import { type Clock, SECOND_MS } from '../work/clock.ts';
import type { Count } from '../work/counts.ts';
import type { Log } from '../work/log.ts';
import { createWorker, type Worker } from '../work/worker.ts';
import { writeOutcome } from './hook.ts';
import { afterTry, type Sent } from './schedule.ts';
import type { Sender } from './sender.ts';
import type { Deliveries, Delivery, DueHook, FreeSlots, HookHealth } from './store/deliveries.ts';

/**
 * How many hooks a process serves at once, each in one slot. Hooks whose last try failed have slots of their own, so
 * that they never keep the others waiting.
 */
const HOOKS_AT_ONCE = { well: 256, unwell: 64 } as const satisfies Record<HookHealth, number>;
/**
 * The share of the slots in which a guild may have further hooks. The rest is kept for the first hook of each guild:
 * while it has room, no guild waits for the receivers of another.
 */
const SHARE_WITH_FURTHER = 1 / 2;
/** After a longer try a hook gives up its slot to others, and waits for one again. */
const SLOW_TRY_MS = SECOND_MS;

const UNANSWERED: Sent = { outcome: { kind: 'no-answer' } };
const UNREADABLE: Sent = { outcome: { kind: 'unreadable' } };

const WARNINGS = {
  failed: 'a reward could not be delivered',
  parked: 'a reward may have been delivered: it is left to a moderator',
  unnamed: 'no vote has such a name: the reward is left to a moderator',
  stopped: 'a reward hook was turned off',
  lost: 'a vote ended after somebody else had decided it',
} as const;

/** Tells receivers of rewards. When it is stopped, it leaves unanswered tries to the next process. */
export function createDelivering(options: {
  deliveries: Deliveries;
  sender: Pick<Sender, 'send'>;
  hooksAtOnce?: Record<HookHealth, number>;
  /** called when a message about a claim was accepted */
  onDelivered?: (claimId: string) => void;
  clock: Pick<Clock, 'now' | 'random'>;
  count: Count;
  log: Log;
}): Worker {
  const { deliveries, sender, hooksAtOnce = HOOKS_AT_ONCE, onDelivered, clock, count, log } = options;

  function freeSlots(health: HookHealth, serving: readonly DueHook[]): FreeSlots {
    const guilds = serving.filter((hook) => hook.health === health).map(({ guildId }) => guildId);
    const total = hooksAtOnce[health];
    return { free: total - guilds.length, further: total * SHARE_WITH_FURTHER - guilds.length, guilds };
  }

  /** @returns undefined when there is nothing to record. `state`, `dueAt`: of the message since */
  async function attempt(delivery: Delivery, stopping: AbortSignal) {
    const { kind, message, target } = delivery;
    let { state, dueAt } = delivery;
    if (state === 'sending') return { sent: UNANSWERED, state, dueAt };
    if (!target) return { sent: UNREADABLE, state, dueAt };
    const begin = async () => {
      const until = await deliveries.begin(delivery);
      if (until === undefined) return false;
      [state, dueAt] = ['sending', until];
      return true;
    };
    const sent = await sender.send(target, message, { stopping, begin });
    // The next process sends an unanswered message again, with the same id.
    if (!sent || (stopping.aborted && kind === 'webhook' && sent.outcome.kind === 'no-answer')) return undefined;
    return { sent, state, dueAt };
  }

  return createWorker<DueHook>({
    name: 'reward deliveries',
    atOnce: hooksAtOnce.well + hooksAtOnce.unwell,
    due: (serving) => deliveries.takeHooks({ well: freeSlots('well', serving), unwell: freeSlots('unwell', serving) }),
    async next({ id }, stopping) {
      const delivery = await deliveries.next(id);
      if (!delivery) return false;
      const { guildId, claimId } = delivery;
      const startedAt = clock.now();
      const tried = await attempt(delivery, stopping);
      if (!tried) return false;
      const { sent, ...since } = tried;
      const { outcome, reason } = sent;
      const result = await deliveries.record({ ...delivery, ...since }, outcome, afterTry(delivery, sent, clock));
      const failure = outcome.kind === 'answered' ? 'refused' : outcome.kind;
      count('reward_tries_total{result}', result === 'delivered' ? result : failure);
      const fields = { guildId, claimId, outcome: writeOutcome(outcome), reason, attempts: delivery.tries + 1 };
      if (result === 'delivered') {
        log.info(fields, 'reward delivered');
        onDelivered?.(claimId);
      } else log.warn(fields, WARNINGS[result === 'parked' && outcome.kind === 'bad-name' ? 'unnamed' : result]);
      return result === 'delivered' && clock.now() - startedAt <= SLOW_TRY_MS;
    },
    leave: ({ id }) => deliveries.release(id),
    log,
  });
}
