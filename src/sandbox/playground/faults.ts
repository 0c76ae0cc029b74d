import type { Fault, LoopbackServer } from '../loopback-server.ts';
import type { FaultName, Host, HostName } from './protocol.ts';

const SLOW_MS = 1_500;
const RETRY_AFTER_SECONDS = '30';

const TITLES: Record<HostName, string> = { identity: 'Identity service', main: 'Main service' };

const OFFERED: Record<FaultName, { fault: Fault; about: string }> = {
  slow: { fault: { kind: 'latency', ms: SLOW_MS }, about: 'answers after a second and a half' },
  hang: { fault: { kind: 'hang' }, about: 'takes the request and never answers' },
  lost: { fault: { kind: 'lost-answer' }, about: 'does what it is asked, and the answer is lost' },
  reset: { fault: { kind: 'reset' }, about: 'cuts the connection before it does anything' },
  garbage: { fault: { kind: 'garbage' }, about: 'does what it is asked, and answers nonsense' },
  down: { fault: { kind: 'status', status: 503 }, about: 'is down (503)' },
  busy: {
    fault: { kind: 'status', status: 429, headers: { 'retry-after': RETRY_AFTER_SECONDS } },
    about: `has too many requests (429, again in ${RETRY_AFTER_SECONDS} seconds)`,
  },
  forbidden: { fault: { kind: 'status', status: 403 }, about: 'forbids the request (403)' },
  'bad-token': { fault: { kind: 'status', status: 401 }, about: 'does not accept the credential (401)' },
};

export const FAULT_NAMES = Object.keys(OFFERED) as FaultName[];

/** Switches a fault of a host on. @param times - how many requests it strikes, null for all until the host is healed. */
export function switchOn(server: LoopbackServer, name: FaultName, times: number | null): void {
  server.inject(OFFERED[name].fault, times === null ? {} : { times });
}

/** A host with the faults it offers and those that are on. */
export function describeHost(name: HostName, server: LoopbackServer): Host {
  return {
    name,
    title: TITLES[name],
    offered: FAULT_NAMES.map((fault) => ({ fault, about: OFFERED[fault].about })),
    faults: server.faults.flatMap(({ fault, times = null }) => {
      const known = FAULT_NAMES.find((candidate) => OFFERED[candidate].fault === fault);
      return known === undefined ? [] : { fault: known, times };
    }),
  };
}
