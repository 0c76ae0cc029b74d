import type { Insertable, Updateable } from 'kysely';
import { expect, test } from 'vitest';

import type { Schema } from '../../../src/database/schema.ts';
import type { AfterReminder } from '../../../src/reminders/deciding.ts';
import {
  type DueReminder,
  REMINDER_LEASE_MS,
  SENDING_LASTS_MS,
  SENT_AGAIN_WITHIN_MS,
} from '../../../src/reminders/reminder.ts';
import { createReminderQueue } from '../../../src/reminders/store/queue.ts';
import { createStoredReminders } from '../../../src/reminders/store/reminders.ts';
import { HOUR_MS, SECOND_MS } from '../../../src/work/clock.ts';
import { UNCLEAR_PAUSE_MS } from '../../../src/work/discord-patience.ts';
import { describeOnEachDatabase, type OpenTestStore } from '../../database/databases.ts';
import { addRows, deleteRows, rowsIn, setRows } from '../../database/rows.ts';
import { onClock } from '../../database/store-on-clock.ts';
import { createManualClock } from '../../manual-clock.ts';
import { owedTo } from '../../people/store/owed-to.ts';

const GUILD = '100000000000000001';
const OTHER_GUILD = '100000000000000002';
const HOURS = 24;

async function createScene(open: OpenTestStore) {
  const clock = createManualClock();
  const store = onClock(await open(), clock.now);
  const queue = createReminderQueue(store);
  const stored = createStoredReminders(store);
  await stored.setHours(GUILD, HOURS);
  await stored.setHours(OTHER_GUILD, HOURS);
  const claimedAt = clock.now() - HOURS * HOUR_MS;

  /** Adds one that is due now, unless said. */
  const add = (userId: string, changes: Partial<Insertable<Schema['reminders']>> = {}) =>
    addRows(store, 'reminders', {
      ...{ guild_id: GUILD, user_id: userId, state: 'on', changed_at: 0, locale: 'fr' },
      ...{ claimed_at: claimedAt, due_at: clock.now() },
      ...changes,
    });
  const set = (values: Updateable<Schema['reminders']>) => setRows(store, 'reminders', values);
  const rows = () => rowsIn(store, 'reminders', 'id');
  async function take(): Promise<DueReminder> {
    const due = await queue.take();
    if (!due) throw new Error('nothing is due');
    return due;
  }
  return { clock, store, queue, stored, claimedAt, add, set, rows, take };
}

describeOnEachDatabase('the queue of reminders', (open) => {
  test('has something from the moment on at which it is due, as long as nobody holds it', async () => {
    const { clock, queue, add, take } = await createScene(open);
    expect(await queue.isDue()).toBe(false);
    await add('ada', { due_at: clock.now() + 1 });
    expect([await queue.isDue(), await queue.take()]).toEqual([false, undefined]);
    await clock.advance(1);
    expect(await queue.isDue()).toBe(true);
    await take();
    expect([await queue.isDue(), await queue.take()]).toEqual([false, undefined]);
    await clock.advance(REMINDER_LEASE_MS - 1);
    expect([await queue.isDue(), await queue.take()]).toEqual([false, undefined]);
    await clock.advance(1);
    expect(await queue.isDue()).toBe(true);
    await take();
  });

  test('hands out what is known, now', async () => {
    const { clock, claimedAt, add, take } = await createScene(open);
    const quiet = { quiet_from: 22, quiet_to: 8, time_zone: 'UTC' };
    const begunAt = clock.now() - SECOND_MS;
    await add('ada', { ...quiet, begun_at: begunAt, tries: 3 });
    expect(await take()).toEqual({
      id: expect.any(Number) as number,
      guildId: GUILD,
      userId: 'ada',
      locale: 'fr',
      claimedAt,
      hours: HOURS,
      quiet: { from: 22, to: 8, timeZone: 'UTC' },
      begunAt,
      tries: 3,
      takenAt: clock.now(),
      heldUntil: clock.now() + REMINDER_LEASE_MS,
    });
  });

  test('hands out what may have been sent first, then of each guild in turn what is due for longest', async () => {
    const { clock, stored, add, take } = await createScene(open);
    const now = clock.now();
    await stored.setHours('no reminders', undefined);
    await add('left over', { guild_id: 'no reminders', due_at: now - 99 });
    await add('second', { due_at: now - 2 });
    await add('first', { due_at: now - 3 });
    await add('there', { guild_id: OTHER_GUILD, due_at: now - 1 });
    await add('begun later', { begun_at: now - 1 });
    await add('begun', { begun_at: now - 2 });
    const order: string[] = [];
    for (let one = 0; one < 6; one += 1) {
      await clock.advance(1);
      order.push((await take()).userId);
    }
    expect(order.slice(0, 2)).toEqual(['begun', 'begun later']);
    expect([order.slice(2, 5).includes('there'), order.slice(2, 4).includes('there')]).toEqual([true, true]);
    expect(order.slice(2, 5).filter((userId) => userId !== 'there')).toEqual(['first', 'second']);
    expect(order[5]).toBe('left over');
  });
});

