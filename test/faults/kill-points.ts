import diagnostics from 'node:diagnostics_channel';

import type { ClaimLedger } from '../../src/claims/store/ledger.ts';
import type { Deliveries } from '../../src/rewards/store/deliveries.ts';
import type { ClaimParts } from '../../src/services.ts';

/** Every call that crosses the wire, by where it goes. */
const CALLS = {
  ack: ['POST', /\/callback$/],
  post: ['POST', /\/votes\/claim$/],
  edit: ['PATCH', /\/messages\/(?:@|%40)original$/],
  'follow-up': ['POST', /\/webhooks\/\d+\/[^/]+$/],
  announcement: ['POST', /\/channels\/\d+\/messages$/],
  delivery: ['POST', /^\/rewards$/],
} as const satisfies Record<string, readonly [method: string, path: RegExp]>;

/** The moments at which the process may die. Each has to be reached and killed at in every run. */
export const KILL_POINTS = [
  'before ack',
  'after ack',
  'before admit',
  'after admit',
  'before acknowledging',
  'after acknowledging',
  'before abandon',
  'after abandon',
  'before attempt row',
  'after attempt row',
  'before post',
  'after post',
  'before attempt end',
  'after attempt end',
  'before settling',
  'after settling',
  'before close',
  'after close',
  'before park',
  'after park',
  'before release',
  'after release',
  'before edit',
  'after edit',
  'before marking',
  'after marking',
  'after take-over',
  'taken over, before attempt row',
  'taken over, after attempt row',
  'taken over, before settling',
  'taken over, after settling',
  'taken over, before close',
  'taken over, after close',
  'before announcement',
  'after announcement',
  'before follow-up',
  'after follow-up',
  'before taking hooks',
  'after taking hooks',
  'before delivery',
  'after delivery',
  'before recording delivery',
  'after recording delivery',
  'before giving hook back',
  'after giving hook back',
] as const;
export type KillPoint = (typeof KILL_POINTS)[number];

/** The process dies when a point is reached for the n-th time. */
export type Arm = { point: KillPoint; times: number };

type Reach = (point: string) => void;

/**
 * @returns what to call at each point: it kills the process there and then, with no chance to clean up, where an arm
 * says so
 */
export function createReach(arms: () => readonly Arm[], notify: (point: KillPoint) => void): Reach {
  const reached = new Map<string, number>();
  return (point) => {
    const times = (reached.get(point) ?? 0) + 1;
    reached.set(point, times);
    const armed = arms().find((arm) => arm.point === point && arm.times <= times);
    if (!armed) return;
    notify(armed.point);
    process.kill(process.pid, 'SIGKILL');
  };
}

/** Reaches the points before a call is sent and after its answer arrived, for Discord, the main service and the game server. */
export function watchCalls(reach: Reach): void {
  type Message = { request: { method: string; path: string } };
  const at = (when: string) => (message: unknown) => {
    const { method, path } = (message as Message).request;
    for (const [call, [wanted, pattern]] of Object.entries(CALLS)) {
      if (method === wanted && pattern.test(path.split('?')[0] ?? '')) reach(`${when} ${call}`);
    }
  };
  diagnostics.subscribe('undici:request:create', at('before'));
  diagnostics.subscribe('undici:request:headers', at('after'));
}

/** Reaches the points around each step of the ledger, and of the delivery of rewards. */
export function withReach({ ledger, deliveries, ...parts }: ClaimParts, reach: Reach): ClaimParts {
  const takenOver = new Set<string>();
  const around = async <T>(name: string, work: () => Promise<T>, claimId?: string): Promise<T> => {
    const names = claimId !== undefined && takenOver.has(claimId) ? [name, `taken over, ${name}`] : [name];
    for (const one of names) reach(one.replace('~', 'before'));
    const value = await work();
    for (const one of names) reach(one.replace('~', 'after'));
    return value;
  };
  const watched: ClaimLedger = {
    ...ledger,
    admit: (request) => around('~ admit', () => ledger.admit(request)),
    acknowledge: (request) => around('~ acknowledging', () => ledger.acknowledge(request)),
    abandon: (claim, known) => around('~ abandon', () => ledger.abandon(claim, known)),
    startAttempt: (claim) => around('~ attempt row', () => ledger.startAttempt(claim), claim.id),
    endAttempt: (attempt, outcome) => around('~ attempt end', () => ledger.endAttempt(attempt, outcome)),
    settle: (claim, attempt, outcome) => around('~ settling', () => ledger.settle(claim, attempt, outcome), claim.id),
    close: (claim, verdict) =>
      around(verdict.kind === 'pending' ? '~ park' : '~ close', () => ledger.close(claim, verdict), claim.id),
    release: (claim, retryInMs) => around('~ release', () => ledger.release(claim, retryInMs)),
    markTold: (requestId, verdict) => around('~ marking', () => ledger.markTold(requestId, verdict)),
    takeOver: async () => {
      const claims = await ledger.takeOver();
      for (const { id } of claims) takenOver.add(id);
      if (claims.length > 0) reach('after take-over');
      return claims;
    },
  };
  const watchedDeliveries: Deliveries = {
    ...deliveries,
    takeHooks: async (health, max) => {
      reach('before taking hooks');
      const hooks = await deliveries.takeHooks(health, max);
      if (hooks.length > 0) reach('after taking hooks');
      return hooks;
    },
    record: (delivery, sent) => around('~ recording delivery', () => deliveries.record(delivery, sent)),
    release: (hookId) => around('~ giving hook back', () => deliveries.release(hookId)),
  };
  return { ...parts, ledger: watched, deliveries: watchedDeliveries };
}
