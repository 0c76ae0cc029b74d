import { sql } from 'kysely';
import { expect, test } from 'vitest';

import type { Claim, ClaimRequest } from '../../../src/claims/claim.ts';
import { type ClaimLedger, ClaimLostError } from '../../../src/claims/store/ledger.ts';
import type { Store } from '../../../src/database/store.ts';
import { createStoredOwnNames } from '../../../src/guilds/store/own-names.ts';
import { describeOnPostgres } from '../../database/databases.ts';
import { admit, GRANTED, ledgerOn, NO_LEASE, OTHER_GUILD } from './ledger-scene.ts';

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
  /** An open claim with an attempt that has no end yet, and two processes that do something about it at once. */
  async function underWay(timings = {}) {
    const store = await open();
    const ledger = ledgerOn(store, timings);
    const { claim, request } = await admit(ledger);
    const attempt = await ledger.startAttempt(claim);
    const verdict = async () => (await ledger.standing(request.id))?.verdict;
    const both = <A, B>(first: (ledger: ClaimLedger) => Promise<A>, second: (ledger: ClaimLedger) => Promise<B>) =>
      atOnce(store, first, second);
    return { ledger, claim, request, attempt, verdict, both };
  }
  const NONE = { kind: 'none' } as const;
  const join = (ledger: ClaimLedger) => admit(ledger, { userId: 'bob' });

  test('one that records a grant is found by the other, which closes the claim', async () => {
    const { claim, attempt, verdict, both } = await underWay();
    const [isUpgraded] = await both(
      (one) => one.endAttempt(attempt, GRANTED),
      (other) => other.close(claim, NONE),
    );
    expect([isUpgraded, await verdict()]).toEqual([false, { kind: 'granted' }]);
  });

  test('one that closes the claim is found by the other, which records a grant', async () => {
    const { claim, attempt, verdict, both } = await underWay();
    const [, isUpgraded] = await both(
      (one) => one.close(claim, NONE),
      (other) => other.endAttempt(attempt, GRANTED),
    );
    expect([isUpgraded, await verdict()]).toEqual([true, { kind: 'granted' }]);
  });

  test('both of which record a grant of a closed claim, one makes it granted', async () => {
    const { ledger, claim, attempt, both } = await underWay();
    const second = await ledger.startAttempt(claim);
    await ledger.close(claim, NONE);
    const upgraded = await both(
      (one) => one.endAttempt(attempt, GRANTED),
      (other) => other.endAttempt(second, GRANTED),
    );
    expect(upgraded).toEqual([true, false]);
  });

  test('one that grants the claim is waited for by the other, which gives names owners where somebody joined it', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    const { claim } = await admit(ledger);
    await admit(ledger, { userId: 'bob', guildId: OTHER_GUILD });
    const attempt = await ledger.startAttempt(claim);
    const [, setting] = await atOnce(
      store,
      (one) => one.settle({ claim, attempt, outcome: GRANTED }),
      () => createStoredOwnNames(store).set(OTHER_GUILD, true),
    );
    expect(setting).toEqual({ on: true, count: 1 });
  });

  test('one that joins the claim is known to the other, which closes it', async () => {
    const { claim, request, both } = await underWay();
    const [joined, told] = await both(join, (other) => other.close(claim, NONE));
    expect(told.requests.map(({ id }) => id)).toEqual([request.id, joined.request.id]);
  });

  test('one that closes the claim leaves the other, which asks for it, to open the next', async () => {
    const { claim, both } = await underWay();
    const [, next] = await both((one) => one.close(claim, NONE), join);
    expect(next.held).toBe(true);
    expect(next.claim.id).not.toBe(claim.id);
  });

  test.each<[name: string, work: (ledger: ClaimLedger, claim: Claim) => Promise<unknown>]>([
    ['starts an attempt', (ledger, claim) => ledger.startAttempt(claim)],
    ['closes it', (ledger, claim) => ledger.close(claim, NONE)],
    ['releases it', (ledger, claim) => ledger.release(claim, 0)],
  ])('one that takes the claim over makes the other lose it, which %s', async (_name, work) => {
    const { claim, both } = await underWay(NO_LEASE);
    const done = both(
      (one) => one.takeOver(),
      (other) => work(other, claim),
    );
    await expect(done).rejects.toThrow(ClaimLostError);
  });

  test('both of which ask for an abandoned claim, one holds it', async () => {
    const { claim, both } = await underWay(NO_LEASE);
    const [one, other] = await both(join, (ledger) => admit(ledger, { userId: 'cat' }));
    expect([one.held, other.held]).toEqual([true, false]);
    expect([one.claim.id, other.claim.id]).toEqual([claim.id, claim.id]);
  });

  test('one that gives the claim up leaves it to the other, which was acknowledged', async () => {
    const { claim, request, both } = await underWay();
    const [isGivenUp, { takenOver }] = await both(
      (one) => one.abandon(claim, 1),
      (other) => other.acknowledge(request),
    );
    expect([isGivenUp, takenOver?.id]).toEqual([true, claim.id]);
  });

  test.each<[name: string, work: (ledger: ClaimLedger, request: ClaimRequest) => Promise<unknown>]>([
    ['was acknowledged', (ledger, request) => ledger.acknowledge(request)],
    ['joins the claim', join],
  ])('one that %s keeps the other from giving the claim up', async (_name, work) => {
    const { claim, request, both } = await underWay();
    const [, isGivenUp] = await both(
      (one) => work(one, request),
      (other) => other.abandon(claim, 1),
    );
    expect(isGivenUp).toBe(false);
  });

  test('one that renews the lease keeps the claim from the other, which takes over', async () => {
    const { claim, both } = await underWay(NO_LEASE);
    const [, taken] = await both(
      (one) => one.startAttempt(claim),
      (other) => other.takeOver(),
    );
    expect(taken).toEqual([]);
  });
});
