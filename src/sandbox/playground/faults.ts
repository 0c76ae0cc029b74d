import type { Fault, LoopbackServer } from '../loopback-server.ts';
import type { FaultName, Host, HostName } from './protocol.ts';

const SLOW_MS = 1_500;
const RETRY_AFTER_SECONDS = '30';
const ELSEWHERE = 'https://elsewhere.example/rewards';
const SSH_GREETING = 'SSH-2.0-OpenSSH_9.6\r\n';

/** `lasts`: it stays until the host is healed, despite any number of requests. */
const FAULTS: Record<FaultName, { fault: Fault; lasts?: true }> = {
  slow: { fault: { kind: 'latency', ms: SLOW_MS } },
  hang: { fault: { kind: 'hang' } },
  lost: { fault: { kind: 'lost-answer' } },
  reset: { fault: { kind: 'reset' } },
  garbage: { fault: { kind: 'garbage' } },
  down: { fault: { kind: 'status', status: 503 } },
  busy: {
    fault: { kind: 'status', status: 429, headers: { 'retry-after': RETRY_AFTER_SECONDS } },
  },
  forbidden: { fault: { kind: 'status', status: 403 } },
  'bad-token': { fault: { kind: 'status', status: 401 } },
  off: { fault: { kind: 'off' }, lasts: true },
  error: { fault: { kind: 'status', status: 500 } },
  gone: { fault: { kind: 'status', status: 410 } },
  moved: {
    fault: { kind: 'status', status: 302, headers: { location: ELSEWHERE } },
  },
  stranger: { fault: { kind: 'greeting', text: SSH_GREETING } },
};

export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

const OF_SERVICES: readonly FaultName[] = [
  'slow',
  'hang',
  'lost',
  'reset',
  'garbage',
  'down',
  'busy',
  'forbidden',
  'bad-token',
];

const OFFERED: Record<HostName, readonly FaultName[]> = {
  identity: OF_SERVICES,
  main: OF_SERVICES,
  game: ['slow', 'hang', 'lost', 'reset', 'off', 'error', 'busy', 'gone', 'moved', 'stranger'],
};

/** Switches a fault of a host on. @param times - how many requests it strikes, null for all until the host is healed */
export function switchOn(server: LoopbackServer, name: FaultName, times: number | null): void {
  const { fault, lasts } = FAULTS[name];
  server.inject(fault, times === null || lasts ? {} : { times });
}

/** The name under which a viewer switches a fault on; the kind of a fault without such a name. */
export function faultTitle(fault: Fault): string {
  return nameOf(fault) ?? fault.kind;
}

/** A host, the faults it offers, and those that are on. */
export function describeHost(name: HostName, server: LoopbackServer): Host {
  return {
    name,
    offered: OFFERED[name].map((fault) => ({ fault, lasts: FAULTS[fault].lasts ?? false })),
    faults: server.faults.flatMap(({ fault, times = null }) => {
      const known = nameOf(fault);
      return known === undefined ? [] : { fault: known, times };
    }),
  };
}

function nameOf(fault: Fault): FaultName | undefined {
  return FAULT_NAMES.find((name) => FAULTS[name].fault === fault);
}
