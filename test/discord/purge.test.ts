import { expect, test } from 'vitest';

import { createLeases } from '../../src/database/leases.ts';
import { createRetention } from '../../src/database/retention.ts';
import { createPurge } from '../../src/discord/purge.ts';
import { LoopbackServer } from '../../src/sandbox/loopback-server.ts';
import { DAY_MS, HOUR_MS } from '../../src/work/clock.ts';
import { openForTest } from '../database/databases.ts';
import { LASTS } from '../database/lasts.ts';
import { addRows, rowsIn } from '../database/rows.ts';
import { onClock } from '../database/store-on-clock.ts';
import { listening } from '../loopback.ts';
import { createManualClock } from '../manual-clock.ts';
import { openRest } from './open-rest.ts';

const ABSENT = '1';
const GUILDS_PATH = '/v10/users/@me/guilds';

/** As long as Discord's ids, so that they sort like numbers. */
const idOf = (index: number): string => String(100_000_000_000_000_000n + BigInt(index));

/** A bot in the given number of guilds, each with a row that is 31 days old, as is the row of one that it has left. */
async function createScene(guilds: number) {
  const clock = createManualClock();
  const store = onClock(await openForTest({ kind: 'sqlite', path: ':memory:' }), clock.now);
  const ids = Array.from({ length: guilds }, (_, index) => idOf(index));
  const name = { user_id: 'ada', playername: 'Steve', saved_at: store.now };
  await addRows(store, 'guilds', ...[ABSENT, ...ids].map((id) => ({ id, last_seen_at: store.now })));
  await addRows(store, 'saved_names', ...[ABSENT, ...ids].map((guild_id) => ({ ...name, guild_id })));
  await clock.advance(31 * DAY_MS);

  const discord = new LoopbackServer();
  discord.app.get(GUILDS_PATH, (context) => {
    const after = BigInt(context.req.query('after') ?? 0);
    const page = ids.filter((id) => BigInt(id) > after).slice(0, Number(context.req.query('limit')));
    return context.json(page.map((id) => ({ id })));
  });
  await listening(discord);
  const rest = openRest({ apiUrl: discord.url, token: 'token' });
  const purge = createPurge({ rest, retention: createRetention(store, LASTS), leases: createLeases(store) });
  const keptGuilds = async () => (await rowsIn(store, 'guilds', 'id')).map(({ id }) => id);
  return { clock, ids, store, discord, purge, keptGuilds };
}

test.each([
  [0, 1],
  [200, 2],
  [450, 3],
])('of %i guilds, in %i pages, none is purged, and the absent one is', async (guilds, pages) => {
  const { purge, keptGuilds, ids, discord, store } = await createScene(guilds);
  await purge();
  expect(discord.requests).toHaveLength(pages);
  expect(await keptGuilds()).toEqual(ids);
  expect((await rowsIn(store, 'saved_names')).map(({ guild_id }) => guild_id)).not.toContain(ABSENT);
});

test('nothing is purged by a list of which a page is missing', async () => {
  const { purge, keptGuilds, ids, discord } = await createScene(450);
  discord.inject({ kind: 'latency', ms: 0 }, { times: 2 });
  discord.inject({ kind: 'status', status: 500 });
  await expect(purge()).rejects.toThrow();
  expect(discord.requests).toHaveLength(3);
  expect(await keptGuilds()).toEqual([ABSENT, ...ids]);
});

test('what is old is forgotten although the list is missing', async () => {
  const { purge, discord, store } = await createScene(1);
  const link = { guild_id: ABSENT, entity_id: 'ent', label: 'Ent', requested_by: 'ada', created_at: 0 };
  await addRows(store, 'pending_links', link);
  discord.inject({ kind: 'status', status: 500 });
  await expect(purge()).rejects.toThrow();
  expect(await rowsIn(store, 'pending_links')).toEqual([]);
});

test('purges once a day, in whichever process, and within the hour after one that failed', async () => {
  const { purge, discord, clock } = await createScene(1);
  const rounds = async () => {
    await purge();
    await purge();
    return discord.requests.length;
  };
  discord.inject({ kind: 'status', status: 500 }, { times: 1 });
  await expect(purge()).rejects.toThrow();
  expect(await rounds()).toBe(1);
  await clock.advance(HOUR_MS);
  expect(await rounds()).toBe(2);
  await clock.advance(DAY_MS - 1);
  expect(await rounds()).toBe(2);
  await clock.advance(1);
  expect(await rounds()).toBe(3);
});
