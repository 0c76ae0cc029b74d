import { circuitBreaker, CircuitState, handleWhen, type IBreaker, SamplingBreaker } from 'cockatiel';
import { LRUCache } from 'lru-cache';

import { atMost } from '../work/at-most.ts';

const CREDENTIALS_WATCHED = 10_000;
/** A circuit opens when more than half of enough calls in ten seconds failed. */
const CIRCUIT = { threshold: 0.5, durationMs: 10_000, minimumPerSecond: 2, halfOpenAfterMs: 5_000 } as const;
/** How many credentials have to fail before a host may count as down. */
const SEVERAL = 3;

export type CutOff = { everyone: boolean; credentials: number };

/**
 * The circuits of one host: one for each credential, and one for everyone, which opens only while several credentials
 * fail and nobody's calls succeed. So nobody whose calls work is cut off by the failures of others, however many.
 */
export function createCircuits(isFailure: (error: unknown) => boolean, now: () => number) {
  const { threshold, durationMs, minimumPerSecond, halfOpenAfterMs } = CIRCUIT;
  /** by credential, for ten seconds from the first */
  const failures = new LRUCache<string, { count: number }>({
    ...atMost(CREDENTIALS_WATCHED),
    ttl: durationMs,
    memoMethod: () => ({ count: 0 }),
  });
  let succeededAt = -Infinity;
  const circuits = new LRUCache<string, ReturnType<typeof circuit>>({
    ...atMost(CREDENTIALS_WATCHED),
    memoMethod: () => circuit(new SamplingBreaker({ threshold, duration: durationMs, minimumRps: minimumPerSecond })),
  });
  const host = circuit({ state: undefined, success: () => undefined, failure: nobodySucceeds });

  function circuit(breaker: IBreaker) {
    return circuitBreaker(handleWhen(isFailure), { halfOpenAfter: halfOpenAfterMs, breaker });
  }

  function nobodySucceeds(): boolean {
    if (now() - succeededAt < durationMs) return false;
    const counts = [...failures.values()].map(({ count }) => count);
    const failed = counts.reduce((sum, count) => sum + count, 0);
    return counts.length >= SEVERAL && failed >= minimumPerSecond * (durationMs / 1_000);
  }

  async function counted<T>(credentialId: string, call: () => Promise<T>): Promise<T> {
    try {
      const answer = await call();
      succeededAt = now();
      return answer;
    } catch (error) {
      if (isFailure(error)) failures.memo(credentialId).count += 1;
      throw error;
    }
  }

  return {
    /** @throws `BrokenCircuitError` of cockatiel when the call is not made */
    execute: <T>(credentialId: string, call: () => Promise<T>): Promise<T> =>
      circuits.memo(credentialId).execute(() => host.execute(() => counted(credentialId, call))),
    cutOff: (): CutOff => ({ everyone: isTripped(host), credentials: [...circuits.values()].filter(isTripped).length }),
  };
}

function isTripped({ state }: { state: CircuitState }): boolean {
  return state === CircuitState.Open;
}
