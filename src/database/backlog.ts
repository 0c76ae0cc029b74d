import { sql, type SqlBool } from 'kysely';

import { type Clock, SECOND_MS } from '../clock.ts';
import type { Queries, Store } from './store.ts';

/** However many processes are asked however often, each reads the database no more often than this. */
const READ_EVERY_MS = 10 * SECOND_MS;

/** What still has to be dealt with, whichever process does it. Ages in ms, of the oldest, 0 when there is none. */
export type Backlog = {
  openClaims: number;
  oldestOpenMs: number;
  parkedClaims: number;
  outboxes: { name: 'posts' | 'rewards' | 'reminders'; due: number; oldestMs: number }[];
};

/** @returns reads the state, or gives what was read a moment ago. Rejects when the database fails. */
export function createBacklogReader(store: Store, clock: Clock): () => Promise<Backlog> {
  let last: { at: number; state: Promise<Backlog> } | undefined;
  return () => {
    if (!last || clock.now() >= last.at + READ_EVERY_MS) {
      const state = store.snapshot((db) => readState(db, store));
      last = { at: clock.now(), state };
    }
    return last.state;
  };
}

/** Each of these counts goes over an index of nothing else. */
async function readState(db: Queries, { now }: Store): Promise<Backlog> {
  const open = await db
    .selectFrom('claims')
    .where('state', '=', 'open')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('opened_at').as('oldest'), now.as('now')])
    .executeTakeFirstOrThrow();
  const parked = await db
    .selectFrom('claims')
    .where('state', '=', 'parked')
    .where('resolved_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const posts = await db
    .selectFrom('posts')
    .where('posted_at', 'is', null)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
    .executeTakeFirstOrThrow();
  const rewards = await db
    .selectFrom('reward_deliveries')
    .where(sql<SqlBool>`state = 'due'`)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
    .executeTakeFirstOrThrow();
  const reminders = await db
    .selectFrom('reminders')
    .where('due_at', '<=', now)
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('due_at').as('oldest')])
    .executeTakeFirstOrThrow();
  return {
    openClaims: open.count,
    oldestOpenMs: age(open.oldest, open.now),
    parkedClaims: parked.count,
    outboxes: [
      { name: 'posts', due: posts.count, oldestMs: age(posts.oldest, open.now) },
      { name: 'rewards', due: rewards.count, oldestMs: age(rewards.oldest, open.now) },
      { name: 'reminders', due: reminders.count, oldestMs: age(reminders.oldest, open.now) },
    ],
  };
}

function age(at: number | null, now: number): number {
  return at === null ? 0 : Math.max(0, now - at);
}
