import { sql } from 'kysely';
import { expect, it } from 'vitest';

import { LIMITS } from '../../src/work/limits.ts';
import { describeOnEachDatabase } from '../database/databases.ts';
import {
  addClaimants,
  addGuilds,
  arrivals,
  claimAtOnce,
  expectTruth,
  misled,
  onRecord,
  openClaimsIn,
  PATIENT_TIMINGS,
  postsFor,
  startOn,
  WAIT,
} from './crowd-scene.ts';

const PATIENT = { app: { timings: { claims: PATIENT_TIMINGS } } };

const WRITTEN_BY_CLAIMS = [
  'claims',
  'claim_requests',
  'claim_attempts',
  'credentials_used',
  'guilds',
  'saved_names',
  'posts',
] as const;

describeOnEachDatabase('a crowd', (_open, create) => {
  it('of 500 people in 50 guilds is told the truth, with one POST for each', async () => {
    const bot = await startOn(await create(), PATIENT);
    const claimants = addClaimants(bot, { guilds: addGuilds(bot, 50), count: 500, name: 'Player' });

    const heard = await claimAtOnce(claimants);

    expectTruth(bot, claimants, heard);
    expect(await openClaimsIn(bot.store)).toBe(0);
  });

  it('past the bound is refused at once: nothing is written or sent, and the limit is not used up', async () => {
    const bot = await startOn(await create(), { app: { capacity: { claimsUnderWay: 3 }, limits: LIMITS } });
    const held = Promise.withResolvers<undefined>();
    bot.main.beforeAnswer = () => held.promise;
    const claimants = addClaimants(bot, { guilds: [bot.guild], count: 10, name: 'Player' });
    const [inside, outside] = [claimants.slice(0, 3), claimants.slice(3)];
    const begun = arrivals(bot, inside.length);
    const insideHeard = claimAtOnce(inside);
    await begun;
    const count = () =>
      bot.store.snapshot(async (db) => {
        const counts: number[] = [];
        for (const table of WRITTEN_BY_CLAIMS) counts.push((await db.selectFrom(table).selectAll().execute()).length);
        return counts;
      });
    const before = await count();

    const refused = await claimAtOnce(outside.map((claimant) => ({ ...claimant, truth: WAIT })));

    expect(misled(refused)).toEqual([]);
    expect(await count()).toEqual(before);
    expect(postsFor(bot, outside)).toEqual([]);
    held.resolve(undefined);
    expect(misled(await insideHeard)).toEqual([]);
    // Somebody's place is free once it is on record that they were told.
    await onRecord(bot.store, sql`told is not null`, inside.length);
    for (const one of outside) expect(misled(await claimAtOnce([one]))).toEqual([]);
  });
});
