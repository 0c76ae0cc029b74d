import { spawn } from 'node:child_process';
import diagnostics from 'node:diagnostics_channel';

import type { ClaimLedger } from '../../src/claims/store/ledger.ts';
import type { Messenger } from '../../src/discord/outgoing/messenger.ts';
import type { ReminderQueue } from '../../src/reminders/store/queue.ts';
import type { Deliveries } from '../../src/rewards/store/deliveries.ts';
import type { RoleGrants } from '../../src/rewards/store/role-grants.ts';
import { SECOND_MS } from '../../src/work/clock.ts';
import type { Watch } from './parts.ts';
import type { Patch } from './patches.ts';

/** Every call that crosses the wire, by where it goes. */
const CALLS = {
  ack: ['POST', /\/callback$/],
  post: ['POST', /\/votes\/claim$/],
  edit: ['PATCH', /\/messages\/(?:@|%40)original$/],
  'follow-up': ['POST', /\/webhooks\/\d+\/[^/]+$/],
  delivery: ['POST', /^\/rewards$/],
  'giving role': ['PUT', /\/members\/\d+\/roles\/\d+$/],
  'taking role': ['DELETE', /\/members\/\d+\/roles\/\d+$/],
} as const satisfies Record<string, readonly [method: string, path: RegExp]>;

/** What the process may die before and after. */
const PASSED = {
  'by every claim': ['ack', 'admit', 'attempt row', 'post', 'settling', 'edit', 'marking'],
  'by some claims': [
    'acknowledging',
    'abandon',
    'attempt end',
    'close',
    'park',
    'release',
    'announcement',
    'follow-up',
  ],
  'by claims that were taken over': ['attempt row, taken over', 'settling, taken over', 'close, taken over'],
  'by webhooks': ['taking hooks', 'delivery', 'recording delivery', 'giving hook back'],
  'by what else a grant is followed by': ['vote row', 'recording vote', 'goal post', 'giving role', 'taking role'],
  'by reminders': ['reminder'],
} as const;
/** Reached within a transaction. */
export const WITHIN = 'granted, before commit';
const ENDS = ['after take-over', 'after taking reminder', 'after recording reminder', 'after recording role'] as const;

const sidesOf = <Name extends string>(names: readonly Name[]) =>
  names.flatMap((name) => [`before ${name}`, `after ${name}`] as const);
export const COMMON = sidesOf(PASSED['by every claim']);
/** The moments at which the process may die. */
export const KILL_POINTS = [...Object.values(PASSED).flatMap(sidesOf), WITHIN, ...ENDS] as const;
export type KillPoint = (typeof KILL_POINTS)[number];

/** The process dies when a point is reached for the n-th time, or is stopped there and goes on after `stoppedMs`. */
export type Arm = { point: KillPoint; times: number; stoppedMs?: number };
/** What becomes of a process at a point. Times in ms, `at` since the epoch. */
export type Blow = { dies: KillPoint } | { stops: KillPoint; at: number; ms: number };

/** The posts that have points of their own. */
const POSTS: Readonly<Record<string, string | undefined>> = { announcement: 'announcement', goal: 'goal post' };

type Reach = (point: string) => unknown;

const WITHIN_CHANNEL = 'fault proof: within a transaction';

/** What has no name of its own in the source: the moment at which all that a grant is followed by is written. */
export const MARKED: readonly Patch[] = [
  [
    'src/claims/store/attempts.ts',
    'await followVerdicts(db, store, closed);',
    `await followVerdicts(db, store, closed);
      if (closed.some(({ verdict }) => verdict.kind === 'granted'))
        process.getBuiltinModule('node:diagnostics_channel').channel('${WITHIN_CHANNEL}').publish({});`,
  ],
];

/** @returns what to call at each point. @param befall - called where an arm says so */
export function createReach(arms: () => readonly Arm[], befall: (arm: Arm) => unknown): Reach {
  const reached = new Map<string, number>();
  const done = new Set<Arm>();
  return (point) => {
    const times = (reached.get(point) ?? 0) + 1;
    reached.set(point, times);
    const armed = arms().find((arm) => arm.point === point && arm.times <= times && !done.has(arm));
    if (!armed) return undefined;
    done.add(armed);
    return befall(armed);
  };
}

/** Kills the process there and then, with no chance to clean up, or stops it as suddenly. */
export function suffer({ point, stoppedMs }: Arm, notify: (blow: Blow) => void): void {
  if (stoppedMs === undefined) {
    notify({ dies: point });
    process.kill(process.pid, 'SIGKILL');
  } else {
    notify({ stops: point, at: Date.now(), ms: stoppedMs });
    stop(stoppedMs);
  }
}

/** A process that is stopped cannot wake itself up. */
function stop(ms: number): void {
  const wake = `sleep ${ms / SECOND_MS}; kill -CONT ${process.pid}`;
  spawn('sh', ['-c', wake], { detached: true, stdio: 'ignore' }).unref();
  process.kill(process.pid, 'SIGSTOP');
}

