import { expect, test } from 'vitest';

import { createPrivacy } from '../../src/people/store/privacy.ts';
import { MESSAGE_EVERY_MS } from '../../src/reminders/reminder.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../src/work/clock.ts';
import { GUILD, OTHER_GUILD } from '../claims/store/ledger-scene.ts';
import { describeOnEachDatabase } from '../database/databases.ts';
import { addRows, setRows } from '../database/rows.ts';
import { ADA, BOB, createScene, HOURS } from './reminder-scene.ts';

const DUE_MS = HOURS * HOUR_MS;

/** What may happen about reminders, each at once, but for `wait`: to the end of the hours of the guild, and what is due. */
type Deed = 'on' | 'off' | 'claim' | 'others claim' | 'quiet' | 'wait' | 'fail' | `${number} hours` | 'no hours';

describeOnEachDatabase('what is due of a reminder', (open) => {
  test.each<[what: string, deeds: Deed[], hours: number | null]>([
    ['comes after the newest claim', ['on', 'claim', 'claim'], HOURS],
    ['follows a claim from before it was asked for', ['claim', 'on'], HOURS],
    ['follows no claim of others, nor one elsewhere', ['others claim', 'on'], null],
    ['is nothing if the time of that is over', ['claim', 'wait', 'on'], null],
    [
      'is nothing once it was sent, also if it is asked for anew',
      ['on', 'claim', 'wait', 'off', '48 hours', 'on'],
      null,
    ],
    ['is nothing after Stop, until it is asked for again', ['on', 'claim', 'off'], null],
    ['is the same then', ['on', 'claim', 'off', 'on'], HOURS],
    ['stays as it is for who asks twice', ['on', 'claim', '48 hours', 'on'], 48],
    ['moves with the hours of the guild, there and back', ['on', 'claim', '48 hours', '12 hours'], 12],
    ['is nothing that was sent, whatever the hours are then', ['on', 'claim', 'wait', '48 hours'], null],
    ['is nothing that was sent, whatever the quiet hours are then', ['on', 'claim', 'wait', 'quiet'], null],
    ['is nothing while the guild has no hours', ['on', 'claim', 'no hours'], null],
    ['comes back with the hours', ['on', 'claim', 'no hours', '48 hours'], 48],
    ['is nothing whose time is over by then', ['on', 'claim', 'no hours', 'wait', `${HOURS} hours`], null],
    ['is nothing that was sent before', ['on', 'claim', 'wait', 'no hours', '48 hours'], null],
    ['is nothing of one who stopped meanwhile', ['on', 'claim', 'no hours', 'off', '48 hours'], null],
    ['is looked at again when quiet hours end it was put off to', ['on', 'quiet', 'claim', 'wait', 'quiet'], HOURS],
    ['is not sent again after Stop if it may have been sent', ['on', 'claim', 'fail', 'off', '48 hours', 'on'], null],
    ['is that of the next claim, although one may have been sent', ['on', 'claim', 'fail', 'claim'], HOURS],
  ])('%s', async (_what, deeds, hours) => {
    const { clock, stored, reminders, discord, claim, live, rows } = await createScene(open);
    for (const deed of deeds) {
      await clock.advance(1);
      if (deed === 'on') await reminders.turnOn(ADA, 'fr');
      else if (deed === 'off') await reminders.turnOff(ADA);
      else if (deed === 'claim') await claim();
      else if (deed === 'others claim') await Promise.all([claim(BOB), claim({ ...ADA, guildId: OTHER_GUILD })]);
      else if (deed === 'quiet') await reminders.setQuiet(ADA, 'fr', { from: 0, to: 23, timeZone: 'UTC' });
      else if (deed.endsWith('hours')) await stored.setHours(GUILD, deed === 'no hours' ? undefined : parseInt(deed));
      else {
        discord.answers = deed === 'fail' ? 'unknown' : undefined;
        await clock.advance(DUE_MS);
        await live(MESSAGE_EVERY_MS);
      }
    }
    const [row] = await rows();
    expect(row?.due_at ?? null).toBe(hours && (row?.claimed_at ?? 0) + hours * HOUR_MS);
    expect(row?.begun_at ?? null).toBeNull();
  });
});

