import type { Clock } from '../src/work/clock.ts';

/** As `AbortSignal.timeout` does, on another clock. */
export function signalBy(after: Clock['after']): Clock['signal'] {
  return (ms) => {
    const controller = new AbortController();
    after(ms, () => {
      controller.abort(new DOMException('it took too long', 'TimeoutError'));
    });
    return controller.signal;
  };
}
