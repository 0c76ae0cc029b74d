import { type Clock, SECOND_MS } from '../../work/clock.ts';
import type { Log } from '../../work/log.ts';

/** How far Discord's clock and ours may differ: times that people read are ours, and answers take a while to arrive. */
const TOLERANCE_MS = 30 * SECOND_MS;

export type ClockCheck = ReturnType<typeof createClockCheck>;

/**
 * Says once that the clock of this machine is wrong, and again after it was right.
 *
 * @returns a function of Discord's time, in ms
 */
export function createClockCheck({ clock, log }: { clock: Pick<Clock, 'now'>; log: Log }): (theirs: number) => void {
  let isRight = true;
  return (theirs) => {
    const aheadMs = clock.now() - theirs;
    const wasRight = isRight;
    isRight = !(Math.abs(aheadMs) > TOLERANCE_MS);
    if (isRight || !wasRight) return;
    const seconds = Math.round(Math.abs(aheadMs) / SECOND_MS);
    const reason = `${seconds} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} Discord's`;
    log.warn({ reason, mend: 'set the clock of this machine: sudo timedatectl set-ntp true' }, 'the clock is wrong');
  };
}
