import { expect, test } from 'vitest';

import { createBacklogReader } from '../../src/database/backlog.ts';
import { NEEDS_ATTENTION } from '../../src/rewards/store/of-claim.ts';
import { describeOnEachDatabase } from './databases.ts';
import { addRows, CLAIM_ROW } from './rows.ts';
import { openOnClock } from './store-on-clock.ts';

const NOTHING = { due: 0, oldestMs: 0 };

describeOnEachDatabase('the backlog', (open) => {
  test('is what is open, parked and due, and how old the oldest is', async () => {
    const { clock, store } = await openOnClock(open);
    const read = createBacklogReader(store, clock, NEEDS_ATTENTION);
    expect(await read()).toEqual({
      openClaims: NOTHING,
      parkedClaims: NOTHING,
      waitingRewards: { held: NOTHING, parked: NOTHING, failing: NOTHING },
      outboxes: { posts: NOTHING, rewards: NOTHING, reminders: NOTHING },
    });

    const ago = (ms: number) => clock.now() - ms;
    await addRows(store, 'guilds', { id: '1', last_seen_at: 0 });
    const claim = { ...CLAIM_ROW, guild_id: '1' };
    await addRows(
      store,
      'claims',
      { ...claim, id: 'old', state: 'open', opened_at: ago(5_000) },
      { ...claim, id: 'new', state: 'open', playername: 'Alex', opened_at: ago(0) },
      { ...claim, id: 'parked', state: 'parked', playername: 'Ann', opened_at: ago(60_000) },
    );
    const post = { kind: 'notice', guild_id: '1', channel: 'announcements', detail: '{}' } as const;
    await addRows(store, 'posts', { ...post, id: 'posted', created_at: ago(9_000), posted_at: ago(0) });
    await addRows(store, 'posts', { ...post, id: 'old', created_at: ago(2_000) });
    await addRows(store, 'posts', { ...post, id: 'new', created_at: ago(0) });
    const reminder = { guild_id: '1', state: 'on', changed_at: 0, locale: 'fr' } as const;
    await addRows(
      store,
      'reminders',
      { ...reminder, user_id: 'ada', due_at: ago(3_000) },
      { ...reminder, user_id: 'bob', due_at: ago(-60_000) },
      { ...reminder, user_id: 'eve', due_at: null },
    );

    // What was read a moment ago is not read again.
    expect((await read()).openClaims).toEqual(NOTHING);
    await clock.advance(10_000);
    expect(await read()).toMatchObject({ openClaims: { due: 2, oldestMs: 15_000 }, parkedClaims: { due: 1 } });
    const { outboxes } = await read();
    expect(outboxes.posts).toEqual({ due: 2, oldestMs: 12_000 });
    expect(outboxes.reminders).toEqual({ due: 1, oldestMs: 13_000 });
  });
});
