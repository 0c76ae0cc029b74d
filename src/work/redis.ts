import { createClient } from '@keyv/redis';

import type { Secret } from '../secret.ts';
import { type Clock, nextTurn, withinTime } from './clock.ts';
import { LateError } from './errors.ts';
import type { Log } from './log.ts';

/** How long a caller waits for Redis before it goes on without. */
export const REDIS_PATIENCE_MS = 50;
const CONNECT_TIMEOUT_MS = 2_000;
const RECONNECT_STEP_MS = 100;
const MAX_RECONNECT_MS = 2_000;
/** Detects a server that hangs, so that commands for it do not pile up. */
const PING_EVERY_MS = 2_000;
const SILENT_FOR_MS = 5_000;

/** How Redis refuses writes (its documentation, "Redis serialization protocol", "Simple errors"), and what to do. */
const REFUSALS: readonly [RegExp, mend: string][] = [
  [/\bREADONLY\b/, 'give REDIS_URL the address of the primary: this is a replica, which only reads'],
  [/\bOOM\b/, 'give Redis more memory (maxmemory), or let it drop old keys: maxmemory-policy volatile-lru'],
  [
    /\bMISCONF\b/,
    "let Redis write its snapshots: its log says why it cannot, often a full disk. A cache needs none: save ''",
  ],
  [/\bNOREPLICAS\b/, 'bring its replicas back, or set min-replicas-to-write to 0'],
  [/\bNOPERM\b/, 'let its user run all commands on keys that begin with planvote: (ACL SETUSER)'],
];
/** A replica may have been the primary: another connection may lead to the new one. */
const LEFT_AGAIN_AFTER_MS = 30_000;

/** Other programs may use the same database. */
const KEY_PREFIX = 'planvote';
type SharedKind = 'interaction' | 'limit' | 'list' | 'lists' | 'opened' | 'plan';

export type Redis = ReturnType<typeof openRedis>;

/**
 * Redis, which the processes of a bot share. It may be away or slow at any time, and nothing may fail because of that.
 * Connects in the background, and again whenever the connection is lost; meanwhile commands fail at once. The log says
 * once that Redis is away, and once that it is back; the same of one that takes no writes.
 */
export function openRedis(redisUrl: Secret, { clock, log }: { clock: Clock; log: Log }) {
  const client = createClient({
    url: redisUrl.reveal(),
    disableOfflineQueue: true,
    pingInterval: PING_EVERY_MS,
    socket: {
      connectTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SILENT_FOR_MS,
      reconnectStrategy: (attempts) => Math.min(attempts * RECONNECT_STEP_MS, MAX_RECONNECT_MS),
    },
  });
  let reachable = true;
  let takesWrites = true;
  let leftAt = Number.NEGATIVE_INFINITY;
  client.on('ready', () => {
    // Of one that was left, the log has said why.
    if (!reachable || takesWrites) log.info('connected to Redis');
    reachable = true;
  });
  client.on('error', (error: unknown) => {
    if (reachable && !takesWrites) return;
    if (reachable) log.warn({ err: error }, 'Redis is not reachable, going on without it');
    reachable = false;
  });
  // Rejects only when it is closed before the first connection; other failures are an `error`.
  client.connect().catch(() => undefined);

  // An answer that came while this process was busy is read before the caller gives up.
  const patience: Clock = { ...clock, sleep: (ms, signal) => clock.sleep(ms, signal).then(nextTurn) };

  /** Says once that Redis takes no writes, and that it does again. A read shows neither. */
  function noteWrite(error?: unknown): void {
    const [, mend] = REFUSALS.find(([refusal]) => error instanceof Error && refusal.test(error.message)) ?? [];
    if (error === undefined && !takesWrites) log.info('Redis takes writes again');
    if (error === undefined) takesWrites = true;
    if (mend === undefined) return;
    if (takesWrites) log.warn({ mend, err: error }, 'Redis takes no writes, going on without it');
    takesWrites = false;
    if (clock.monotonic() - leftAt < LEFT_AGAIN_AFTER_MS) return;
    leftAt = clock.monotonic();
    // Redis closes the connection, and the client opens another.
    client.sendCommand(['QUIT']).catch(() => undefined);
  }

  /** @throws when Redis is away, refuses the command, or does not answer within {@link REDIS_PATIENCE_MS} */
  async function patiently<T>(command: Promise<T>): Promise<T> {
    const inTime = command.then((value) => ({ value }));
    const answer = await withinTime(inTime, REDIS_PATIENCE_MS, patience);
    if (!answer) throw new LateError('Redis did not answer in time');
    return answer.value;
  }

  return {
    client,
    keyOf: (kind: SharedKind, ...parts: readonly string[]): string => [KEY_PREFIX, kind, ...parts].join(':'),
    patiently,
    /** As `patiently`, for a command that writes. */
    write<T>(command: Promise<T>): Promise<T> {
      command.then(() => {
        noteWrite();
      }, noteWrite);
      return patiently(command);
    },
    /** Does not wait for commands under way: they may be lost. */
    close(): Promise<void> {
      if (client.isOpen) client.destroy();
      return Promise.resolve();
    },
  };
}
