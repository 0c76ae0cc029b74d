import type { FaultName, Host, PlaygroundState } from '../playground/protocol.ts';

/** The service to break, the fault, and the number of requests that it strikes: null for all. */
type FaultLine = { host: Host; fault: FaultName; times: number | null };

/** Reads `HOST KIND [N]`. @throws Error for an unknown host or fault, or when N is not a positive whole number */
export function parseFaultLine([host, kind, times]: readonly string[], { hosts }: PlaygroundState): FaultLine {
  const chosen = hosts.find(({ name }) => name === host);
  const offer = chosen?.offered.find(({ fault }) => fault === kind);
  if (!chosen || !offer || !/^[1-9]\d*$/.test(times ?? '1'))
    throw new Error('Write /fault HOST KIND [N], for example /fault main lost 1. See ? faults.');
  return { host: chosen, fault: offer.fault, times: times === undefined ? null : Number(times) };
}
