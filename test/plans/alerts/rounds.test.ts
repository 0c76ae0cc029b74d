import { expect, test } from 'vitest';

import { createSqlite } from '../../database/databases.ts';
import { createWatchedWorld, INTERVAL_MS } from './watched-world.ts';

const POLL_MS = 210_000;
const LISTING = /\/entities\/plans$/;

test.each([
  [1, 1],
  [100, 1],
  [101, 2],
  [250, 3],
  [1_000, 10],
])('a round of %i entities is %i calls, spread evenly, however many processes there are', async (entities, calls) => {
  const { clock, identity, addGuild, startProcess } = await createWatchedWorld(createSqlite());
  await addGuild(new Map(Array.from({ length: entities }, (_, index) => [`ent_${index}`, `Castle ${index}`])));
  const processes = [await startProcess(), await startProcess()];
  const askedAt: number[] = [];
  const asked = new Set<string>();
  identity.server.on('request', ({ path, requestBody }) => {
    expect(path).toMatch(LISTING);
    askedAt.push(clock.now());
    for (const id of (JSON.parse(requestBody) as { entities: string[] }).entities) asked.add(id);
  });

  const startsAt = clock.now();
  while (clock.now() < startsAt + INTERVAL_MS) {
    await Promise.all(processes.map((process) => process.watch()));
    await clock.advance(POLL_MS);
  }

  const late = askedAt.map((at, index) => at - startsAt - (index * INTERVAL_MS) / calls);
  expect(askedAt).toHaveLength(calls);
  expect(Math.max(...late)).toBeLessThan(POLL_MS);
  expect(asked.size).toBe(entities);
});

test('a look when nothing is due writes nothing', async () => {
  const { clock, store, addGuild, startProcess } = await createWatchedWorld(createSqlite());
  const process = await startProcess();
  const lease = () => store.read((db) => db.selectFrom('leases').select('until').executeTakeFirst());
  await process.watch();
  expect(await lease()).toBeUndefined();
  await addGuild(new Map([['ent_1', 'Castle']]));
  await process.watch();
  const asked = await lease();
  await clock.advance(INTERVAL_MS - 1);
  await process.watch();
  expect(await lease()).toEqual(asked);
  await clock.advance(1);
  await process.watch();
  expect(await lease()).not.toEqual(asked);
});
