import { expect, test } from 'vitest';

import type { Claim } from '../../../src/claims/claim.ts';
import type { ClaimLedger } from '../../../src/claims/store/ledger.ts';
import type { AttemptOutcome } from '../../../src/claims/vote-client.ts';
import type { Store } from '../../../src/database/store.ts';
import { createHooks } from '../../../src/rewards/store/hooks.ts';
import { queueRewards } from '../../../src/rewards/store/queue.ts';
import {
  admit,
  attemptsIn,
  CREDENTIAL,
  GRANTED,
  GUILD,
  ledgerOn,
  OTHER_CREDENTIAL,
  OTHER_GUILD,
  sealer,
  UNKNOWN,
} from '../../claims/store/ledger-scene.ts';
import { describeOnEachDatabase } from '../../database/databases.ts';
import { addHook, ADDRESS, deliveriesIn } from './hook-scene.ts';

const NONE: AttemptOutcome = { kind: 'answered', claimed: 0 };
const ALREADY: AttemptOutcome = { kind: 'answered', claimed: 2 };

/** One claim with these answers, the last of which settles it. */
async function claimWith(ledger: ClaimLedger, outcomes: readonly AttemptOutcome[], changes = {}): Promise<Claim> {
  const { claim } = await admit(ledger, changes);
  for (const [index, outcome] of outcomes.entries()) {
    const attempt = await ledger.startAttempt(claim);
    if (index < outcomes.length - 1) await ledger.endAttempt(attempt, outcome);
    else await ledger.settle(claim, attempt, outcome);
  }
  return claim;
}

/** A claim that waits for a moderator. */
async function park(ledger: ClaimLedger): Promise<Claim> {
  const { claim } = await admit(ledger);
  await ledger.endAttempt(await ledger.startAttempt(claim), UNKNOWN);
  await ledger.close(claim, { kind: 'pending' });
  return claim;
}

const statesIn = async (store: Store) => (await deliveriesIn(store)).map(({ state }) => state);

