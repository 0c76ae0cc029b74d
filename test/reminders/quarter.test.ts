import { expect, test } from 'vitest';

import { MINUTE_MS, SECOND_MS } from '../../src/clock.ts';
import { createLeases } from '../../src/database/leases.ts';
import type { Store } from '../../src/database/store.ts';
import { createLog } from '../../src/log.ts';
import { MESSAGE_EVERY_MS, type ReminderCalls } from '../../src/reminders/reminder.ts';
import { createReminderSending } from '../../src/reminders/sending.ts';
import { createReminders } from '../../src/reminders/service.ts';
import { createReminderQueue, remindAgain } from '../../src/reminders/store/queue.ts';
import { createStoredReminders } from '../../src/reminders/store/reminders.ts';
import { describeOnEachDatabase, openForTest } from '../database/databases.ts';
import { onClock } from '../database/store-on-clock.ts';
import { mulberry32 } from '../mulberry32.ts';
import { DAY, type Happening, HOUR, type Quiet, violations, ZONES } from './quarter-model.ts';

const GUILD = '100000000000000001';
const MEMBERS = 2_000;
const DAYS = 91;
/** How many of them claim on a day, each several times: what keeps the test below a minute. */
const ACTIVE_A_DAY = 20;
const CLAIMS_A_DAY = 3;
const STARTS_AT = Date.UTC(2026, 1, 1);
/** What the bot relies on: Discord may remember a nonce for longer, but need not. */
const NONCE_REMEMBERED_MS = 2 * MINUTE_MS;
/** No process runs for longer than that, and a failing Discord is tried again within half an hour. */
const LATE_MS = 3 * HOUR;
const SEED = Number(process.env.REMINDER_SEED ?? 1);
const log = createLog({ level: 'silent', secrets: [] });
const running = new AbortController().signal;

class Killed extends Error {}

