import { expect, test } from 'vitest';

import type { Claim } from '../../../src/claims/claim.ts';
import type { ReviewOutcome } from '../../../src/claims/states.ts';
import type { ClaimLedger } from '../../../src/claims/store/ledger.ts';
import type { AttemptOutcome } from '../../../src/claims/vote-client.ts';
import type { Store } from '../../../src/database/store.ts';
import { createHooks } from '../../../src/rewards/store/hooks.ts';
import { queueRewards } from '../../../src/rewards/store/queue.ts';
import {
  admit,
  attemptsIn,
  CREDENTIAL,
  grant,
  GRANTED,
  GUILD,
  ledgerOn,
  OTHER_CREDENTIAL,
  OTHER_GUILD,
  sealer,
  UNKNOWN,
} from '../../claims/store/ledger-scene.ts';
import { describeOnEachDatabase } from '../../database/databases.ts';
import { unprepared } from '../../database/query-plans.ts';
import { setRows } from '../../database/rows.ts';
import { addHook, ADDRESS, deliveriesIn } from './hook-scene.ts';

const NONE: AttemptOutcome = { kind: 'answered', claimed: 0 };
const ALREADY: AttemptOutcome = { kind: 'answered', claimed: 2 };

/** One claim with these answers, the last of which settles it. */
async function claimWith(ledger: ClaimLedger, outcomes: readonly AttemptOutcome[], changes = {}): Promise<Claim> {
  const { claim } = await admit(ledger, changes);
  for (const [index, outcome] of outcomes.entries()) {
    const attempt = await ledger.startAttempt(claim);
    if (index < outcomes.length - 1) await ledger.endAttempt(attempt, outcome);
    else await ledger.settle({ claim, attempt, outcome });
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
    const granted = [grant(ledger), grant(ledger, { guildId: OTHER_GUILD, playername: 'Alex' })];
    const claims = (await Promise.all(granted)).map(({ claim }) => claim.id);
    const told = (await deliveriesIn(store)).map(({ hook_id, claim_id }) => [claim_id, hook_id]);
    expect(Object.fromEntries(told)).toEqual({ [claims[0] ?? '']: here, [claims[1] ?? '']: there });
    expect(told).toHaveLength(2);
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

    await hooks.restrict(GUILD, one, OTHER_CREDENTIAL);
    await hooks.restrict(GUILD, other, undefined);
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

  test.each([
    ['likely', 'claimed', 'due'],
    ['likely', 'not-claimed', 'dropped'],
    ['parked', 'claimed', 'due'],
    ['parked', 'not-claimed', 'dropped'],
    ['parked', 'unstated', 'dropped'],
  ] as const)('of a %s claim is held until a moderator says that it is %s, then %s', async (which, outcome, state) => {
    const store = await open();
    const ledger = ledgerOn(store);
    await addHook(store);
    const { id: claimId } = which === 'likely' ? await claimWith(ledger, [UNKNOWN, ALREADY]) : await park(ledger);
    const [before] = await deliveriesIn(store);
    const decide = (guildId: string, said: ReviewOutcome = outcome) =>
      ledger.resolve({ guildId, claimId }, { by: 'mona', note: 'Looked', outcome: said });
    expect(await decide(OTHER_GUILD)).toBe(false);
    expect(await statesIn(store)).toEqual(['held']);
    expect(await decide(GUILD)).toBe(true);
    expect(await decide(GUILD, outcome === 'claimed' ? 'not-claimed' : 'claimed')).toBe(false);
    const { message_id, body } = before ?? {};
    expect(await deliveriesIn(store)).toMatchObject([{ state, message_id, body }]);
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
    await setRows(store, 'reward_deliveries', { state: 'delivered' });
    await ledger.endAttempt(attempt, GRANTED);
    expect(await statesIn(store)).toEqual(['delivered']);
  });

  test('costs the claims of a guild without hooks, voter role, goal and reminders no statement', async () => {
    const store = await open();
    await addHook(store, OTHER_GUILD);
    const spied: string[] = [];
    const watching: Store = {
      ...unprepared(store),
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
    // The one that closes the claim asks, on its way, what is there of them; the one that reads requests, if there is a message.
    expect(mentioning.map((node) => /\w+(?=QueryNode)/.exec(node)?.[0])).toEqual(['Update', 'Select']);
    expect(mentioning.every((node) => /"table":\{"kind":"TableNode"[^}]*"claim/.test(node))).toBe(true);
    expect(await attemptsIn(store)).toHaveLength(1);
    expect(await deliveriesIn(store)).toEqual([]);
  });
});
