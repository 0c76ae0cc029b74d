import {
  circuitBreaker,
  type CircuitBreakerPolicy,
  CircuitState,
  handleWhen,
  type IBreaker,
  SamplingBreaker,
} from 'cockatiel';
import { LRUCache } from 'lru-cache';

const CREDENTIALS_WATCHED = 10_000;
/**
 * A circuit opens when more than half of the calls in ten seconds failed, provided that there were enough calls to
 * tell.
 */
const CIRCUIT = { threshold: 0.5, durationMs: 10_000, minimumPerSecond: 2, halfOpenAfterMs: 5_000 } as const;
/** How many credentials have to agree that a host is down. */
const SEVERAL = 3;

type Calls = { made: number; failed: number };

/**
 * The circuits of one host: one for each credential, and one for all of them that opens only when most of several
 * credentials fail. So whoever makes the host fail for their own calls cuts off nobody else.
 */
export type Circuits = {
  /** @throws `BrokenCircuitError` of cockatiel when the call is not made */
  execute<T>(credentialId: string, call: () => Promise<T>): Promise<T>;
  cutOff: () => CutOff;
};

/** Whether a host is cut off for everyone, and how many credentials are. */
export type CutOff = { everyone: boolean; credentials: number };

/** @param isFailure - whether an error of a call speaks against the host */
export function createCircuits(isFailure: (error: unknown) => boolean): Circuits {
  /** by credential, in the last ten seconds */
  const recent = new LRUCache<string, Calls>({ max: CREDENTIALS_WATCHED, ttl: CIRCUIT.durationMs });
  const circuits = new LRUCache<string, CircuitBreakerPolicy>({ max: CREDENTIALS_WATCHED });
  const host = open({ state: undefined, success: () => undefined, failure: mostFail });

  function open(breaker: IBreaker): CircuitBreakerPolicy {
    return circuitBreaker(handleWhen(isFailure), { halfOpenAfter: CIRCUIT.halfOpenAfterMs, breaker });
  }

  function circuitOf(credentialId: string): CircuitBreakerPolicy {
    const { threshold, durationMs: duration, minimumPerSecond: minimumRps } = CIRCUIT;
    const circuit = circuits.get(credentialId) ?? open(new SamplingBreaker({ threshold, duration, minimumRps }));
    circuits.set(credentialId, circuit);
    return circuit;
  }

  function mostFail(): boolean {
    const all = [...recent.values()];
    const made = all.reduce((sum, calls) => sum + calls.made, 0);
    const failing = all.filter((calls) => calls.failed > calls.made * CIRCUIT.threshold).length;
    const isKnown = made >= CIRCUIT.minimumPerSecond * (CIRCUIT.durationMs / 1_000);
    return isKnown && failing >= SEVERAL && failing > all.length * CIRCUIT.threshold;
  }

  async function counted<T>(credentialId: string, call: () => Promise<T>): Promise<T> {
    const calls = recent.get(credentialId) ?? { made: 0, failed: 0 };
    if (calls.made === 0) recent.set(credentialId, calls);
    calls.made += 1;
    try {
      return await call();
    } catch (error) {
      if (isFailure(error)) calls.failed += 1;
      throw error;
    }
  }

  return {
    execute: (credentialId, call) =>
      circuitOf(credentialId).execute(() => host.execute(() => counted(credentialId, call))),
    cutOff: () => ({
      everyone: isOpen(host),
      credentials: [...circuits.values()].filter(isOpen).length,
    }),
  };
}

function isOpen({ state }: CircuitBreakerPolicy): boolean {
  return state === CircuitState.Open;
}
