import type { Action, PlaygroundState } from '../playground/protocol.ts';

type FaultAction = Extract<Action, { type: 'fault' }>;

/**
 * Reads `HOST KIND [N]`.
 *
 * @throws Error when there is no such host or fault, or N is not a positive whole number
 */
export function parseFaultLine([host, kind, times]: readonly string[], { hosts }: PlaygroundState): FaultAction {
  const chosen = hosts.find(({ name }) => name === host);
  const offer = chosen?.offered.find(({ fault }) => fault === kind);
  if (!chosen || !offer || !/^[1-9]\d*$/.test(times ?? '1')) {
    const names = hosts.map(({ name }) => name).join('|');
    throw new Error(`Write /fault ${names} ${faultNames(hosts).join('|')} [N]`);
  }
  return { type: 'fault', host: chosen.name, fault: offer.fault, times: times === undefined ? null : Number(times) };
}

/** The names of all faults that any host offers. */
export function faultNames(hosts: PlaygroundState['hosts']): string[] {
  return [...new Set(hosts.flatMap(({ offered }) => offered.map(({ fault }) => fault)))];
}
