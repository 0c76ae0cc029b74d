import { type RawBuilder, sql } from 'kysely';

import { type Clock, SECOND_MS } from '../work/clock.ts';
import type { Queries, Store } from './store.ts';

/** The least time between two reads of a process, however often it is asked. */
const READ_EVERY_MS = 10 * SECOND_MS;

/** Conditions on `reward_deliveries`: which of them wait for somebody, by the reason. */
type WaitingRewards = Readonly<Record<'held' | 'parked' | 'failing', RawBuilder<unknown>>>;

/** What all processes together still have to do, and how old the oldest of it is, in ms; 0 when there is none. */
export type Backlog = Awaited<ReturnType<typeof readBacklog>>;

/** @returns a function that rejects when the database fails */
export function createBacklogReader(store: Store, clock: Clock, waiting: WaitingRewards): () => Promise<Backlog> {
  let last: { at: number; backlog: Promise<Backlog> } | undefined;
  return () => {
    if (!last || clock.now() >= last.at + READ_EVERY_MS) {
      last = { at: clock.now(), backlog: store.snapshot((db) => readBacklog(db, store, waiting)) };
    }
    return last.backlog;
  };
}

async function readBacklog(db: Queries, { now }: Store, waiting: WaitingRewards) {
  /** @param what - a table and a condition, with literals so that a partial index can serve it */
  async function count(what: RawBuilder<unknown>, dueColumn: string) {
    const { rows } = await sql<{ due: number; ageMs: number | null }>`
      select count(*) as due, ${now} - min(${sql.ref(dueColumn)}) as "ageMs" from ${what}`.execute(db);
    const [counted] = rows;
    return { due: counted?.due ?? 0, oldestMs: Math.max(0, counted?.ageMs ?? 0) };
  }

  return {
    openClaims: await count(sql`claims where state = 'open'`, 'opened_at'),
    parkedClaims: await count(sql`claims where state = 'parked' and resolved_at is null`, 'opened_at'),
    waitingRewards: {
      held: await count(sql`reward_deliveries where ${waiting.held}`, 'created_at'),
      parked: await count(sql`reward_deliveries where ${waiting.parked}`, 'created_at'),
      failing: await count(sql`reward_deliveries where ${waiting.failing}`, 'created_at'),
    },
    outboxes: {
      posts: await count(
        sql`(select coalesce(arrived_at, created_at) as due_at from posts where posted_at is null) as due`,
        'due_at',
      ),
      rewards: await count(sql`reward_deliveries where state = 'due'`, 'created_at'),
      reminders: await count(
        sql`(select due_at from reminders where due_at <= ${now}
          union all select direct_at from claim_requests where direct_at <= ${now}) as due`,
        'due_at',
      ),
    },
  };
}
