import { expect, test } from 'vitest';

import type { ClaimRequest } from '../../src/claims/claim.ts';
import { createClaimContext } from '../../src/claims/claim-context.ts';
import type { Verdict } from '../../src/claims/states.ts';
import type { AfterClaim } from '../../src/guilds/settings.ts';
import type { RewardState } from '../../src/rewards/hook.ts';
import { HOUR_MS } from '../../src/work/clock.ts';
import { createLog } from '../../src/work/log.ts';

const REQUEST: ClaimRequest = {
  ...{ id: 'request', claimId: 'claim', interactionId: '1', guildId: 'guild', userId: 'ada', locale: 'en-US' },
  ...{ playername: 'Steve', credentialId: 'credential', reference: 'ABCD2345', createdAt: 7 },
  ...{ reply: undefined, acknowledged: true, told: undefined, replaced: false, hasReward: true },
};
const ABOUT = { playername: 'Steve', reference: 'ABCD2345', requestId: 'request' };
const LINKS = {
  voteLinks: [{ url: 'https://vote.example', label: undefined }],
  hasModerators: true,
  hasOwnToken: true,
};
const NOTHING_SAID = { rewardsByHand: false, nextVote: undefined };
const NOW = 10 * HOUR_MS;
const ALREADY = { kind: 'already', recordedAt: 3 } as const;

function createScene(works = true, reward: RewardState = 'on-its-way', said: Partial<AfterClaim> = {}) {
  const orFail = <T>(value: T) => (works ? Promise.resolve(value) : Promise.reject(new Error('refused by the test')));
  return createClaimContext({
    settings: { afterClaim: () => orFail({ ...LINKS, ...NOTHING_SAID, ...said }) },
    offersReminder: () => Promise.resolve(true),
    ownClaims: {
      find: () => orFail({ claimId: 'own', guildId: 'guild', reference: 'OWNOWN22', hasReward: true }),
      rewardOf: ({ claimId }) =>
        orFail(claimId === 'own' ? { reward: 'unclear', isPosted: true } : { reward, isPosted: false }),
    },
    timings: { firstLookMs: 5 },
    now: () => NOW,
    log: createLog({ level: 'silent', secrets: [] }),
  });
}

test.each<[Verdict, object]>([
  [{ kind: 'none' }, {}],
  [{ kind: 'granted' }, { offersReminder: true, reward: 'on-its-way', isPosted: false }],
  [
    { kind: 'granted', arrived: true },
    { offersReminder: true, reward: 'arrived' },
  ],
  [{ kind: 'likely-granted' }, {}],
  [
    { kind: 'reviewed', outcome: 'claimed' },
    { reward: 'on-its-way', isPosted: false },
  ],
  [{ kind: 'reviewed', outcome: 'claimed', claimedBefore: true }, {}],
  [ALREADY, { offersReminder: true, ownReference: 'OWNOWN22', reward: 'unclear', isPosted: true }],
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

test('a reward that arrived as a moderator says is told so', async () => {
  const context = createScene(true, 'vouched');
  expect((await context(REQUEST, { kind: 'granted', arrived: true })).reward).toBe('vouched');
  expect((await context(REQUEST, { kind: 'granted' })).reward).toBeUndefined();
});

test('where a manager said that staff hand rewards over, one that is sent nowhere is theirs', async () => {
  const byHand = async (reward: RewardState) =>
    (await createScene(true, reward, { rewardsByHand: true })(REQUEST, { kind: 'granted' })).reward;
  expect([await byHand('none'), await byHand('failing')]).toEqual(['by-hand', 'failing']);
});

test.each<[Verdict, claimedAt: number | undefined]>([
  [{ kind: 'granted' }, NOW - HOUR_MS],
  [{ kind: 'already', recordedAt: NOW - 2 * HOUR_MS }, NOW - 2 * HOUR_MS],
  [{ kind: 'already', recordedAt: undefined }, undefined],
  [{ kind: 'none' }, undefined],
])('beside %j stands when one can vote again, as far as that is known', async (verdict, claimedAt) => {
  const nextVote = (said: AfterClaim['nextVote']) =>
    createScene(true, 'none', { nextVote: said })({ ...REQUEST, createdAt: NOW - HOUR_MS }, verdict);
  const hours = { hours: 3, nextDay: undefined };
  expect((await nextVote(hours)).nextVoteAt).toBe(claimedAt && claimedAt + 3 * HOUR_MS);
  const nextDay = { timeZone: 'UTC', hour: 12 };
  expect((await nextVote({ hours: 3, nextDay })).nextVoteAt).toBe(claimedAt && 12 * HOUR_MS);
  expect((await nextVote({ ...hours, hours: 1 })).nextVoteAt, 'the time has passed').toBeUndefined();
  expect((await nextVote(undefined)).nextVoteAt).toBeUndefined();
});

test('beside a vote that is looked for stands when it is for the last time', async () => {
  const look = (nextAt: number) => ({ id: 'look', begunAt: 100, nextAt, endsAt: 136 });
  const lastLookAt = async (nextAt: number) =>
    (await createScene()(REQUEST, { kind: 'looking', look: look(nextAt), after: { kind: 'none' } })).lastLookAt;
  expect([await lastLookAt(105), await lastLookAt(115), await lastLookAt(116)]).toEqual([135, 135, 116]);
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
  for (const verdict of [ALREADY, { kind: 'granted', arrived: true } as const])
    expect(await createScene(false)(REQUEST, verdict)).toEqual({ ...ABOUT, offersReminder: true });
});