/** A quarter in the life of a guild, told as it happens. */
function createQuarter(stores: readonly [Store, Store], time: { now: number }) {
  const random = mulberry32(SEED);
  const chance = (of: number) => random() < of;
  const anyOf = <T>(all: readonly T[]): T => {
    const one = all[Math.floor(random() * all.length)];
    if (one === undefined) throw new Error('nothing to choose from');
    return one;
  };
  const history: Happening[] = [];
  const note = (event: Happening) => history.push(event);
  const people = Array.from({ length: MEMBERS }, (_, index) => `member ${index}`);
  const closed = new Set<string>();
  const gone = new Set<string>();
  const shown: { nonce: string; at: number }[] = [];
  const [store] = stores;
  const stored = createStoredReminders(store);
  const hoursOf = async () =>
    (await store.read((db) => db.selectFrom('guilds').select('reminder_hours').executeTakeFirst()))?.reminder_hours ??
    undefined;
  const reminders = createReminders({ stored, hoursOf, log });
  const member = (person: string) => ({ guildId: GUILD, userId: person });
  let claims = 0;

  /** Claims of some people, confirmed at once, as the transaction of their verdicts writes them. */
  async function claim(some: readonly string[]): Promise<void> {
    const rows = some.map((person) => ({ id: `claim ${(claims += 1)}`, person }));
    await store.write(async (db) => {
      const times = { opened_at: time.now, closed_at: time.now, lease_until: 0, retry_at: 0, epoch: 1 };
      const of = { guild_id: GUILD, credential_id: 'credential', state: 'closed' as const, verdict: 'granted' };
      await db
        .insertInto('claims')
        .values(rows.map(({ id, person }) => ({ id, reference: id, playername: person, ...of, ...times })))
        .execute();
      await db
        .insertInto('claim_requests')
        .values(
          rows.map(({ id, person }) => ({
            id: `request of ${id}`,
            claim_id: id,
            interaction_id: id,
            guild_id: GUILD,
            user_id: person,
            locale: 'fr',
            application_id: 'application',
            created_at: time.now,
          })),
        )
        .execute();
      await remindAgain(db, store, rows);
    });
    for (const person of some) note({ at: time.now, kind: 'claimed', person });
  }

  /** What is said after a command of theirs, whatever it was. */
  async function hear(person: string): Promise<void> {
    const late = await reminders.closed(member(person));
    if (!late) return;
    note({ at: time.now, kind: 'told', person });
    await late.told();
  }

  async function ask(person: string): Promise<void> {
    await hear(person);
    note({ at: time.now, kind: 'asked', person });
    await reminders.turnOn(member(person), 'fr');
  }

  async function stop(person: string): Promise<void> {
    await hear(person);
    await reminders.turnOff(member(person));
    note({ at: time.now, kind: 'stopped', person });
  }

  async function chooseQuiet(person: string): Promise<void> {
    const quiet: Quiet = { from: Math.floor(random() * 24), to: 0, timeZone: anyOf(Object.keys(ZONES)) };
    quiet.to = (quiet.from + 1 + Math.floor(random() * 12)) % 24;
    await hear(person);
    note({ at: time.now, kind: 'asked', person });
    await reminders.setQuiet(member(person), 'fr', quiet);
    const isStored = (await stored.find(member(person))) !== undefined;
    if (isStored) note({ at: time.now, kind: 'quiet', person, quiet });
  }

  async function setHours(hours: number | undefined): Promise<void> {
    await reminders.setHours(GUILD, hours);
    note({ at: time.now, kind: 'hours', hours });
  }

  /** Takes the message, unless it knows the nonce. */
  function show(person: string, nonce: string): void {
    const at = time.now + Math.floor(random() * 10 * SECOND_MS);
    if (shown.some((one) => one.nonce === nonce && at - one.at < NONCE_REMEMBERED_MS)) return;
    shown.push({ nonce, at });
    note({ at, kind: 'shown', person });
  }

  const calls: ReminderCalls = {
    async open({ userId: person }) {
      if (gone.has(person)) return { kind: 'left' };
      if (chance(0.02)) return { kind: 'failed' };
      if (chance(0.002)) return { kind: 'too-fast' };
      if (chance(0.01)) throw new Killed();
      // People go on while their reminder is prepared.
      const meanwhile = random();
      if (meanwhile < 0.02) await stop(person);
      else if (meanwhile < 0.04) await claim([person]);
      return { kind: 'ready', channelId: person, guildName: 'Castle' };
    },
    send(person, { nonce }) {
      if (closed.has(person)) {
        note({ at: time.now, kind: 'refused', person });
        return Promise.resolve('closed');
      }
      const fate = random();
      if (fate < 0.03) return Promise.resolve('failed');
      if (fate < 0.13) note({ at: time.now, kind: 'answer lost', person });
      const isTaken = fate >= 0.13 || chance(0.7);
      if (isTaken) show(person, nonce);
      if (fate < 0.06) return Promise.reject(new Killed());
      return Promise.resolve(fate < 0.13 ? 'unknown' : 'sent');
    },
  };

  /** A process. It keeps nothing: killed, it is as good as a new one. */
  const start = (own: Store) =>
    createReminderSending({
      queue: createReminderQueue(own),
      calls,
      leases: createLeases(own),
      detailsOf: () => Promise.resolve({ voteLinks: [], playername: undefined, claimUrl: '' }),
      clock: { random },
      log,
    });
  const processes = [start(stores[0]), start(stores[1])] as const;

  async function look(which: readonly (0 | 1)[]): Promise<void> {
    const rounds = which.map((index) =>
      processes[index](running).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      }),
    );
    await Promise.all(rounds);
  }

  /** When there may be something to do next, by the rows: until then every look would find nothing. */
  async function nextLook(): Promise<number | undefined> {
    const row = await store.read((db) =>
      db
        .selectFrom('reminders')
        .select(({ fn, eb }) =>
          fn
            .min(
              eb
                .case()
                .when('held_until', '>', eb.ref('due_at'))
                .then(eb.ref('held_until'))
                .else(eb.ref('due_at'))
                .end(),
            )
            .as('at'),
        )
        .where('due_at', 'is not', null)
        .executeTakeFirst(),
    );
    return row?.at ?? undefined;
  }

  /** Lets time pass, with everything that is due in it. */
  async function liveUntil(end: number): Promise<void> {
    for (;;) {
      const due = await nextLook();
      if (due === undefined || due > end) break;
      const at = Math.max(due, time.now + MESSAGE_EVERY_MS);
      if (at > end) break;
      time.now = at;
      // Nobody runs for a while, now and then; mostly one process is first, sometimes both are.
      if (chance(0.005)) time.now = Math.min(end, time.now + Math.floor(random() * 30 * MINUTE_MS));
      else await look(chance(0.2) ? [0, 1] : [chance(0.5) ? 0 : 1]);
    }
    time.now = end;
  }

  async function live(): Promise<Happening[]> {
    await setHours(24);
    for (const person of people) if (chance(0.7)) await ask(person);
    for (let day = 0; day < DAYS; day += 1) {
      const active = Array.from({ length: ACTIVE_A_DAY }, () => anyOf(people));
      const claimsAt = active.flatMap((person) =>
        Array.from({ length: CLAIMS_A_DAY }, () => ({ person, hour: Math.floor(random() * 24) })),
      );
      for (let hour = 0; hour < 24; hour += 1) {
        const now = claimsAt.filter((one) => one.hour === hour && !gone.has(one.person));
        const claiming = new Set(now.map(({ person }) => person));
        if (claiming.size > 0) await claim([...claiming]);
        for (const person of claiming) {
          await hear(person);
          if (chance(0.1)) await ask(person);
          if (chance(0.05)) await stop(person);
          if (chance(0.1)) await chooseQuiet(person);
          if (chance(0.02)) closed.add(person);
          if (chance(0.02)) closed.delete(person);
          if (chance(0.005)) {
            gone.add(person);
            note({ at: time.now, kind: 'leaves', person });
          }
        }
        if (day % 10 === 5 && hour === 9) await setHours(anyOf([4, 8, 12, 24, 48]));
        if (day % 30 === 20 && hour === 9) await setHours(undefined);
        if (day % 30 === 21 && hour === 15) await setHours(12);
        await liveUntil(STARTS_AT + day * DAY + (hour + 1) * HOUR);
      }
    }
    for (const person of people) await hear(person);
    return history;
  }

  return { live };
}

describeOnEachDatabase('a quarter of reminders', (_open, create) => {
  test(
    'shows each that is due once, none in quiet hours or after Stop, and says why one cannot be',
    { timeout: 300_000 },
    async () => {
      const database = await create();
      const time = { now: STARTS_AT };
      const open = async () => onClock(await openForTest(database), () => time.now);
      const stores = [await open(), await open()] as const;

      const history = await createQuarter(stores, time).live();

      const count = (kind: Happening['kind']) => history.filter((one) => one.kind === kind).length;
      expect(violations(history, time.now, { lateMs: LATE_MS })).toEqual([]);
      expect(count('claimed')).toBeGreaterThan(DAYS * ACTIVE_A_DAY);
      expect(count('shown')).toBeGreaterThan(DAYS * 10);
      for (const kind of ['answer lost', 'refused', 'told', 'quiet', 'leaves', 'stopped'] as const)
        expect([kind, count(kind) > 5]).toEqual([kind, true]);
    },
  );
});
