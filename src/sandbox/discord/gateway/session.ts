import { randomBytes } from 'node:crypto';

import type { WebSocket } from 'ws';

import { shardOf } from '../snowflakes.ts';

export type Shard = readonly [id: number, count: number];

/** A numbered gateway event. */
type Dispatch = { op: 0; t: string; s: number; d: unknown };

const SESSION_ID_BYTES = 16;
const DISPATCHES_KEPT = 1_000;

/** A gateway session. It outlives its sockets, and keeps its dispatches for a resume. */
export class Session {
  readonly id = randomBytes(SESSION_ID_BYTES).toString('hex');
  readonly shard: Shard;
  readonly intents: number;
  socket: WebSocket | undefined;
  readonly #dispatches: Dispatch[] = [];
  #sequence = 0;

  constructor(shard: Shard, intents: number) {
    this.shard = shard;
    this.intents = intents;
  }

  receives(guildId: string, intent: number): boolean {
    const [id, count] = this.shard;
    return shardOf(guildId, count) === id && (intent & this.intents) === intent;
  }

  record(event: string, data: unknown): Dispatch {
    this.#sequence += 1;
    const dispatch: Dispatch = { op: 0, t: event, s: this.#sequence, d: data };
    this.#dispatches.push(dispatch);
    if (this.#dispatches.length > DISPATCHES_KEPT) this.#dispatches.shift();
    return dispatch;
  }

  /** The last dispatch of an event, if still kept. */
  last(event: string): Dispatch | undefined {
    return this.#dispatches.findLast(({ t }) => t === event);
  }

  /** The dispatches after `sequence`, the last one that a client received; undefined once they are dropped. */
  missedSince(sequence: number): Dispatch[] | undefined {
    const oldest = this.#dispatches[0]?.s ?? 1;
    if (sequence > this.#sequence || sequence < oldest - 1) return undefined;
    return this.#dispatches.filter(({ s }) => s > sequence);
  }
}