describeOnEachDatabase('a reminder', (open) => {
  test('comes once, from one of two processes, so many hours after the newest confirmed claim', async () => {
    const { clock, reminders, claim, look, live, sentTo, discord, ended } = await createScene(open);
    await reminders.turnOn(ADA, 'fr');
    await claim();
    await clock.advance(8 * HOUR_MS);
    await claim(ADA, 'Alex');
    await clock.advance(DUE_MS - 1);
    await look();
    expect(sentTo()).toEqual([]);
    await clock.advance(1);
    await live(MINUTE_MS);
    expect(sentTo()).toEqual(['ada']);
    expect(ended).toEqual(['sent']);
    expect(JSON.stringify(discord.shown[0]?.reply)).toMatch(/Castle.*24 hours/);
    await live(MINUTE_MS);
    await claim();
    await clock.advance(DUE_MS);
    await live(MINUTE_MS);
    expect(sentTo()).toEqual(['ada', 'ada']);
  });

  test('is not asked for where the guild has none, and nothing is stored', async () => {
    const { reminders, stored, claim, rows } = await createScene(open);
    await stored.setHours(GUILD, undefined);
    await claim();
    expect(await reminders.turnOn(ADA, 'fr')).toEqual({ hours: undefined, reminder: undefined });
    expect(await reminders.isOffered(ADA)).toBe(false);
    expect(await rows()).toEqual([]);
  });

  test('has the quiet hours of the person in every guild, kept while it is off', async () => {
    const { reminders, stored } = await createScene(open);
    await stored.setHours(OTHER_GUILD, HOURS);
    await reminders.setQuiet(ADA, 'fr', { from: 22, to: 8, timeZone: 'europe/paris' });
    const quiet = { from: 22, to: 8, timeZone: 'Europe/Paris' };
    const there = { ...ADA, guildId: OTHER_GUILD };
    expect((await reminders.turnOn(there, 'fr')).reminder?.quiet).toEqual(quiet);
    await reminders.turnOff(ADA);
    await reminders.setQuiet(there, 'fr', { to: 9 });
    expect((await reminders.turnOn(ADA, 'fr')).reminder?.quiet).toEqual({ ...quiet, to: 9 });
    expect((await reminders.turnOn(BOB, 'fr')).reminder?.quiet).toBeUndefined();
  });

  test.each([
    ['incomplete', { from: 22 }],
    ['incomplete', { from: 22, to: 8 }],
    ['no-hours', { from: 8, to: 8, timeZone: 'UTC' }],
    [{ zones: [] }, { from: 22, to: 8, timeZone: 'Nowhere' }],
  ])('is not turned on by quiet hours with a problem: %s', async (problem, change) => {
    const { reminders, rows } = await createScene(open);
    expect(await reminders.setQuiet(ADA, 'fr', change)).toEqual(problem);
    expect(await rows()).toEqual([]);
  });

  test.each([1, 8])(
    'waits for one of each other guild that has some due, however many those have and since when: %i other guilds',
    async (others) => {
      const { clock, store, stored, live, discord } = await createScene(open);
      const guilds = Array.from({ length: others }, (_, index) => `small guild ${index}`);
      for (const guildId of guilds) await stored.setHours(guildId, HOURS);
      const due = (guild_id: string, user_id: string, hoursAgo: number) => ({
        ...{ guild_id, user_id, state: 'on' as const, changed_at: 0, locale: 'fr' },
        claimed_at: clock.now() - (HOURS + hoursAgo) * HOUR_MS,
        due_at: clock.now() - hoursAgo * HOUR_MS,
      });
      const crowd = Array.from({ length: 200 }, (_, index) => due(GUILD, `person ${index}`, 100));
      await addRows(store, 'reminders', ...crowd);
      await live(10 * MESSAGE_EVERY_MS);
      const late = guilds.flatMap((guildId) => [due(guildId, 'ada', 0), due(guildId, 'bob', 0)]);
      await addRows(store, 'reminders', ...late);
      discord.shown.length = 0;

      await live(2 * (others + 1) * MESSAGE_EVERY_MS);

      const guildsSentTo = discord.shown.map(({ guildId }) => guildId);
      for (const round of [guildsSentTo.slice(0, others + 1), guildsSentTo.slice(others + 1)])
        expect(round.toSorted()).toEqual([GUILD, ...guilds]);
    },
  );

  test('that a claim left due while its guild turned reminders off is put away', async () => {
    const { clock, store, stored, reminders, claim, queue, live, sentTo, rows } = await createScene(open);
    await reminders.turnOn(ADA, 'fr');
    await claim();
    await stored.setHours(GUILD, undefined);
    await setRows(store, 'reminders', { due_at: clock.now() });
    await clock.advance(SECOND_MS);
    await live(MINUTE_MS);
    expect([sentTo(), await queue.isDue()]).toEqual([[], false]);
    expect(await rows()).toMatchObject([{ state: 'on', due_at: null }]);
  });

  test('is handed out, and deleted, with what is stored about a person', async () => {
    const { store, clock, reminders, claim, live, sentTo, rows } = await createScene(open);
    await reminders.setQuiet(ADA, 'fr', { from: 22, to: 8, timeZone: 'Europe/Paris' });
    await claim();
    const privacy = createPrivacy({ store, now: clock.now });
    const { guilds } = await privacy.collect('ada');
    const at = (ms: number) => new Date(clock.now() + ms).toISOString();
    const row = { state: 'on', changedAt: at(0), language: 'fr', claimedAt: at(0), dueAt: at(DUE_MS) };
    expect(guilds[GUILD]?.reminders).toEqual([
      [{ ...row, quietFromHour: 22, quietToHour: 8, timeZone: 'Europe/Paris' }],
    ]);
    await privacy.forget('ada');
    await clock.advance(DUE_MS);
    await live(MINUTE_MS);
    expect([...sentTo(), ...(await rows())]).toEqual([]);
  });
});
