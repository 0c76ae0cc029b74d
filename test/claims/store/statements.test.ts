import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';

import type { Store } from '../../../src/database/store.ts';
import { openForTest } from '../../database/databases.ts';
import { admit, GRANTED, GUILD, ledgerOn } from './ledger-scene.ts';

/** A store that counts what is built and compiled anew, and what is run. */
function counting(store: Store) {
  const counts = { built: 0, run: 0 };
  const count: KyselyPlugin = {
    transformQuery: ({ node }) => {
      counts.built += 1;
      return node;
    },
    transformResult: ({ result }) => {
      counts.run += 1;
      return Promise.resolve(result);
    },
  };
  const counted: Store = {
    ...store,
    read: (query) => store.read((db) => query(db.withPlugin(count))),
    write: (work, options) => store.write((db) => work(db.withPlugin(count)), options),
  };
  return { counts, counted };
}

test('a claim that is granted at once builds no statement anew, and runs few', async () => {
  const { counts, counted } = counting(await openForTest({ kind: 'sqlite', path: ':memory:' }));
  const ledger = ledgerOn(counted);
  async function claim(playername: string): Promise<void> {
    const { request, claim } = await admit(ledger, { playername });
    const attempt = await ledger.startAttempt(claim);
    await ledger.settle({ claim, attempt, outcome: GRANTED, isOnly: true });
    await ledger.standing(request.id);
    await ledger.markTold(request.id, 'granted');
    await ledger.lateAnswersFor({ guildId: GUILD, userId: 'ada' });
  }
  await claim('Steve');
  counts.built = 0;
  counts.run = 0;
  await claim('Alex');
  expect(counts).toEqual({ built: 0, run: 10 });
});
