import { expect, it } from 'vitest';

import { CAPACITY } from '../../src/claims/capacity.ts';
import { createClaimLedger } from '../../src/claims/store/ledger.ts';
import { CLAIM_TIMINGS } from '../../src/claims/timings.ts';
import type { VoteClient } from '../../src/claims/vote-client.ts';
import type { Store } from '../../src/database/store.ts';
import { parseKeyRing } from '../../src/formats.ts';
import { Secret } from '../../src/secret.ts';
import { createSealer } from '../../src/secrets/sealer.ts';
import { describeOnEachDatabase, openForTest } from '../database/databases.ts';
import { type Bot, prepareBot } from './bot.ts';
import {
  addClaimants,
  addGuilds,
  claimAtOnce,
  environmentOf,
  expectTruth,
  openClaimsIn,
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

/** Counts the POSTs of the backlog that are under way in the bot at one time. */
function createCount() {
  const count = { now: 0, most: 0 };
  const watch = (votes: VoteClient): VoteClient => ({
    claim(request) {
      if (!request.playername.startsWith('Lost')) return votes.claim(request);
      count.most = Math.max(count.most, (count.now += 1));
      return votes.claim(request).finally(() => (count.now -= 1));
    },
  });
  return { count, watch };
}

describeOnEachDatabase(`${BACKLOG} claims that a dead process left open`, (_open, create) => {
  it(`are settled one POST each, a few at a time, while ${FRESH} people who claim at once are told the truth`, async () => {
    const database = await create();
    const environment = environmentOf(database);
    const { count, watch } = createCount();
    const bot = await prepareBot({
      environment,
      app: {
        timings: { claims: { ...PATIENT_TIMINGS, recoveryEveryMs: 100 } },
        wraps: { votes: watch },
      },
    });
    const store = await openForTest(database);
    const verdicts = await leaveBehind(bot, store, environment);
    const claimants = addClaimants(bot, { guilds: addGuilds(bot, 20), count: FRESH, name: 'Fresh' });
    await bot.app.start();

    const heard = await claimAtOnce(claimants);
    while ((await openClaimsIn(store)) > 0) await bot.recovered();

    expectTruth(bot, claimants, heard);
    const rows = await store.read((db) =>
      db.selectFrom('claims').select(['playername', 'verdict']).where('playername', 'like', 'Lost%').execute(),
    );
    expect(new Map(rows.map(({ playername, verdict }) => [playername, verdict]))).toEqual(verdicts);
    expect(bot.main.claims).toHaveLength(BACKLOG + FRESH);
    expect(new Set(bot.main.claims.map(({ playername }) => playername)).size).toBe(BACKLOG + FRESH);
    expect(count.most).toBeLessThanOrEqual(CAPACITY.recoveredSlots);
  }, 180_000);
});
