import { type RawBuilder, sql } from 'kysely';

import { type Clock, SECOND_MS } from '../work/clock.ts';
import type { Queries, Store } from './store.ts';

/** The least time between two reads of a process, however often it is asked. */
const READ_EVERY_MS = 10 * SECOND_MS;

/** What all processes together still have to do. Ages in ms, of the oldest, 0 when there is none. */
export type Backlog = {
  openClaims: number;
  oldestOpenMs: number;
  parkedClaims: number;
  outboxes: { name: 'posts' | 'rewards' | 'reminders'; due: number; oldestMs: number }[];
};

/** @returns a function that rejects when the database fails */
export function createBacklogReader(store: Store, clock: Clock): () => Promise<Backlog> {
  let last: { at: number; backlog: Promise<Backlog> } | undefined;
  return () => {
    if (!last || clock.now() >= last.at + READ_EVERY_MS) {
      last = { at: clock.now(), backlog: store.snapshot((db) => readBacklog(db, store)) };
    }
    return last.backlog;
  };
}

async function readBacklog(db: Queries, { now }: Store): Promise<Backlog> {
  /** @param rows - a table and a condition, with literals so that a partial index can serve it */
  async function count(rows: RawBuilder<unknown>, since: string): Promise<{ due: number; oldestMs: number }> {
    const {
      rows: [counted],
    } = await sql<{ due: number; ageMs: number | null }>`
      select count(*) as due, ${now} - min(${sql.ref(since)}) as "ageMs" from ${rows}`.execute(db);
    return { due: counted?.due ?? 0, oldestMs: Math.max(0, counted?.ageMs ?? 0) };
  }

  const open = await count(sql`claims where state = 'open'`, 'opened_at');
  const parked = await count(sql`claims where state = 'parked' and resolved_at is null`, 'opened_at');
  return {
    openClaims: open.due,
    oldestOpenMs: open.oldestMs,
    parkedClaims: parked.due,
    outboxes: [
      { name: 'posts', ...(await count(sql`posts where posted_at is null`, 'created_at')) },
      { name: 'rewards', ...(await count(sql`reward_deliveries where state = 'due'`, 'created_at')) },
      { name: 'reminders', ...(await count(sql`reminders where due_at <= ${now}`, 'due_at')) },
    ],
  };
}