/**
 * Reaches the points before a call is sent and after its answer arrived, for Discord, the main service and the game
 * server, and that within a transaction.
 */
export function watchCalls(reach: Reach): void {
  type Message = { request: { method: string; path: string } };
  const at = (when: string) => (message: unknown) => {
    const { method, path } = (message as Message).request;
    for (const [call, [wanted, pattern]] of Object.entries(CALLS)) {
      if (method === wanted && pattern.test(path.split('?')[0] ?? '')) reach(`${when} ${call}`);
    }
  };
  diagnostics.subscribe(WITHIN_CHANNEL, () => {
    reach(WITHIN);
  });
  diagnostics.subscribe('undici:request:create', at('before'));
  diagnostics.subscribe('undici:request:headers', at('after'));
}

/**
 * Reach the points around each step of the ledger, and of what a grant is followed by.
 *
 * @param onRecovered - called after each round of recovery
 */
export function reaching(reach: Reach, onRecovered: () => void): Watch {
  const takenOver = new Set<string>();
  const around = async <T>(name: string, work: () => Promise<T>, claimId?: string): Promise<T> => {
    const names = claimId !== undefined && takenOver.has(claimId) ? [name, `${name}, taken over`] : [name];
    for (const one of names) await reach(one.replace('~', 'before'));
    const value = await work();
    for (const one of names) await reach(one.replace('~', 'after'));
    return value;
  };
  const watchLedger = (ledger: ClaimLedger): ClaimLedger => ({
    ...ledger,
    admit: (request) => around('~ admit', () => ledger.admit(request)),
    acknowledge: (request) => around('~ acknowledging', () => ledger.acknowledge(request)),
    abandon: (claim, known) => around('~ abandon', () => ledger.abandon(claim, known)),
    startAttempt: (claim, id) => around('~ attempt row', () => ledger.startAttempt(claim, id), claim.id),
    endAttempt: (attempt, outcome) => around('~ attempt end', () => ledger.endAttempt(attempt, outcome)),
    settle: (end) => around('~ settling', () => ledger.settle(end), end.claim.id),
    close: (claim, verdict) =>
      around(verdict.kind === 'pending' ? '~ park' : '~ close', () => ledger.close(claim, verdict), claim.id),
    release: (claim, retryInMs) => around('~ release', () => ledger.release(claim, retryInMs)),
    markTold: (...shown) => around('~ marking', () => ledger.markTold(...shown)),
    takeOver: async () => {
      const claims = await ledger.takeOver();
      for (const { id } of claims) takenOver.add(id);
      if (claims.length > 0) reach('after take-over');
      return claims;
    },
  });
  const watchDeliveries = (deliveries: Deliveries): Deliveries => ({
    ...deliveries,
    takeHooks: async (places) => {
      reach('before taking hooks');
      const hooks = await deliveries.takeHooks(places);
      if (hooks.length > 0) reach('after taking hooks');
      return hooks;
    },
    // The vote is sent between these two.
    begin: (delivery) => around('~ vote row', () => deliveries.begin(delivery)),
    record: (delivery, ...tried) =>
      around(delivery.state === 'sending' ? '~ recording vote' : '~ recording delivery', () =>
        deliveries.record(delivery, ...tried),
      ),
    release: (hookId) => around('~ giving hook back', () => deliveries.release(hookId)),
  });
  const watchMessenger = (messenger: Messenger): Messenger => ({
    ...messenger,
    post: (post, isHeld) => {
      const name = POSTS[post.kind];
      const send = () => messenger.post(post, isHeld);
      return name === undefined ? send() : around(`~ ${name}`, send);
    },
  });
  // It is sent between these two, and nothing else happens there.
  const watchQueue = (reminderQueue: ReminderQueue): ReminderQueue => ({
    ...reminderQueue,
    take: async () => {
      const due = await reminderQueue.take();
      if (due) reach('after taking reminder');
      return due;
    },
    begin: async (due) => {
      const mayBeSent = await reminderQueue.begin(due);
      if (mayBeSent) reach('before reminder');
      return mayBeSent;
    },
    record: async (due, after) => {
      if (after === 'done') reach('after reminder');
      await reminderQueue.record(due, after);
      if (after === 'done') reach('after recording reminder');
    },
  });
  const watchGrants = (roleGrants: RoleGrants): RoleGrants => ({
    ...roleGrants,
    record: async (due, after) => {
      const result = await roleGrants.record(due, after);
      reach('after recording role');
      return result;
    },
  });
  return {
    ledger: watchLedger,
    deliveries: watchDeliveries,
    messenger: watchMessenger,
    reminderQueue: watchQueue,
    roleGrants: watchGrants,
    recovery: (recovery) => ({
      ...recovery,
      claims: (stopping) => recovery.claims(stopping).finally(onRecovered),
    }),
  };
}
