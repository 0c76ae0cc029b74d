import { type Clock, nextTurn } from '../work/clock.ts';
import { LateError } from '../work/errors.ts';

/**
 * A deadline for work that waits for the network. After this process was held up, timers fire before sockets are read:
 * it aborts only once answers that have arrived are read. `clear`: to be called when the work is done before.
 */
export function createDeadline(ms: number, clock: Clock) {
  const controller = new AbortController();
  const end = () => {
    controller.abort(new LateError('no answer came in time'));
  };
  const begin = (forMs: number) => clock.after(forMs, () => void nextTurn().then(end));
  let clear = begin(ms);
  return {
    signal: controller.signal,
    restart(forMs: number): void {
      clear();
      clear = begin(forMs);
    },
    clear: () => {
      clear();
    },
  };
}
