import { circuitBreaker, CircuitState, handleWhen, type IBreaker, SamplingBreaker } from 'cockatiel';
import { LRUCache } from 'lru-cache';

import { atMost } from '../work/at-most.ts';

const CREDENTIALS_WATCHED = 10_000;
/** A circuit opens when more than half of enough calls in ten seconds failed. */
const CIRCUIT = { threshold: 0.5, durationMs: 10_000, minimumPerSecond: 2, halfOpenAfterMs: 5_000 } as const;
/** How many credentials have to fail before a host counts as down. */
const SEVERAL = 3;

export type CutOff = { everyone: boolean; credentials: number };

/**
 * The circuits of one host: one for each credential, and one for everyone, which opens only when most of several
 * credentials fail. So a caller whose own calls fail cuts off nobody else.
 */
export function createCircuits(isFailure: (error: unknown) => boolean) {
  const { threshold, durationMs, minimumPerSecond, halfOpenAfterMs } = CIRCUIT;
  /** by credential, for ten seconds from its first call */
  const recent = new LRUCache<string, { made: number; failed: number }>({
    ...atMost(CREDENTIALS_WATCHED),
    ttl: durationMs,
    memoMethod: () => ({ made: 0, failed: 0 }),
  });
  const circuits = new LRUCache<string, ReturnType<typeof circuit>>({
    ...atMost(CREDENTIALS_WATCHED),
    memoMethod: () => circuit(new SamplingBreaker({ threshold, duration: durationMs, minimumRps: minimumPerSecond })),
  });
  const host = circuit({ state: undefined, success: () => undefined, failure: mostFail });

  function circuit(breaker: IBreaker) {
    return circuitBreaker(handleWhen(isFailure), { halfOpenAfter: halfOpenAfterMs, breaker });
  }

  function mostFail(): boolean {
    const all = [...recent.values()];
    const made = all.reduce((sum, calls) => sum + calls.made, 0);
    const failing = all.filter((calls) => calls.failed > calls.made * threshold).length;
    const isKnown = made >= minimumPerSecond * (durationMs / 1_000);
    return isKnown && failing >= SEVERAL && failing > all.length * threshold;
  }

  async function counted<T>(credentialId: string, call: () => Promise<T>): Promise<T> {
    const calls = recent.memo(credentialId);
    calls.made += 1;
    try {
      return await call();
    } catch (error) {
      if (isFailure(error)) calls.failed += 1;
      throw error;
    }
  }

  return {
    /** @throws `BrokenCircuitError` of cockatiel when the call is not made */
    execute: <T>(credentialId: string, call: () => Promise<T>): Promise<T> =>
      circuits.memo(credentialId).execute(() => host.execute(() => counted(credentialId, call))),
    cutOff: (): CutOff => ({ everyone: isOpen(host), credentials: [...circuits.values()].filter(isOpen).length }),
  };
}

function isOpen({ state }: { state: CircuitState }): boolean {
  return state === CircuitState.Open;
}
