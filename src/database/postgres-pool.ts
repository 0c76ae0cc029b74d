import { type LookupFunction, Socket, type SocketConnectOpts } from 'node:net';

import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';

import { SECOND_MS, systemClock } from '../work/clock.ts';
import { begins, queryTogether, type Statement } from './postgres-together.ts';
import { areUnawaited } from './prepared.ts';

/** Each address of a host name but the last; Node would give it 250 ms, which a far one needs. */
export const ADDRESS_TIMEOUT_MS = SECOND_MS;
/** For a dead address and then a server that has to wake, or one far away with TLS: seven times 300 ms there and back. */
export const CONNECT_TIMEOUT_MS = 3 * SECOND_MS;
export const SILENT_AFTER_MS = 3 * SECOND_MS;
/**
 * After these answers a connection is of no use (PostgreSQL's documentation, appendix A): it is broken, the server is
 * about to close it, or it leads to a server that only reads, and another may have taken its place.
 */
const USELESS_AFTER = /^(?:08|57P|25006$)/;

/**
 * A pool that closes each connection of no use as soon as whoever has it gives it back. Those opened before it lead
 * the same way and are not used any more: they may be dead too. pg's own pool would hand out a connection with an
 * unanswered statement again, and before all others.
 */
export function createLivingPool(
  options: Omit<pg.PoolConfig, 'stream' | 'connectionTimeoutMillis'>,
  { lookup, pulse = createPulse() }: { lookup?: LookupFunction | undefined; pulse?: Pulse } = {},
): PostgresPool {
  const pool = new pg.Pool({
    ...options,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    stream: () => createSocket(lookup),
  });
  // Without listeners a connection that breaks would end the process. The pool replaces an idle one.
  pool.on('error', () => undefined);
  // One that is in use fails its query.
  pool.on('connect', (client) => client.on('error', () => undefined));

  let generation = 0;
  const generations = new WeakMap<pg.PoolClient, number>();

  async function acquire(): Promise<{ client: pg.PoolClient; isNew: boolean }> {
    for (;;) {
      const client = await pool.connect();
      const isNew = !generations.has(client);
      if (isNew) generations.set(client, generation);
      if (!isOutdated(client)) return { client, isNew };
      client.release(true);
    }
  }

  const generationOf = (client: pg.PoolClient) => generations.get(client) ?? 0;
  const isOutdated = (client: pg.PoolClient) => generationOf(client) < generation;

  async function connect(): Promise<PostgresPoolClient> {
    const { client, isNew } = await acquire().catch((error: unknown) => {
      pulse.unanswered();
      throw error;
    });
    let end: { reason: unknown } | undefined;
    /** goes with the next statement of a transaction; undefined outside of one */
    let held: Statement[] | undefined;

    async function query(text: string, values: unknown[]): Promise<Pick<pg.QueryResult, 'rows'>> {
      // Kysely's ROLLBACK would wait as long as the statement before it.
      if (end) throw end.reason;
      const statement = { text, values };
      if (begins(statement)) held = [];
      if (held && (begins(statement) || areUnawaited(values))) {
        held.push(statement);
        return { rows: [] };
      }
      let before = held?.splice(0) ?? [];
      if (text === 'commit' || text === 'rollback') held = undefined;
      if (text === 'rollback') {
        // Nothing of the transaction has been sent.
        if (before.some(begins)) return { rows: [] };
        before = [];
      }
      try {
        const result = await (before.length === 0
          ? client.query(text, values)
          : queryTogether(client, before, statement));
        pulse.answered();
        return result;
      } catch (error) {
        if (isAnswer(error)) {
          pulse.answered();
        } else {
          end = { reason: error };
          pulse.unanswered();
          // A new connection says nothing about the others, since the next one would be no better.
          if (!isNew) generation = Math.max(generation, generationOf(client) + 1);
        }
        throw error;
      }
    }

    return {
      // No cursor is used.
      query: query as unknown as PostgresPoolClient['query'],
      release: (isUseless = false) => {
        client.release(isUseless || end !== undefined || isOutdated(client));
      },
    };
  }

  return { connect, end: () => pool.end(), options: pool.options };
}

/** Whether the database answered, and the connection is good for another statement. */
function isAnswer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !USELESS_AFTER.test(error.code ?? '');
}

/** pg connects by a port and a host, or by the path of a socket, and has no option for the rest. */
function createSocket(lookup: LookupFunction | undefined): Socket {
  const socket = new Socket();
  const connect = socket.connect.bind(socket) as (options: SocketConnectOpts) => Socket;
  const connectTo = (target: number | string, host?: string) =>
    connect(
      typeof target === 'string'
        ? { path: target }
        : { port: target, host, lookup, autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS },
    );
  return Object.assign(socket, { connect: connectTo });
}

export type Pulse = ReturnType<typeof createPulse>;

/** Whether a database answers, by its answers and by those that did not come. */
export function createPulse(monotonic = systemClock.monotonic) {
  let answeredAt = Number.NEGATIVE_INFINITY;
  /** from the first to the last that was not answered since the last answer */
  let silence: { from: number; to: number } | undefined;
  return {
    answered(): void {
      answeredAt = monotonic();
      silence = undefined;
    },
    unanswered(): void {
      const to = monotonic();
      silence = { from: silence?.from ?? to, to };
    },
    /** Whether nobody who asked for some seconds was answered. A single failure says nothing, however long ago. */
    isSilent: (): boolean => silence !== undefined && silence.to - silence.from >= SILENT_AFTER_MS,
    /** Whether somebody was not answered since then, and nobody was. @param time - by the same clock */
    isSilentSince: (time: number): boolean => silence !== undefined && silence.to > time && answeredAt < time,
  };
}
