import { EventEmitter, once } from 'node:events';

import { expect, it } from 'vitest';

import { type Clock, MINUTE_MS, systemClock } from '../../src/clock.ts';
import { createSqlite } from '../database/databases.ts';
import { addClaimants, addGuilds, claimAtOnce, misled, namesOf, postsFor, startOn } from './crowd-scene.ts';

const PEOPLE = 30;
const SPLIT_LOOKED_AT_EVERY_MS = 15_000;
const NAMED = 'the processes do not divide the shards between them as they should';

it('two processes with the same shard answer nobody twice, send no POST twice, and name the mistake', async () => {
  const looks = new EventEmitter<{ next: [] }>();
  const clock: Clock = {
    ...systemClock,
    sleep: (ms, signal) =>
      ms === SPLIT_LOOKED_AT_EVERY_MS
        ? once(looks, 'next', { signal }).then(
            () => undefined,
            () => undefined,
          )
        : systemClock.sleep(ms, signal),
  };
  const shard = { SHARD_IDS: '0', SHARD_COUNT: '1' };
  const bot = await startOn(createSqlite(), { byHttp: false, environment: shard, app: { clock } });
  await bot.startAnother({ clock });
  const claimants = addClaimants(bot, { guilds: [bot.guild, ...addGuilds(bot, 2)], count: PEOPLE, name: 'Player' });

  expect(misled(await claimAtOnce(claimants))).toEqual([]);

  expect(postsFor(bot, claimants).toSorted()).toEqual(namesOf(claimants).toSorted());
  const longer = 2 * MINUTE_MS;
  await bot.store.write((db) =>
    db
      .updateTable('processes')
      .set(({ eb }) => ({ started_at: eb('started_at', '-', longer) }))
      .execute(),
  );
  looks.emit('next');
  while (!bot.log.some((line) => line.includes(NAMED))) await systemClock.sleep(0);
  expect(bot.log.filter((line) => line.includes(NAMED)).join('')).toContain('shard 0 is connected by more than one');
});
