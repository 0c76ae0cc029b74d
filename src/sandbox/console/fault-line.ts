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
  if (!chosen || !offer || !/^[1-9]\d*$/.test(times ?? '1'))
    throw new Error('Write /fault HOST KIND [N], for example /fault main lost 1. See /help faults.');
  return { type: 'fault', host: chosen.name, fault: offer.fault, times: times === undefined ? null : Number(times) };
}

/** What a fault does, once it is switched on: `Main service: lost (it does what it is asked, …), next 2 requests.` */
export function faultText({ host, fault, times }: FaultAction, { hosts }: PlaygroundState): string {
  const struck = hosts.find(({ name }) => name === host);
  const about = struck?.offered.find((offer) => offer.fault === fault)?.about ?? '';
  const span = times === null ? 'until /heal' : `next ${times === 1 ? 'request' : `${times} requests`}`;
  return `${struck?.title ?? host}: ${fault} (it ${about}), ${span}.`;
}
