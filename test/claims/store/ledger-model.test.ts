import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createClaimHistory } from '../../../src/claims/store/history.ts';
import { createClaimLedger } from '../../../src/claims/store/ledger.ts';
import { CLAIM_TIMINGS } from '../../../src/claims/timings.ts';
import type { Store } from '../../../src/database/store.ts';
import { createKey } from '../../../src/secrets/key-file.ts';
import { createSealer } from '../../../src/secrets/sealer.ts';
import { allRows } from '../../all-rows.ts';
import { describeOnEachDatabase, openForTest } from '../../database/databases.ts';
import { onClock } from '../../database/store-on-clock.ts';
import { runsLong } from '../../long-tests.ts';
import type { LedgerCalls } from './ledger-calls.ts';
import { anyHistory, expectModelled, type Step } from './ledger-histories.ts';
import { LedgerModel } from './ledger-model.ts';
import { announcedIn } from './ledger-scene.ts';

const STARTS_AT = Date.parse('2026-03-01T12:00:00.000Z');
const MOST_PAST_CLAIMS = 1_000;
/** Less than a test may take, so that a failure is reported with the smallest history found by then. */
const REPORT_AFTER_MS = 45_000;

/** More of them, or others, for a longer search. */
const HISTORIES = Number(process.env.LEDGER_HISTORIES ?? (runsLong ? 40 : 20));
const SEED = Number(process.env.LEDGER_SEED ?? 1);

const timings = CLAIM_TIMINGS;
const sealer = createSealer([createKey()]);

/** Everything that a process calls of the ledger, and what else shows what is in it. */
function callsOn(store: Store): LedgerCalls {
  const history = createClaimHistory(store);
  return {
    ...createClaimLedger({ store, sealer, timings }),
    pastClaims: async (guildId) => {
      const claims = await allRows((await history.first(guildId, {}, MOST_PAST_CLAIMS)).pages);
      return claims.map(({ attempts, deliveries, decisions, alsoInDoubt, ...claim }) => {
        expect([deliveries, decisions, alsoInDoubt.some(({ reference }) => reference === claim.reference)]).toEqual([
          [],
          [],
          false,
        ]);
        return { ...claim, attempts: attempts.length };
      });
    },
    wantAnnouncements: (id, wanted) =>
      store.write(async (db) => {
        const announcements_on = wanted ? 1 : 0;
        await db
          .insertInto('guilds')
          .values({ id, announcements_on, last_seen_at: store.now })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ announcements_on }))
          .execute();
      }),
    announced: () => announcedIn(store),
  };
}

async function empty(store: Store): Promise<void> {
  await store.write(async (db) => {
    for (const table of ['claim_attempts', 'claims', 'credentials_used', 'guilds'] as const)
      await db.deleteFrom(table).execute();
  });
}

describeOnEachDatabase('the ledger and its model', (_open, create) => {
  /** Plays random histories, each on an empty ledger that two processes have open. */
  async function expectAgreement(histories: fc.Arbitrary<Step[]>): Promise<void> {
    let now = STARTS_AT;
    const database = await create();
    const stores = [await openForTest(database), await openForTest(database)].map((store) => onClock(store, () => now));
    const [store] = stores;
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        if (store) await empty(store);
        const model = new LedgerModel(() => now, timings);
        const advance = (ms: number) => {
          now += ms;
        };
        await expectModelled(stores.map(callsOn), model, advance, history);
      }),
      { seed: SEED, numRuns: HISTORIES, interruptAfterTimeLimit: REPORT_AFTER_MS },
    );
  }

  test('give the same answers to the same calls', async () => {
    await expectAgreement(anyHistory({ steps: 60, atOnce: 1 }));
  });

  test('give the same answers to calls that are made at once, in some order of these', async () => {
    await expectAgreement(anyHistory({ steps: 30, atOnce: 3 }));
  });
});
