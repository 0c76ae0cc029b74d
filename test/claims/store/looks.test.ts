import { expect, test } from 'vitest';

import { lookAfter } from '../../../src/claims/look.ts';
import { LookOverError } from '../../../src/claims/store/replaced-requests.ts';
import { createStoredLooks } from '../../../src/claims/store/looks.ts';
import { CLAIM_TIMINGS } from '../../../src/claims/timings.ts';
import type { Store } from '../../../src/database/store.ts';
import { describeOnEachDatabase } from '../../database/databases.ts';
import { rowsIn, setRows } from '../../database/rows.ts';
import { admit, GUILD, ledgerOn, newRequest, NO_LEASE, sealer } from './ledger-scene.ts';

const ADA = { guildId: GUILD, userId: 'ada' };
const NONE = { kind: 'none' } as const;

const looksOn = (store: Store) =>
  createStoredLooks({ store, sealer, timings: { ...CLAIM_TIMINGS, leaseMs: 0, firstLookMs: 0 } });

describeOnEachDatabase('a look', (open) => {
  /** One that is due, of somebody whose claim found nothing. */
  async function begun(timings = {}) {
    const store = await open();
    const ledger = ledgerOn(store, timings);
    const looks = looksOn(store);
    const { claim, request } = await admit(ledger);
    await ledger.close(claim, NONE);
    const click = newRequest();
    await looks.begin(click, { requestId: request.id, lookId: 'look', max: 1 });
    const [due] = await looks.take(1);
    if (!due) throw new Error('nothing is due');
    const next = newRequest({ interactionId: lookAfter(due.request), replaces: due.request.id, lookId: due.id });
    return { store, ledger, looks, due, next };
  }

  test('is gone on with once by two processes, of which one holds its claim', async () => {
    const { store, ledger, due, next } = await begun();
    const both = await Promise.allSettled([ledger.admit(next), ledgerOn(store).admit(next)]);
    const held = both.flatMap((one) => (one.status === 'fulfilled' && one.value.held ? [one.value] : []));
    expect(held).toHaveLength(1);
    expect(await rowsIn(store, 'claims')).toHaveLength(2);
    expect(await rowsIn(store, 'looks')).toMatchObject([{ id: due.id, request_id: held[0]?.request.id }]);
    expect((await ledger.standing(due.request.id))?.request).toMatchObject({ replaced: true, reply: undefined });
  });

  test('that is stopped just then is over, whoever comes first', async () => {
    const { store, ledger, looks, due, next } = await begun();
    const [admitted] = await Promise.allSettled([ledger.admit(next), looks.stop(due.id, ADA)]);
    const isOver = admitted.status === 'rejected' && admitted.reason instanceof LookOverError;
    expect(isOver || admitted.status === 'fulfilled').toBe(true);
    expect(await rowsIn(store, 'looks')).toEqual([]);
  });

  test('is over when another claim in its reply is recorded at the same time', async () => {
    const { store, ledger, due, next } = await begun();
    const another = ledger.admit(newRequest({ playername: 'Alex', replaces: due.request.id }));
    const [step] = await Promise.allSettled([ledger.admit(next), another]);
    expect(step).toMatchObject({ reason: expect.any(LookOverError) as LookOverError });
    expect(await rowsIn(store, 'looks')).toEqual([]);
  });

  test('that was stopped has no further claim', async () => {
    const { store, ledger, looks, due, next } = await begun();
    expect((await looks.stop(due.id, ADA))?.toTell?.id).toBe(due.request.id);
    await expect(ledger.admit(next)).rejects.toThrow(LookOverError);
    expect(await rowsIn(store, 'claims')).toHaveLength(1);
  });

  test('has no further claim once its person had their data deleted, although it was due before', async () => {
    const { store, ledger, due, next } = await begun();
    await setRows(store, 'claim_requests', { user_id: null });
    await expect(ledger.admit(next)).rejects.toThrow(LookOverError);
    expect((await rowsIn(store, 'claim_requests')).map(({ user_id }) => user_id)).toEqual([null, null]);
    expect(await rowsIn(store, 'looks')).toMatchObject([{ request_id: due.request.id }]);
  });

  test.each(['pending', undefined] as const)(
    'leaves nothing to be told later of the claims before the one that its reply shows, told %s',
    async (told) => {
      const { ledger, due, next } = await begun();
      if (told) await ledger.markTold(due.request.id, told);
      const { claim, request } = await ledger.admit(next);
      await ledger.close(claim, NONE);
      expect(await ledger.lateAnswersFor(ADA)).toMatchObject([{ request: { id: due.request.id } }]);
      await ledger.markTold(request.id, 'looking');
      expect(await ledger.lateAnswersFor(ADA)).toEqual([]);
    },
  );

  test('leaves a grant that comes late for a claim before to be told, once', async () => {
    const { store, ledger, due, next } = await begun();
    await ledger.admit(next);
    await setRows(store, 'claims', { verdict: 'granted' }, { id: due.request.claimId });
    const late = await ledger.lateAnswersFor(ADA);
    expect(late.map(({ request }) => request.id)).toEqual([due.request.id]);
  });

  test("is not ended by a forged claim of somebody else's in its reply", async () => {
    const { store, ledger, due } = await begun();
    await admit(ledger, { userId: 'bob', playername: 'Alex', replaces: due.request.id });
    expect(await rowsIn(store, 'looks')).toHaveLength(1);
  });

  test('is what its last request reads, until it is over', async () => {
    const { ledger, looks, due } = await begun(NO_LEASE);
    const read = async () => (await ledger.standing(due.request.id))?.verdict.kind;
    expect(await read()).toBe('looking');
    expect(await ledger.markTold(due.request.id, 'looking')).toBe(true);
    expect(await ledger.untold()).toEqual([]);
    await looks.end(due);
    expect(await read()).toBe('none');
    expect((await ledger.untold()).map(({ id }) => id)).toEqual([due.request.id]);
  });

  test('waits when it is put off', async () => {
    const { store, looks, due } = await begun();
    await looks.putOff(due, 60_000);
    expect(await looks.take(1)).toEqual([]);
    expect(await rowsIn(store, 'looks')).toHaveLength(1);
  });
});
