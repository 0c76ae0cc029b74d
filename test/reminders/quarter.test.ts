import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { createLeases } from '../../src/database/leases.ts';
import type { Store } from '../../src/database/store.ts';
import { createOwed } from '../../src/people/store/owed.ts';
import { MESSAGE_EVERY_MS, REMINDER_LEASE_MS, type ReminderCalls } from '../../src/reminders/reminder.ts';
import { createReminderSending } from '../../src/reminders/sending.ts';
import { createReminders } from '../../src/reminders/service.ts';
import { createReminderQueue, remindAgain } from '../../src/reminders/store/queue.ts';
import { createStoredReminders } from '../../src/reminders/store/reminders.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/work/clock.ts';
import { createLog } from '../../src/work/log.ts';
import { describeOnEachDatabase, openForTest } from '../database/databases.ts';
import { onClock } from '../database/store-on-clock.ts';
import { mulberry32 } from '../mulberry32.ts';
import { NO_ANSWERS } from './reminder-scene.ts';
import { DAY, type Happening, HOUR, type Quiet, violations, ZONES } from './quarter-model.ts';

const GUILD = '100000000000000001';
const MEMBERS = 500;
/** A week shows what Postgres does otherwise. */
const DAYS = { sqlite: 91, postgres: 7 } as const;
/** How much of what a quarter brings has to come then: of something rare, a week may bring half as much as another. */
const SHARES = { sqlite: 1, postgres: 1 / 26 } as const;
const STARTS_AT = Date.UTC(2026, 1, 1);
/** How likely a member is there on a day. They then claim up to so many times. */
const PRESENT = 0.85;
const CLAIMS_A_DAY = 3;
/** The part of the claims that comes in the hour after midnight, when sites let people vote again. */
const AT_MIDNIGHT = 0.25;
/** The part of the members who ask for reminders on the first day. */
const WANTING = 0.4;
/** After how many hours members are reminded, week by week. */
const HOURS_BY_WEEK = [24, 12, 24, 48, 24, 20, 24, 36, 72, 24, 8, 24, 20];
/** What the bot relies on: Discord may remember a nonce for longer, but need not. */
const NONCE_REMEMBERED_MS = 2 * MINUTE_MS;
/** No process runs for longer than that, and a failing Discord is tried again within half an hour. */
const LATE_MS = 3 * HOUR;
/** How often everything has to happen in a quarter at the least, for it to prove something. */
const LEAST: Readonly<Partial<Record<Happening['kind'], number>>> = {
  claimed: 62_500,
  shown: 3_000,
  'answer lost': 300,
  refused: 40,
  told: 40,
  asked: 300,
  stopped: 300,
  quiet: 100,
  leaves: 12,
  hours: 18,
};
const LEAST_CLAIMING_A_DAY = 375;
const SEED = Number(process.env.REMINDER_SEED ?? 1);
/** What went wrong in a process, line by line. */
const errors: string[] = [];
const log = createLog({ level: 'error', secrets: [], destination: { write: (line) => errors.push(line) } });
const KILLED = 'killed by the test';
const running = new AbortController().signal;

type Process = 0 | 1;

