import { expect, test } from 'vitest';

import { createBacklogReader } from '../../src/database/backlog.ts';
import { NEEDS_ATTENTION } from '../../src/rewards/store/of-claim.ts';
import { createManualClock } from '../manual-clock.ts';
import { describeOnEachDatabase } from './databases.ts';
import { onClock } from './store-on-clock.ts';

const CLAIM = {
  reference: 'AAAAAAAA',
  guild_id: '1',
  credential_id: 'credential',
  folded_name: 'steve',
  lease_until: 0,
  retry_at: 0,
};

const NOTHING = { due: 0, oldestMs: 0 };

describeOnEachDatabase('the backlog', (open) => {
  test('is what is open, parked and due, and how old the oldest is', async () => {
    const clock = createManualClock();
    const store = onClock(await open(), clock.now);
    const read = createBacklogReader(store, clock, NEEDS_ATTENTION);
    expect(await read()).toEqual({
      openClaims: NOTHING,
      parkedClaims: NOTHING,
      waitingRewards: { held: NOTHING, parked: NOTHING, failing: NOTHING },
      outboxes: { posts: NOTHING, rewards: NOTHING, reminders: NOTHING },
    });

    const claims = [
      { id: 'old', state: 'open', playername: 'Steve', opened_at: clock.now() - 5_000 },
      { id: 'new', state: 'open', playername: 'Alex', opened_at: clock.now() },
      { id: 'parked', state: 'parked', playername: 'Ann', opened_at: clock.now() - 60_000 },
    ] as const;
    await store.write(async (db) => {
      await db.insertInto('guilds').values({ id: '1', last_seen_at: 0 }).execute();
      await db
        .insertInto('claims')
        .values(claims.map((claim) => ({ ...CLAIM, epoch: 1, ...claim })))
        .execute();
      const post = { kind: 'notice', guild_id: '1', channel: 'announcements', detail: '{}' } as const;
      await db
        .insertInto('posts')
        .values([
          { id: 'posted', ...post, created_at: clock.now() - 9_000, posted_at: clock.now() },
          { id: 'old', ...post, created_at: clock.now() - 2_000 },
          { id: 'new', ...post, created_at: clock.now() },
        ])
        .execute();
      const reminder = { guild_id: '1', state: 'on', changed_at: 0, locale: 'fr' } as const;
      await db
        .insertInto('reminders')
        .values([
          { user_id: 'ada', ...reminder, due_at: clock.now() - 3_000 },
          { user_id: 'bob', ...reminder, due_at: clock.now() + 60_000 },
          { user_id: 'eve', ...reminder, due_at: null },
        ])
        .execute();
    });

    // What was read a moment ago is not read again.
    expect((await read()).openClaims).toEqual(NOTHING);
    await clock.advance(10_000);
    expect(await read()).toMatchObject({ openClaims: { due: 2, oldestMs: 15_000 }, parkedClaims: { due: 1 } });
    const { outboxes } = await read();
    expect(outboxes.posts).toEqual({ due: 2, oldestMs: 12_000 });
    expect(outboxes.reminders).toEqual({ due: 1, oldestMs: 13_000 });
  });
});
