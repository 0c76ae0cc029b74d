import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

export type Job = {
  /** Resolves once the round under way has ended; no further one starts. */
  stop(): Promise<void>;
};

/**
 * Runs `work` at once and then again `everyMs` after each round has ended. A round that fails is logged.
 *
 * @param work - one round; a long one ends early once `stopping` aborts
 */
export function repeat(
  work: (stopping: AbortSignal) => Promise<void>,
  options: { everyMs: number; name: string; clock: Clock; log: Log },
): Job {
  const { everyMs, name, clock, log } = options;
  const stopping = new AbortController();

  async function rounds(): Promise<void> {
    while (!stopping.signal.aborted) {
      await work(stopping.signal).catch((error: unknown) => {
        log.error({ err: error, kind: name }, 'a job failed, it will be tried again');
      });
      await clock.sleep(everyMs, stopping.signal);
    }
  }

  const running = rounds();
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}
