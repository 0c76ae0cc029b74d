import { sql } from 'kysely';
import { expect, it } from 'vitest';

import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import { LIMITS } from '../../src/work/limits.ts';
import { describeOnEachDatabase } from '../database/databases.ts';
import {
  addClaimants,
  addGuilds,
  arrivals,
  claimAtOnce,
  misled,
  namesOf,
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

    expect(misled(heard)).toEqual([]);
    expect(postsFor(bot, claimants).toSorted()).toEqual(namesOf(claimants).toSorted());
    expect(await openClaimsIn(bot.store)).toBe(0);
  });

  it('that is too large to start every claim in time has the rest wait, who claim with success later', async () => {
    const timings = { ...CLAIM_TIMINGS, lastAttemptStartMs: 1_000 };
    const bot = await startOn(await create(), { app: { timings: { claims: timings }, capacity: { freshSlots: 4 } } });
    const held = Promise.withResolvers<undefined>();
    bot.main.beforeAnswer = () => held.promise;
    const claimants = addClaimants(bot, { guilds: [bot.guild], count: 20, name: 'Player' });

    // One credential has half of the slots while nobody else claims.
    const [first, late] = [claimants.slice(0, 2), claimants.slice(2)];
    const begun = arrivals(bot, first.length);
    const firstHeard = claimAtOnce(first);
    await begun;
    const postponed = await claimAtOnce(late.map((claimant) => ({ ...claimant, truth: WAIT })));

    expect(misled(postponed)).toEqual([]);
    expect(postsFor(bot, late)).toEqual([]);
    const verdicts = await bot.store.read((db) =>
      db.selectFrom('claims').select(['state', 'verdict']).where('playername', 'in', namesOf(late)).execute(),
    );
    expect(verdicts).toEqual(late.map(() => ({ state: 'closed', verdict: 'postponed' })));

    held.resolve(undefined);
    expect(misled(await firstHeard)).toEqual([]);
    for (const one of late) expect(misled(await claimAtOnce([one]))).toEqual([]);
    expect(postsFor(bot, claimants).toSorted()).toEqual(namesOf(claimants).toSorted());
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
