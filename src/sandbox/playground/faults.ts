import type { Fault, LoopbackServer } from '../loopback-server.ts';
import type { FaultName, Host, HostName } from './protocol.ts';

const SLOW_MS = 1_500;
const RETRY_AFTER_SECONDS = '30';
const ELSEWHERE = 'https://elsewhere.example/rewards';

const TITLES: Record<HostName, string> = {
  identity: 'Identity service',
  main: 'Main service',
  game: 'Game server',
};

/** `lasts`: it cannot be counted by requests. */
const FAULTS: Record<FaultName, { fault: Fault; about: string; lasts?: true }> = {
  slow: { fault: { kind: 'latency', ms: SLOW_MS }, about: 'answers after a second and a half' },
  hang: { fault: { kind: 'hang' }, about: 'takes the request and never answers' },
  lost: { fault: { kind: 'lost-answer' }, about: 'does what it is asked, and the answer is lost' },
  reset: { fault: { kind: 'reset' }, about: 'cuts the connection before it does anything' },
  garbage: { fault: { kind: 'garbage' }, about: 'does what it is asked, and answers nonsense' },
  down: { fault: { kind: 'status', status: 503 }, about: 'answers 503: it is down' },
  busy: {
    fault: { kind: 'status', status: 429, headers: { 'retry-after': RETRY_AFTER_SECONDS } },
    about: `answers 429: too many requests, again in ${RETRY_AFTER_SECONDS} seconds`,
  },
  forbidden: { fault: { kind: 'status', status: 403 }, about: 'answers 403: the request is forbidden' },
  'bad-token': { fault: { kind: 'status', status: 401 }, about: 'answers 401: the credential is not accepted' },
  off: { fault: { kind: 'off' }, about: 'is switched off: connections are refused', lasts: true },
  error: { fault: { kind: 'status', status: 500 }, about: 'answers 500: something went wrong there' },
  gone: { fault: { kind: 'status', status: 410 }, about: 'answers 410: it wants no more messages' },
  moved: {
    fault: { kind: 'status', status: 302, headers: { location: ELSEWHERE } },
    about: 'answers 302: it wants to be asked elsewhere',
  },
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
  game: ['slow', 'hang', 'lost', 'off', 'error', 'busy', 'gone', 'moved'],
};

/**
 * Switches a fault of a host on.
 *
 * @param times - how many requests it strikes, null for all until the host is healed.
 */
export function switchOn(server: LoopbackServer, name: FaultName, times: number | null): void {
  const { fault, lasts } = FAULTS[name];
  server.inject(fault, times === null || lasts ? {} : { times });
}

/** A fault by the name under which it is switched on; one that no viewer can switch on, by its kind. */
export function faultTitle(fault: Fault): string {
  return nameOf(fault) ?? fault.kind;
}

/** A host with the faults it offers and those that are on. */
export function describeHost(name: HostName, server: LoopbackServer): Host {
  return {
    name,
    title: TITLES[name],
    offered: OFFERED[name].map((fault) => {
      const { about, lasts = false } = FAULTS[fault];
      return { fault, about, lasts };
    }),
    faults: server.faults.flatMap(({ fault, times = null }) => {
      const known = nameOf(fault);
      return known === undefined ? [] : { fault: known, times };
    }),
  };
}

function nameOf(fault: Fault): FaultName | undefined {
  return FAULT_NAMES.find((name) => FAULTS[name].fault === fault);
}
