import type { Queries, Store } from '../../database/store.ts';
import type { Member } from '../../member.ts';
import type { PastDecision, TestVote } from '../hook.ts';

const TESTS_SHOWN = 5;

/** Records what a moderator decided about a claim's messages, within the transaction that acts on it. */
export async function recordDecisions(
  db: Queries,
  { now }: Pick<Store, 'now'>,
  { guildId, userId }: Member,
  { claimId, kind, hookNumbers }: { claimId: string; kind: PastDecision['kind']; hookNumbers: readonly number[] },
): Promise<void> {
  if (hookNumbers.length === 0) return;
  const decision = { guild_id: guildId, claim_id: claimId, kind, user_id: userId, at: now };
  const rows = hookNumbers.map((hook_number) => ({ ...decision, hook_number }));
  await db.insertInto('reward_decisions').values(rows).execute();
}

export async function countDecisions(db: Queries, claimId: string): Promise<number> {
  const decisions = db.selectFrom('reward_decisions').where('claim_id', '=', claimId);
  const { count } = await decisions.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return count;
}

/** What moderators decided about claims, within the caller's snapshot. @returns it by the claim's id, the oldest first */
export async function decisionsOf(
  db: Queries,
  claimIds: readonly string[],
): Promise<Map<string | null, PastDecision[]>> {
  const rows = await db
    .selectFrom('reward_decisions')
    .select(['claim_id', 'hook_number as hookNumber', 'kind', 'user_id', 'at'])
    .where('claim_id', 'in', claimIds)
    .orderBy('id')
    .$narrowType<{ kind: PastDecision['kind'] }>()
    .execute();
  const byClaim = Map.groupBy(rows, ({ claim_id }) => claim_id).entries();
  return new Map(
    byClaim.map(([claimId, found]) => [
      claimId,
      found.map(({ hookNumber, kind, user_id: by, at }) => ({ hookNumber, kind, by: by ?? undefined, at })),
    ]),
  );
}

/** Test votes of guilds. Each function is one transaction. */
export function createTestVotes(store: Store) {
  return {
    record: ({ guildId, userId }: Member, { hookNumber, playername }: Omit<TestVote, 'by' | 'at'>): Promise<void> =>
      store.write(async (db) => {
        const test = { guild_id: guildId, hook_number: hookNumber, kind: 'tested' as const };
        await db
          .insertInto('reward_decisions')
          .values({ ...test, user_id: userId, test_name: playername, at: store.now })
          .execute();
      }),

    /** The newest first, so many as are shown. */
    newest: (guildId: string): Promise<TestVote[]> =>
      store.read(async (db) => {
        const rows = await db
          .selectFrom('reward_decisions')
          .select(['hook_number', 'test_name', 'user_id', 'at'])
          .where('guild_id', '=', guildId)
          .where('claim_id', 'is', null)
          .orderBy('id', 'desc')
          .limit(TESTS_SHOWN)
          .execute();
        return rows.map(({ hook_number: hookNumber, test_name, user_id, at }) => {
          return { hookNumber, playername: test_name ?? '', by: user_id ?? undefined, at };
        });
      }),
  };
}

export type TestVotes = ReturnType<typeof createTestVotes>;
