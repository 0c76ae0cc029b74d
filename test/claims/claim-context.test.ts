import { expect, test } from 'vitest';

import type { ClaimRequest } from '../../src/claims/claim.ts';
import { createClaimContext } from '../../src/claims/claim-context.ts';
import type { Verdict } from '../../src/claims/states.ts';
import type { RewardState } from '../../src/rewards/hook.ts';
import { createLog } from '../../src/work/log.ts';

const REQUEST: ClaimRequest = {
  ...{ id: 'request', claimId: 'claim', interactionId: '1', guildId: 'guild', userId: 'ada', locale: 'en-US' },
  ...{ playername: 'Steve', credentialId: 'credential', reference: 'ABCD2345', createdAt: 7 },
  ...{ reply: undefined, acknowledged: true, told: undefined, replaced: false, hasReward: true },
};
const ABOUT = { playername: 'Steve', reference: 'ABCD2345', requestId: 'request' };
const LINKS = { voteLinks: [{ url: 'https://vote.example', label: undefined }], hasModerators: true };
const ALREADY = { kind: 'already', recordedAt: 3 } as const;

function createScene(works = true, reward: RewardState = 'on-its-way') {
  const orFail = <T>(value: T) => (works ? Promise.resolve(value) : Promise.reject(new Error('refused by the test')));
  return createClaimContext({
    settings: { afterClaim: () => orFail(LINKS) },
    offersReminder: () => Promise.resolve(true),
    ownClaims: {
      find: () => orFail({ claimId: 'own', reference: 'OWNOWN22', hasReward: true }),
      rewardOf: ({ claimId }) => orFail(claimId === 'own' ? 'unclear' : reward),
    },
    log: createLog({ level: 'silent', secrets: [] }),
  });
}

test.each<[Verdict, object]>([
  [{ kind: 'none' }, {}],
  [{ kind: 'granted' }, { offersReminder: true, reward: 'on-its-way' }],
  [
    { kind: 'granted', arrived: true },
    { offersReminder: true, reward: 'arrived' },
  ],
  [{ kind: 'likely-granted' }, {}],
  [{ kind: 'reviewed', outcome: 'claimed' }, { reward: 'on-its-way' }],
  [{ kind: 'reviewed', outcome: 'claimed', wasAlready: true }, {}],
  [ALREADY, { offersReminder: true, ownReference: 'OWNOWN22', reward: 'unclear' }],
  [{ kind: 'already', recordedAt: undefined }, { offersReminder: true }],
])('beside %j stands what goes with it', async (verdict, more) => {
  const context = await createScene()(REQUEST, verdict);
  const nothing = { offersReminder: false, ownReference: undefined, lateSince: undefined };
  expect(context).toEqual({ ...ABOUT, ...LINKS, ...nothing, ...more });
});

test('that a reward has arrived is said with the verdict that says so', async () => {
  const context = createScene(true, 'arrived');
  expect((await context(REQUEST, { kind: 'granted' })).reward).toBeUndefined();
  expect((await context(REQUEST, { kind: 'reviewed', outcome: 'claimed' })).reward).toBeUndefined();
  expect((await context(REQUEST, { kind: 'reviewed', outcome: 'claimed', arrived: true })).reward).toBe('arrived');
});

test('a late answer says since when, and asks nothing', async () => {
  const context = await createScene()(REQUEST, ALREADY, { isLate: true });
  expect(context).toEqual({ ...ABOUT, ...LINKS, lateSince: 7, offersReminder: undefined, ownReference: undefined });
});

test('whoever had their data deleted is asked nothing', async () => {
  const context = await createScene()({ ...REQUEST, userId: undefined }, ALREADY);
  expect(context).toMatchObject({ offersReminder: undefined, ownReference: undefined });
});

test('what cannot be looked up is left out', async () => {
  expect(await createScene(false)(REQUEST, ALREADY)).toEqual({ ...ABOUT, offersReminder: true });
});
