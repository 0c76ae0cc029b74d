import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { CAPACITY } from '../../src/claims/capacity.ts';
import { createClaimLedger } from '../../src/claims/store/ledger.ts';
import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import type { Store } from '../../src/database/store.ts';
import { parseKeyRing } from '../../src/formats.ts';
import { Secret } from '../../src/secret.ts';
import { createSealer } from '../../src/secrets/sealer.ts';
import { describeOnEachDatabase, openForTest } from '../database/databases.ts';
import { type Bot, prepareBot } from './bot.ts';
import {
  addClaimants,
  addGuilds,
  allSettled,
  claimAtOnce,
  environmentOf,
  expectTruth,
  PATIENT_TIMINGS,
} from './crowd-scene.ts';

const BACKLOG = 400;
const FRESH = 200;
/** What a claim comes to whose first answer nobody saw, by what the main service answers to the second POST. */
const VERDICTS = [
  ['voted', 'granted'],
  ['claimed', 'likely-granted'],
  ['not voted', 'none'],
] as const;

/** It begins as those of the loopback Discord do, which no log may contain. */
const tokenOf = (index: number) => Buffer.from(`interaction:gone-${index}`).toString('base64url');

/** Claims as the ledger of a process has them that died after each POST was recorded, its leases over. */
async function leaveBehind(bot: Bot, store: Store, environment: Record<string, string>): Promise<Map<string, string>> {
  const sealer = createSealer(parseKeyRing(environment.ENCRYPTION_KEY ?? '') ?? []);
  const ledger = createClaimLedger({ store, sealer, timings: { ...CLAIM_TIMINGS, leaseMs: 0 } });
  const credentialId = new Secret(bot.main.accessToken).fingerprint(bot.main.url);
  const verdicts = new Map<string, string>();
  const lost = Array.from({ length: BACKLOG }, async (_, index) => {
    const playername = `Lost${index}`;
    const [vote, verdict] = VERDICTS[index % VERDICTS.length] ?? VERDICTS[0];
    if (vote === 'voted') bot.main.castVote(playername);
    if (vote === 'claimed') bot.main.claimElsewhere(playername);
    verdicts.set(playername, verdict);
    const { claim } = await ledger.admit({
      interactionId: `interaction ${index}`,
      guildId: bot.guild.id,
      userId: `user ${index}`,
      locale: 'en-US',
      playername,
      credentialId,
      isOperators: true,
      reply: { applicationId: bot.discord.applicationId, token: new Secret(tokenOf(index)) },
    });
    await ledger.startAttempt(claim);
  });
  await Promise.all(lost);
  return verdicts;
}

/** @returns how many POSTs of the backlog have been with the main service at once, at most: it keeps each for a moment */
function countAtOnce({ main }: Bot): () => number {
  let underWay = 0;
  let most = 0;
  main.beforeAnswer = async ({ playername }) => {
    if (!playername.startsWith('Lost')) return;
    underWay += 1;
    most = Math.max(most, underWay);
    await nextTurn();
    underWay -= 1;
  };
  return () => most;
}

describeOnEachDatabase(`${BACKLOG} claims that a dead process left open`, (_open, create) => {
  it(`are settled one POST each, a few at a time, while ${FRESH} people who claim at once are told the truth`, async () => {
    const database = await create();
    const environment = environmentOf(database);
    const bot = await prepareBot({
      environment,
      app: { timings: { claims: { ...PATIENT_TIMINGS, recoveryEveryMs: 100 } } },
    });
    const store = await openForTest(database);
    const most = countAtOnce(bot);
    const verdicts = await leaveBehind(bot, store, environment);
    const claimants = addClaimants(bot, { guilds: addGuilds(bot, 20), count: FRESH, name: 'Fresh' });
    await bot.app.start();

    const heard = await claimAtOnce(claimants);
    await allSettled(store);

    expectTruth(bot, claimants, heard);
    const rows = await store.read((db) =>
      db.selectFrom('claims').select(['playername', 'verdict']).where('playername', 'like', 'Lost%').execute(),
    );
    expect(new Map(rows.map(({ playername, verdict }) => [playername, verdict]))).toEqual(verdicts);
    expect(bot.main.claims).toHaveLength(BACKLOG + FRESH);
    expect(new Set(bot.main.claims.map(({ playername }) => playername)).size).toBe(BACKLOG + FRESH);
    expect(most()).toBeLessThanOrEqual(CAPACITY.recoveredSlots);
  }, 180_000);
});