describeOnEachDatabase('a reminder that was taken', (open) => {
  test('may be begun, and again for as long as Discord knows its nonce', async () => {
    const { clock, queue, add, rows, take } = await createScene(open);
    await add('ada');
    const due = await take();
    const begunAt = clock.now();
    expect(await queue.begin(due)).toBe(true);
    await clock.advance(1);
    expect(await queue.begin(due)).toBe(true);
    expect(await rows()).toMatchObject([{ begun_at: begunAt }]);
    await clock.advance(SENT_AGAIN_WITHIN_MS - 2);
    expect(await queue.begin(await take())).toBe(true);
    await clock.advance(1);
    expect(await queue.begin(due)).toBe(false);
  });

  test('may not be begun when the hold is over before it would be sent, or another process has it', async () => {
    const { clock, queue, add, take } = await createScene(open);
    await add('ada');
    const due = await take();
    await clock.advance(REMINDER_LEASE_MS - SENDING_LASTS_MS);
    expect(await queue.begin(due)).toBe(false);
    await clock.advance(SENDING_LASTS_MS);
    const again = await take();
    expect([await queue.begin(due), await queue.begin(again)]).toEqual([false, true]);
  });

  test.each<[string, Updateable<Schema['reminders']>]>([
    ['is off', { state: 'off' }],
    ['follows another claim', { claimed_at: 1 }],
    ['is due no more', { due_at: null }],
  ])('may not be begun, and is left as it is, when it %s by now', async (_what, values) => {
    const { store, queue, add, set, rows, take } = await createScene(open);
    await add('ada');
    const due = await take();
    await set(values);
    const [before] = await rows();
    expect(await queue.begin(due)).toBe(false);
    for (const after of ['done', 'closed', 'unclear', 'forgotten', { until: 5 }] satisfies AfterReminder[])
      await queue.record(due, after);
    expect(await rows()).toEqual([{ ...before, held_until: expect.any(Number) as number }]);
    expect(await owedTo(store, due)).toEqual([]);
  });

  test.each<[AfterReminder, object]>([
    ['done', { state: 'on', due_at: null, begun_at: null, tries: 0, changed_at: 0 }],
    ['dropped', { state: 'on', due_at: null, begun_at: null, tries: 0, done_for: null }],
    [{ until: 5 }, { state: 'on', due_at: 5, tries: 2 }],
  ])('is left as follows after %j', async (after, expected) => {
    const { queue, claimedAt, add, rows, take, store } = await createScene(open);
    await add('ada', { tries: 2 });
    await add('bob');
    const due = await take();
    expect(due.userId).toBe('ada');
    await queue.record(due, after);
    const [ada, bob] = await rows();
    expect(ada).toMatchObject({ ...expected, held_until: 0 });
    expect(ada?.done_for).toBe(after === 'done' ? claimedAt : null);
    expect(bob).toMatchObject({ user_id: 'bob', tries: 0, due_at: expect.any(Number) as number });
    expect(await owedTo(store, due)).toEqual([]);
  });

  test('that rests is due again after that, as if it had not been begun', async () => {
    const { clock, queue, add, rows, take } = await createScene(open);
    await add('ada', { tries: 2 });
    const due = await take();
    await queue.begin(due);
    await queue.record(due, { restsMs: 7_000 });
    expect(await rows()).toMatchObject([{ due_at: clock.now() + 7_000, begun_at: null, tries: 3, held_until: 0 }]);
  });

  test('that is unclear stays due, and is held for a moment', async () => {
    const { clock, queue, add, rows, take } = await createScene(open);
    await add('ada', { tries: 2 });
    const now = clock.now();
    const due = await take();
    await queue.begin(due);
    await queue.record(due, 'unclear');
    expect(await rows()).toMatchObject([
      { due_at: now, begun_at: now, tries: 3, held_until: now + UNCLEAR_PAUSE_MS, done_for: null },
    ]);
  });

  test('that is closed is off, which the member is told until they turn it on or off', async () => {
    const { clock, store, stored, queue, claimedAt, add, rows, take } = await createScene(open);
    const due = { guildId: GUILD, userId: 'ada' };
    for (const turn of [() => stored.turnOn(due, 'fr'), () => stored.turnOff(due)]) {
      await deleteRows(store, 'reminders');
      await add('ada');
      await queue.record(await take(), 'closed');
      expect(await rows()).toMatchObject([
        { state: 'off', changed_at: clock.now(), due_at: null, done_for: claimedAt, held_until: 0 },
      ]);
      expect(await owedTo(store, due)).toEqual([{}]);
      await turn();
      expect(await owedTo(store, due)).toEqual([]);
    }
  });

  test('that is forgotten is gone, and no other', async () => {
    const { queue, add, rows, take } = await createScene(open);
    await add('ada');
    await add('bob');
    await queue.record(await take(), 'forgotten');
    expect((await rows()).map(({ user_id }) => user_id)).toEqual(['bob']);
  });

  test('stays held by another process that has it by now', async () => {
    const { clock, queue, add, rows, take } = await createScene(open);
    await add('ada');
    const due = await take();
    await clock.advance(REMINDER_LEASE_MS);
    const again = await take();
    await queue.record(due, { until: clock.now() });
    expect(await rows()).toMatchObject([{ held_until: again.heldUntil }]);
  });
});
