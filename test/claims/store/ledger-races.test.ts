import { sql } from 'kysely';
import { expect, test } from 'vitest';

import type { Claim } from '../../../src/claims/claim.ts';
import { type ClaimLedger, ClaimLostError } from '../../../src/claims/store/ledger.ts';
import type { Store } from '../../../src/database/store.ts';
import { describeOnPostgres } from '../../database/databases.ts';
import { admit, GRANTED, ledgerOn, NO_LEASE } from './ledger-scene.ts';

/** A store whose writes do everything, and then wait for `commit` before they commit. */
function uncommitted(store: Store) {
  const [done, committed] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const slow: Store = {
    ...store,
    write: (work) =>
      store.write(async (db) => {
        const result = await work(db);
        done.resolve(undefined);
        await committed.promise;
        return result;
      }),
  };
  return {
    slow,
    done: done.promise,
    commit: () => {
      committed.resolve(undefined);
    },
  };
}

/** Resolves once a session waits for a row that another one has locked. */
async function untilOneWaits(store: Store): Promise<void> {
  const waiting = sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  for (;;) {
    const { rows } = await store.read((db) => waiting.execute(db));
    if ((rows[0]?.count ?? 0) > 0) return;
  }
}

/**
 * Carries out `second` while `first` has done everything but commit. Whoever needs what the other has locked waits for
 * it.
 */
async function atOnce<A, B>(
  store: Store,
  first: (ledger: ClaimLedger) => Promise<A>,
  second: (ledger: ClaimLedger) => Promise<B>,
): Promise<[A, B]> {
  const { slow, done, commit } = uncommitted(store);
  const earlier = first(ledgerOn(slow));
  await done;
  const later = second(ledgerOn(store));
  later.catch(() => undefined);
  await Promise.race([later.catch(() => undefined), untilOneWaits(store)]);
  commit();
  return Promise.all([earlier, later]);
}

describeOnPostgres('of two transactions at once', (open) => {
  /** An open claim with an attempt that has no end yet. */
  async function underWay(timings = {}) {
    const store = await open();
    const ledger = ledgerOn(store, timings);
    const { claim, request } = await admit(ledger);
    return { store, ledger, claim, request, attempt: await ledger.startAttempt(claim) };
  }

  test('one that records a grant is found by the other, which closes the claim', async () => {
    const { store, ledger, claim, request, attempt } = await underWay();
    const [wasUpgraded] = await atOnce(
      store,
      (one) => one.endAttempt(attempt, GRANTED),
      (other) => other.close(claim, { kind: 'none' }),
    );
    expect(wasUpgraded).toBe(false);
    expect(await ledger.standing(request.id)).toMatchObject({ verdict: { kind: 'granted' } });
  });

  test('one that closes the claim is found by the other, which records a grant', async () => {
    const { store, ledger, claim, request, attempt } = await underWay();
    const [, wasUpgraded] = await atOnce(
      store,
      (one) => one.close(claim, { kind: 'none' }),
      (other) => other.endAttempt(attempt, GRANTED),
    );
    expect(wasUpgraded).toBe(true);
    expect(await ledger.standing(request.id)).toMatchObject({ verdict: { kind: 'granted' } });
  });

  test('both of which record a grant of a closed claim, one makes it granted', async () => {
    const { store, ledger, claim, attempt } = await underWay();
    const second = await ledger.startAttempt(claim);
    await ledger.close(claim, { kind: 'none' });
    const upgraded = await atOnce(
      store,
      (one) => one.endAttempt(attempt, GRANTED),
      (other) => other.endAttempt(second, GRANTED),
    );
    expect(upgraded).toEqual([true, false]);
  });

  test('one that joins the claim is known to the other, which closes it', async () => {
    const { store, claim, request } = await underWay();
    const [joined, told] = await atOnce(
      store,
      (one) => admit(one, { userId: 'bob' }),
      (other) => other.close(claim, { kind: 'none' }),
    );
    expect(told.requests.map(({ id }) => id)).toEqual([request.id, joined.request.id]);
  });

  test('one that closes the claim leaves the other, which asks for it, to open the next', async () => {
    const { store, claim } = await underWay();
    const [, next] = await atOnce(
      store,
      (one) => one.close(claim, { kind: 'none' }),
      (other) => admit(other, { userId: 'bob' }),
    );
    expect(next.held).toBe(true);
    expect(next.claim.id).not.toBe(claim.id);
  });

  test.each<[name: string, work: (ledger: ClaimLedger, claim: Claim) => Promise<unknown>]>([
    ['starts an attempt', (ledger, claim) => ledger.startAttempt(claim)],
    ['closes it', (ledger, claim) => ledger.close(claim, { kind: 'none' })],
    ['releases it', (ledger, claim) => ledger.release(claim, 0)],
  ])('one that takes the claim over makes the other lose it, which %s', async (_name, work) => {
    const { store, claim } = await underWay(NO_LEASE);
    await expect(
      atOnce(
        store,
        (one) => one.takeOver(),
        (other) => work(other, claim),
      ),
    ).rejects.toThrow(ClaimLostError);
  });

  test('both of which ask for an abandoned claim, one holds it', async () => {
    const { store, claim } = await underWay(NO_LEASE);
    const [one, other] = await atOnce(
      store,
      (ledger) => admit(ledger, { userId: 'bob' }),
      (ledger) => admit(ledger, { userId: 'cat' }),
    );
    expect([one.held, other.held]).toEqual([true, false]);
    expect([one.claim.id, other.claim.id]).toEqual([claim.id, claim.id]);
  });

  test('one that gives the claim up leaves it to the other, which was acknowledged', async () => {
    const { store, claim, request } = await underWay();
    const [isGivenUp, { takenOver }] = await atOnce(
      store,
      (one) => one.abandon(claim, 1),
      (other) => other.acknowledge(request),
    );
    expect([isGivenUp, takenOver?.id]).toEqual([true, claim.id]);
  });

  test('one that was acknowledged keeps the other from giving the claim up', async () => {
    const { store, claim, request } = await underWay();
    const [, isGivenUp] = await atOnce(
      store,
      (one) => one.acknowledge(request),
      (other) => other.abandon(claim, 1),
    );
    expect(isGivenUp).toBe(false);
  });

  test('one that joins the claim keeps the other from giving it up', async () => {
    const { store, claim } = await underWay();
    const [, isGivenUp] = await atOnce(
      store,
      (one) => admit(one, { userId: 'bob' }),
      (other) => other.abandon(claim, 1),
    );
    expect(isGivenUp).toBe(false);
  });

  test('one that renews the lease keeps the claim from the other, which takes over', async () => {
    const { store, claim } = await underWay(NO_LEASE);
    const [, taken] = await atOnce(
      store,
      (one) => one.startAttempt(claim),
      (other) => other.takeOver(),
    );
    expect(taken).toEqual([]);
  });
});
