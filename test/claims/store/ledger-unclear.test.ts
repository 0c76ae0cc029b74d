import { expect, test } from 'vitest';

import { UnclearWriteError } from '../../../src/work/errors.ts';
import { describeOnEachDatabase, type OpenTestStore } from '../../database/databases.ts';
import { fallingSilent } from '../../database/store-falling-silent.ts';
import { attemptsIn, claimsIn, ledgerOn, newRequest, requestsIn } from './ledger-scene.ts';

/** Whether the database commits before it falls silent. */
const ENDS = [
  ['was committed', true],
  ['was not committed', false],
] as const;

async function createScene(open: OpenTestStore) {
  const { store, fallSilent } = fallingSilent(await open());
  return { store, ledger: ledgerOn(store), fallSilent };
}

describeOnEachDatabase('while it is unclear whether a transaction was committed, the ledger', (open) => {
  test.each(ENDS)('finds the requests of a batch that %s, whose claims it holds', async (_ended, isDone) => {
    const { store, ledger, fallSilent } = await createScene(open);
    fallSilent(isDone);
    const names = ['Alex', 'Steve', 'Steve'];
    const admitted = await Promise.all(names.map((playername) => ledger.admit(newRequest({ playername }))));

    expect(admitted.map(({ held }) => held)).toEqual([true, true, false]);
    expect(await requestsIn(store)).toHaveLength(3);
    expect(await claimsIn(store)).toHaveLength(2);
  });

  test('holds no claim that another process has recorded for the same interaction', async () => {
    const { ledger } = await createScene(open);
    const request = newRequest();
    expect(await ledger.admit(request)).toMatchObject({ held: true });
    expect(await ledger.admit(request)).toMatchObject({ held: false });
  });

  test.each(ENDS)('has one attempt for each POST of a batch that %s', async (_ended, isDone) => {
    const { store, ledger, fallSilent } = await createScene(open);
    const names = ['Alex', 'Steve'];
    const admitted = await Promise.all(names.map((playername) => ledger.admit(newRequest({ playername }))));
    fallSilent(isDone);
    const started = await Promise.all(admitted.map(({ claim }) => ledger.startAttempt(claim)));

    expect(started.map(({ claimId }) => claimId)).toEqual(admitted.map(({ claim }) => claim.id));
    expect((await attemptsIn(store)).map(({ id }) => id).toSorted()).toEqual(started.map(({ id }) => id).toSorted());
  });

  test('says so when the second run is not answered either, or fails', async () => {
    const { ledger, fallSilent } = await createScene(open);
    fallSilent(true, false);
    await expect(ledger.admit(newRequest())).rejects.toThrow(UnclearWriteError);
  });
});
