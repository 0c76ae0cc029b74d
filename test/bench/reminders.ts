import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { openSqlite } from '../../src/database/sqlite.ts';
import type { Store } from '../../src/database/store.ts';
import type { Person } from '../../src/sandbox/discord/person/person.ts';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { quantile } from './quantile.ts';
import type { Scenario } from './scenario.ts';
import { type House, Street } from './street.ts';

const MEMBERS = 10_000;
const HOUR_MS = 3_600_000;
/** Not a divisor of the two seconds in which one message is sent. */
const LOOKED_AFTER_MS = 30;
const DUE_EVERY_MS = 5_300;
const ROWS_AT_ONCE = 1_000;

async function setHours({ manager }: House, hours: number): Promise<void> {
  await manager.command('settings', { hours }, { subcommand: 'reminders' }).reply();
}

/** Members who claimed so many hours ago, and wanted to be reminded so many hours later. */
async function insert(
  store: Store,
  { guild }: House,
  people: readonly Person[],
  { claimedHoursAgo, dueAfterHours }: { claimedHoursAgo: number; dueAfterHours: number },
): Promise<void> {
  const claimedAt = Date.now() - claimedHoursAgo * HOUR_MS;
  for (let from = 0; from < people.length; from += ROWS_AT_ONCE) {
    const rows = people.slice(from, from + ROWS_AT_ONCE).map(({ id }) => ({
      guild_id: guild.id,
      user_id: id,
      state: 'on' as const,
      changed_at: claimedAt,
      locale: 'en-US',
      claimed_at: claimedAt,
      due_at: claimedAt + dueAfterHours * HOUR_MS,
    }));
    await store.write((db) => db.insertInto('reminders').values(rows).execute());
  }
}

/** One member after the other has theirs due. @returns how long after that each had it, in ms */
async function wait(street: Street, store: Store, house: House, count: number): Promise<number[]> {
  const waits = Array.from({ length: count }, async (_, index) => {
    await delay(index * DUE_EVERY_MS);
    const person = street.sandbox.discord.addPerson({ guild: house.guild, name: `Neighbour ${index}` });
    const startedAt = performance.now();
    await insert(store, house, [person], { claimedHoursAgo: 24, dueAfterHours: 24 });
    while (person.directMessages.length === 0) await delay(LOOKED_AFTER_MS);
    return performance.now() - startedAt;
  });
  return Promise.all(waits);
}

/**
 * A guild with 10,000 reminders that are to come in days lowers its hours, so that all of them are due since days: how
 * long another guild's take that are due now, with and without.
 */
export const REMINDERS: Scenario = {
  name: 'reminders',
  async run(quick) {
    const count = quick ? 3 : 12;
    const folder = mkdtempSync(join(tmpdir(), 'plan-vote-bot-bench-'));
    const path = join(folder, 'bench.db');
    const street = await Street.open(await startSandbox(), 'src/main.ts', { DATABASE_URL: `sqlite:${path}` });
    const store = await openSqlite(path);
    try {
      const other = await street.addHouse();
      await setHours(other, 24);
      const quiet = await wait(street, store, other, count);

      const greedy = await street.addHouse();
      await setHours(greedy, 168);
      const members = Array.from({ length: MEMBERS }, (_, index) =>
        street.sandbox.discord.addPerson({ guild: greedy.guild, name: `Member ${index}` }),
      );
      await insert(store, greedy, members, { claimedHoursAgo: 100, dueAfterHours: 168 });
      await setHours(greedy, 1);
      while (members.every(({ directMessages }) => directMessages.length === 0)) await delay(LOOKED_AFTER_MS);
      const then = await wait(street, store, other, count);

      return {
        'reminder sent, quiet slowest, ms': quantile(quiet, 1),
        'reminder sent, then median, ms': quantile(then, 0.5),
        'reminder sent, then slowest, ms': quantile(then, 1),
        'slowest delayed by, ms': quantile(then, 1) - quantile(quiet, 1),
        'reminders of the other guild sent meanwhile': members.filter(({ directMessages }) => directMessages.length > 0)
          .length,
      };
    } finally {
      await store.close();
      await street.close();
      rmSync(folder, { recursive: true });
    }
  },
};
