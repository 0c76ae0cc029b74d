import { EventEmitter } from 'node:events';

/**
 * A failure between the bot and a host. `lost-answer` and `garbage` happen after the request took effect, the others
 * before. `off`: nothing listens, so that connections are refused; it strikes no request, and lasts until it is healed.
 * `greeting`: something else greets; only a Votifier port greets, which has a few rules of its own.
 */
export type Fault =
  | { kind: 'latency'; ms: number }
  | { kind: 'hang' }
  | { kind: 'reset' }
  | { kind: 'off' }
  | { kind: 'lost-answer' }
  | { kind: 'garbage' }
  | { kind: 'greeting'; text: string }
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: string };

/** `times`: how many requests it strikes, all by default. `path`, `body`: it strikes only requests that match. */
export type FaultScope = { times?: number; path?: RegExp; body?: RegExp };

/** A fault that is switched on; `times`: how many more requests it strikes, undefined for all. */
export type ArmedFault = { fault: Fault; times: number | undefined };

/** The faults of a host, which may have more than one port. */
export class FaultSwitches extends EventEmitter<{ change: [] }> {
  #faults: { fault: Fault; scope: FaultScope }[] = [];

  /** Switches a fault on. Faults strike in the order they were added, one for each request. */
  inject(fault: Fault, scope: FaultScope = {}): void {
    this.#faults.push({ fault, scope: { ...scope } });
    this.emit('change');
  }

  /** Switches every fault off. */
  heal(): void {
    this.#faults = [];
    this.emit('change');
  }

  /** The faults that are switched on and have strikes left. */
  get armed(): ArmedFault[] {
    return this.#faults
      .filter(({ scope }) => scope.times !== 0)
      .map(({ fault, scope }) => ({ fault, times: scope.times }));
  }

  get isOff(): boolean {
    return this.#faults.some(({ fault }) => fault.kind === 'off');
  }

  /** Takes the fault that strikes the next request. */
  next<Kind extends Fault>(
    canStrike: (fault: Fault) => fault is Kind,
    isMeant: (scope: FaultScope) => boolean,
  ): Kind | undefined {
    for (const { fault, scope } of this.#faults) {
      if (scope.times === 0 || !canStrike(fault) || !isMeant(scope)) continue;
      if (scope.times !== undefined) {
        scope.times -= 1;
        this.emit('change');
      }
      return fault;
    }
    return undefined;
  }
}