describeOnEachDatabase('a reward', (open) => {
  test('goes to the hooks of its own guild alone, also among those of others at once', async () => {
    const store = await open();
    const [here, there] = [await addHook(store), await addHook(store, OTHER_GUILD)];
    const ledger = ledgerOn(store);
    const claims = [
      (await admit(ledger)).claim,
      (await admit(ledger, { guildId: OTHER_GUILD, playername: 'Alex' })).claim,
    ];
    const begun = await Promise.all(
      claims.map(async (claim) => ({ claim, attempt: await ledger.startAttempt(claim) })),
    );
    await Promise.all(begun.map(({ claim, attempt }) => ledger.settle(claim, attempt, GRANTED)));
    const told = (await deliveriesIn(store)).map(({ hook_id, claim_id }) => [hook_id, claim_id]);
    expect(told.toSorted()).toEqual(
      [
        [here, claims[0]?.id],
        [there, claims[1]?.id],
      ].toSorted(),
    );
  });

  test('is due with the verdict, in the words that are sent', async () => {
    const store = await open();
    const hook = await addHook(store);
    const claim = await claimWith(ledgerOn(store), [GRANTED]);
    const [delivery, ...others] = await deliveriesIn(store);
    expect(others).toEqual([]);
    expect(delivery).toMatchObject({ hook_id: hook, state: 'due', message_id: claim.id, tries: 0 });
    const at = new Date(delivery?.created_at ?? 0);
    const { timestamp, ...rest } = JSON.parse(delivery?.body ?? '') as { timestamp: string };
    expect(Math.abs(Date.parse(timestamp) - at.getTime())).toBeLessThan(5_000);
    expect(rest).toEqual({
      type: 'vote.claimed',
      data: { claim: claim.id, reference: claim.reference, player: 'Steve', guild: GUILD, claimed_at: timestamp },
    });
  });

  test('is left out where the last hook was removed after the verdict asked for it', async () => {
    const store = await open();
    const claim = await claimWith(ledgerOn(store), [GRANTED]);
    await store.write((db) => queueRewards(db, store, [{ ...claim, isProven: true }]));
    expect(await deliveriesIn(store)).toEqual([]);
  });

  test('is due only for hooks that are for the claims of its credential', async () => {
    const store = await open();
    const hooks = createHooks({ store, sealer });
    const all = await addHook(store);
    const one = await addHook(store, GUILD, ADDRESS, CREDENTIAL);
    const other = await addHook(store, GUILD, ADDRESS, OTHER_CREDENTIAL);
    const toldOf = async (playername: string, credentialId: string) => {
      const { id } = await claimWith(ledgerOn(store), [GRANTED], { playername, credentialId });
      return (await deliveriesIn(store)).flatMap(({ claim_id, hook_id }) => (claim_id === id ? [hook_id] : []));
    };
    expect(await toldOf('Steve', CREDENTIAL)).toEqual([all, one]);
    expect(await toldOf('Alex', OTHER_CREDENTIAL)).toEqual([all, other]);

    await hooks.limit(GUILD, one, OTHER_CREDENTIAL);
    await hooks.limit(GUILD, other, undefined);
    expect((await hooks.list(GUILD)).map(({ credentialId }) => credentialId)).toEqual([
      undefined,
      OTHER_CREDENTIAL,
      undefined,
    ]);
    expect(await toldOf('Ann', CREDENTIAL)).toEqual([all, other]);
  });

  test.each([
    ['no vote', [NONE]],
    ['a vote that was claimed before', [ALREADY]],
    ['a refusal', [{ kind: 'rejected', status: 400, retryAt: undefined }]],
  ] as const)('is not due for %s', async (_what, outcomes) => {
    const store = await open();
    await addHook(store);
    await claimWith(ledgerOn(store), outcomes);
    expect(await deliveriesIn(store)).toEqual([]);
  });

  test('that is not certain is held until a moderator decides, and then sent by the same id, or dropped', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    await addHook(store);
    const likely = await claimWith(ledger, [UNKNOWN, ALREADY]);
    const other = await claimWith(ledger, [UNKNOWN, ALREADY], { playername: 'Alex' });
    const before = await deliveriesIn(store);
    expect(before.map(({ state }) => state)).toEqual(['held', 'held']);

    const decide = (claim: Claim, outcome: 'claimed' | 'not-claimed') =>
      ledger.resolve({ guildId: GUILD, claimId: claim.id }, { by: 'mona', note: 'Looked', outcome });
    expect(await decide(likely, 'claimed')).toBe(true);
    expect(await decide(other, 'not-claimed')).toBe(true);
    expect([await decide(other, 'claimed'), await decide(likely, 'not-claimed')]).toEqual([false, false]);

    const after = await deliveriesIn(store);
    expect(after.map(({ state }) => state)).toEqual(['due', 'dropped']);
    expect(after.map(({ message_id, body }) => [message_id, body])).toEqual(
      before.map(({ message_id, body }) => [message_id, body]),
    );
  });

  test.each([
    ['claimed', 'due'],
    ['not-claimed', 'dropped'],
    ['unstated', 'dropped'],
  ] as const)('of a parked claim that a moderator says is %s is %s', async (outcome, state) => {
    const store = await open();
    const ledger = ledgerOn(store);
    await addHook(store);
    const { id: claimId } = await park(ledger);
    expect(await statesIn(store)).toEqual(['held']);
    expect(await ledger.resolve({ guildId: OTHER_GUILD, claimId }, { by: 'mona', note: 'Looked', outcome })).toBe(
      false,
    );
    expect(await statesIn(store)).toEqual(['held']);
    await ledger.resolve({ guildId: GUILD, claimId }, { by: 'mona', note: 'Looked', outcome });
    expect(await statesIn(store)).toEqual([state]);
  });

  test.each(['not-claimed', 'claimed', undefined] as const)(
    'is sent once if the answer comes after all, after a moderator said %s',
    async (outcome) => {
      const store = await open();
      const ledger = ledgerOn(store);
      await addHook(store);
      const { claim } = await admit(ledger);
      const attempt = await ledger.startAttempt(claim);
      await ledger.close(claim, { kind: 'pending' });
      if (outcome) await ledger.resolve({ guildId: GUILD, claimId: claim.id }, { by: 'mona', note: 'Looked', outcome });
      const [before] = await deliveriesIn(store);
      expect(await ledger.endAttempt(attempt, GRANTED)).toBe(true);
      expect(await deliveriesIn(store)).toMatchObject([{ state: 'due', body: before?.body }]);
    },
  );

  test('that was delivered already is not due again when the answer comes after all', async () => {
    const store = await open();
    const ledger = ledgerOn(store);
    await addHook(store);
    const { claim } = await admit(ledger);
    const attempt = await ledger.startAttempt(claim);
    await ledger.close(claim, { kind: 'pending' });
    await ledger.resolve({ guildId: GUILD, claimId: claim.id }, { by: 'mona', note: 'Looked', outcome: 'claimed' });
    await store.write((db) => db.updateTable('reward_deliveries').set({ state: 'delivered' }).execute());
    await ledger.endAttempt(attempt, GRANTED);
    expect(await statesIn(store)).toEqual(['delivered']);
  });

  test('costs the claims of a guild without hooks, voter role, goal and reminders no statement', async () => {
    const store = await open();
    await addHook(store, OTHER_GUILD);
    const spied: string[] = [];
    const watching: Store = {
      ...store,
      write: (work) =>
        store.write((db) =>
          work(
            db.withPlugin({
              transformQuery: ({ node }) => {
                spied.push(JSON.stringify(node));
                return node;
              },
              transformResult: ({ result }) => Promise.resolve(result),
            }),
          ),
        ),
    };
    await claimWith(ledgerOn(watching), [GRANTED]);
    expect(spied.length).toBeGreaterThan(5);
    const mentioning = spied.filter((node) => /reward_|voter_role|goal_|reminders/.test(node));
    // The one that closes the claim asks, on its way, what is there of them; those that read requests, if there is a message.
    expect(mentioning.map((node) => /\w+(?=QueryNode)/.exec(node)?.[0])).toEqual(['Select', 'Update', 'Select']);
    expect(mentioning.every((node) => /"table":\{"kind":"TableNode"[^}]*"claim/.test(node))).toBe(true);
    expect(await attemptsIn(store)).toHaveLength(1);
    expect(await deliveriesIn(store)).toEqual([]);
  });
});