/** A quarter in the life of a guild, told as it happens. @param open - a connection of its own for each process */
async function createQuarter(open: () => Promise<Store>, time: { now: number }, days: number) {
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
  /** When Discord has shown a message last, by its nonce. */
  const shown = new Map<string, number>();
  const frozen = new Set<Process>();
  const counts = { claims: 0, restarts: 0, frozen: 0, unconfirmed: 0, sentBy: { 0: 0, 1: 0 } };
  let isDown = false;
  const store = await open();
  const stored = createStoredReminders(store);
  const owed = createOwed(store);
  const ofGuild = async () => {
    const guild = await store.read((db) => db.selectFrom('guilds').select('reminder_hours').executeTakeFirst());
    return { hours: guild?.reminder_hours ?? undefined };
  };
  const reminders = createReminders({ stored, ofGuild, log });
  const member = (person: string) => ({ guildId: GUILD, userId: person });

  /** Claims of some people, confirmed at once, as the transaction of their verdicts writes them. */
  async function claim(some: readonly string[]): Promise<void> {
    const rows = some.map((person) => ({ id: `claim ${(counts.claims += 1)}`, person }));
    const { now } = store;
    const claims = store.given({ id: 'text', person: 'text' }, rows);
    await store.write(async (db) => {
      await sql`
        insert into claims (id, reference, guild_id, credential_id, playername, folded_name, state, verdict,
          opened_at, closed_at, lease_until, retry_at, epoch)
        select id, id, ${sql.lit(GUILD)}, 'credential', person, person, 'closed', 'granted', ${now}, ${now}, 0, 0, 1
        from ${claims}`.execute(db);
      await sql`
        insert into claim_requests (id, claim_id, interaction_id, guild_id, user_id, locale, application_id, created_at)
        select id, id, id, ${sql.lit(GUILD)}, person, 'fr', 'application', ${now} from ${claims}`.execute(db);
      await remindAgain(db, store, rows);
    });
    for (const person of some) note({ at: time.now, kind: 'claimed', person });
  }

  /** What is said after a command of theirs, whatever it was. */
  async function hear(person: string): Promise<void> {
    for (const { id } of await owed.owedTo(member(person), false)) {
      note({ at: time.now, kind: 'told', person });
      await owed.markTold(id);
    }
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

  /** What somebody does who has just claimed. Whoever does nothing else hears of closed messages all the same. */
  async function act(person: string): Promise<void> {
    const whim = random();
    if (whim < 0.002) return ask(person);
    if (whim < 0.014) return stop(person);
    if (whim < 0.017) return chooseQuiet(person);
    if (whim < 0.027) closed.add(person);
    else if (whim < 0.15) closed.delete(person);
    else if (whim < 0.1504) {
      gone.add(person);
      note({ at: time.now, kind: 'leaves', person });
    }
    return hear(person);
  }

  /** Takes the message, unless it knows the nonce. */
  function show(person: string, nonce: string): void {
    const at = time.now + Math.floor(random() * 10 * SECOND_MS);
    if (at - (shown.get(nonce) ?? 0) < NONCE_REMEMBERED_MS) return;
    shown.set(nonce, at);
    note({ at, kind: 'shown', person });
  }

  /** The process ends within a call. */
  function kill(): Promise<never> {
    counts.restarts += 1;
    return Promise.reject(new Error(KILLED));
  }

  const callsOf = (own: Process): ReminderCalls => ({
    async open({ userId: person }) {
      if (gone.has(person)) return { kind: 'left' };
      if (isDown || chance(0.02)) return { kind: 'failed' };
      if (chance(0.002)) return { kind: 'too-fast' };
      if (chance(0.01)) return kill();
      // People go on while their reminder is prepared.
      const meanwhile = random();
      if (meanwhile < 0.02) await stop(person);
      else if (meanwhile < 0.04) await claim([person]);
      else if (meanwhile < 0.07) {
        // This process stands still, and the other one goes on with what it held.
        counts.frozen += 1;
        frozen.add(own);
        time.now += REMINDER_LEASE_MS;
        await look([own === 0 ? 1 : 0]);
        frozen.delete(own);
      }
      return { kind: 'ready', channelId: person, guildName: 'Castle' };
    },
    send(person, { nonce }) {
      counts.sentBy[own] += 1;
      if (closed.has(person)) {
        note({ at: time.now, kind: 'refused', person });
        return Promise.resolve('closed');
      }
      const fate = random();
      if (fate < 0.03) return Promise.resolve('failed');
      if (fate < 0.13) note({ at: time.now, kind: 'answer lost', person });
      const isTaken = fate >= 0.13 || chance(0.7);
      if (isTaken) show(person, nonce);
      if (fate < 0.06) return kill();
      return Promise.resolve(fate < 0.13 ? 'unknown' : 'sent');
    },
  });

  /** A process. It keeps nothing but its connections: killed within a call, it is as good as a new one. */
  const start = (own: Process, connection: Store) => ({
    connection,
    sending: createReminderSending({
      queue: createReminderQueue(connection),
      answers: NO_ANSWERS,
      calls: callsOf(own),
      leases: createLeases(connection),
      detailsOf: () => Promise.resolve({ voteLinks: [], playername: undefined, claimUrl: '' }),
      count: (_, result) => {
        if (result === 'unconfirmed') counts.unconfirmed += 1;
      },
      clock: { random },
      log,
    }),
  });
  const processes = { 0: start(0, await open()), 1: start(1, await open()) };

  /** As for a new version. */
  async function restart(own: Process): Promise<void> {
    counts.restarts += 1;
    await processes[own].connection.close();
    processes[own] = start(own, await open());
  }

  const look = (which: readonly Process[]) =>
    Promise.all(which.filter((own) => !frozen.has(own)).map((own) => processes[own].sending.round(running)));

  /** When something is due next, by the rows, and how much then: until that moment every look would find nothing. */
  async function nextLooks(end: number): Promise<{ at: number; count: number }> {
    const rows = await store.read((db) =>
      db
        .selectFrom('reminders')
        .select((eb) =>
          eb
            .case()
            .when('held_until', '>', eb.ref('due_at'))
            .then(eb.ref('held_until'))
            .else(eb.ref('due_at'))
            .end()
            .as('at'),
        )
        .where('due_at', '<=', end)
        .orderBy('at')
        .limit(100)
        .execute(),
    );
    const at = Math.max(rows[0]?.at ?? Infinity, time.now);
    return { at, count: rows.filter((row) => row.at !== null && row.at <= at).length };
  }

  /** Lets time pass, with everything that is due in it. */
  async function liveUntil(end: number): Promise<void> {
    for (;;) {
      const { at, count } = await nextLooks(end);
      if (at > end) break;
      time.now = at;
      for (let looks = 0; looks < count && time.now <= end; looks += 1) {
        // Nobody runs for a while, now and then; mostly one process is first, sometimes both are.
        if (chance(0.002)) time.now = Math.min(end, time.now + Math.floor(random() * 30 * MINUTE_MS));
        else await look(chance(0.2) ? [0, 1] : [chance(0.5) ? 0 : 1]);
        time.now += MESSAGE_EVERY_MS;
      }
    }
    time.now = Math.max(time.now, end);
  }

  /** Who claims in which hour of a day. */
  function claimsOfDay(): string[][] {
    const byHour = Array.from({ length: 24 }, () => new Set<string>());
    for (const person of people) {
      if (gone.has(person) || !chance(PRESENT)) continue;
      const times = 1 + Math.floor(random() * CLAIMS_A_DAY);
      for (let one = 0; one < times; one += 1) byHour[chance(AT_MIDNIGHT) ? 0 : Math.floor(random() * 24)]?.add(person);
    }
    return byHour.map((some) => [...some]);
  }

  async function live(): Promise<Happening[]> {
    await setHours(24);
    await Promise.all(people.filter(() => chance(WANTING)).map(ask));
    for (let day = 0; day < days; day += 1) {
      for (const [hour, some] of claimsOfDay().entries()) {
        const claiming = some.filter((person) => !gone.has(person));
        if (claiming.length > 0) await claim(claiming);
        await Promise.all(claiming.map(act));
        // Discord fails for an hour, in which many are due.
        isDown = day % 13 === 4 && hour === 0;
        if (day % 7 === 0 && hour === 9) await setHours(HOURS_BY_WEEK[day / 7]);
        if (day % 30 === 20 && hour === 9) await setHours(undefined);
        if (day % 30 === 21 && hour === 15) await setHours(24);
        if (hour === 4) await restart(day % 2 === 0 ? 0 : 1);
        await liveUntil(STARTS_AT + day * DAY + (hour + 1) * HOUR);
      }
    }
    await Promise.all(people.map(hear));
    return history;
  }

  return { live, counts };
}

describeOnEachDatabase('a quarter of reminders', (_open, create) => {
  test(
    'shows each that is due once, none in quiet hours or after Stop, and says why one cannot be',
    { timeout: 600_000 },
    async () => {
      const database = await create();
      const time = { now: STARTS_AT };
      const open = async () => {
        const store = onClock(await openForTest(database), () => time.now);
        // Processes are killed here, machines are not: nothing has to reach the disk.
        if (database.kind === 'sqlite') await store.read((db) => sql`pragma synchronous = off`.execute(db));
        return store;
      };

      const days = DAYS[database.kind];
      const share = SHARES[database.kind];
      const quarter = await createQuarter(open, time, days);
      const history = await quarter.live();

      expect(violations(history, time.now, { lateMs: LATE_MS })).toEqual([]);
      expect(errors.filter((line) => !line.includes(KILLED))).toEqual([]);
      const counted = Object.groupBy(history, ({ kind }) => kind);
      const count = (kind: Happening['kind']) => counted[kind]?.length ?? 0;
      const isRare = ([kind, least]: [string, number]) => count(kind as keyof typeof LEAST) < Math.floor(least * share);
      expect(Object.entries(LEAST).filter(isRare)).toEqual([]);
      expect(Math.min(...claimingByDay(history).slice(0, days))).toBeGreaterThan(LEAST_CLAIMING_A_DAY);
      const { restarts, frozen, sentBy, unconfirmed } = quarter.counts;
      expect(restarts).toBeGreaterThan(150 * share);
      expect(frozen).toBeGreaterThan(40 * share);
      expect(Math.min(sentBy[0], sentBy[1])).toBeGreaterThan(1_000 * share);
      // What was lost with its answer is sent again, unless nobody runs, Discord fails or it is a quiet hour.
      expect(unconfirmed).toBeLessThan(2 + count('answer lost') / 15);
    },
  );
});

/** How many members claimed, day by day. */
function claimingByDay(history: readonly Happening[]): number[] {
  const byDay = new Map<number, Set<string>>();
  for (const event of history) {
    if (event.kind !== 'claimed') continue;
    const day = Math.floor((event.at - STARTS_AT) / DAY);
    byDay.set(day, (byDay.get(day) ?? new Set()).add(event.person));
  }
  return [...byDay.values()].map(({ size }) => size);
}
