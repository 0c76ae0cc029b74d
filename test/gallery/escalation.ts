import type { Escalation } from '../../src/claims/store/escalations.ts';
import type { PastAttempt, PastClaim } from '../../src/claims/store/history.ts';
import { deliveryPost, escalationReply, questionPost } from '../../src/claims/views/escalation.ts';
import { MINUTE_MS, MODERATOR_ID, NOW, REFERENCE, type Replies, USER_ID } from './entries.ts';

const attempts = (...outcomes: PastAttempt['outcome'][]): PastAttempt[] =>
  outcomes.map((outcome, index) => {
    const startedAt = NOW - 15 * MINUTE_MS + index * MINUTE_MS;
    return { startedAt, endedAt: startedAt + 4_000, outcome };
  });

const UNKNOWN = { kind: 'unknown' } as const;
const LOST = attempts({ kind: 'not-sent' }, ...Array.from({ length: 8 }, () => UNKNOWN));

const claim = (changes: Partial<PastClaim> = {}): PastClaim => ({
  id: '0b9f6a3e-27a3-4f3f-8f5f-2d8a4a1c9e77',
  reference: REFERENCE,
  guildId: '100000000000000001',
  credentialId: 'credential',
  playername: 'Steve_the_Builder',
  openedAt: NOW - 15 * MINUTE_MS,
  epoch: 1,
  state: 'parked',
  verdict: { kind: 'pending' },
  requests: [
    { userId: USER_ID, askedAt: NOW - 15 * MINUTE_MS, told: 'pending' },
    { userId: undefined, askedAt: NOW - 14 * MINUTE_MS, told: 'pending' },
  ],
  attempts: LOST,
  deliveries: [],
  decisions: [],
  alsoInDoubt: [],
  resolution: undefined,
  ...changes,
});

const posted =
  (changes: Partial<Escalation> = {}): Replies[string] =>
  (t, written) => {
    const shown = {
      channel: 'moderators',
      verdict: 'pending',
      claim: claim(),
      isElsewhere: false,
      ...changes,
    } as const;
    const playername = written ?? shown.claim.playername;
    return escalationReply({ ...shown, claim: { ...shown.claim, playername } }, t);
  };

const LIKELY = {
  verdict: 'likely-granted',
  claim: claim({ attempts: attempts(UNKNOWN, { kind: 'answered', claimed: 2 }) }),
} satisfies Partial<Escalation>;

const GRANTED = { state: 'closed', verdict: { kind: 'granted' } } as const satisfies Partial<PastClaim>;
const ALREADY = { kind: 'already', recordedAt: undefined } as const;
const ASKING = { userId: USER_ID, told: 'already' } as const;
const DELIVERIES: PastClaim['deliveries'] = [
  {
    hookNumber: 1,
    kind: 'votifier',
    state: 'parked',
    tries: 1,
    earlierTries: 0,
    outcome: { kind: 'no-answer' },
    endedAt: undefined,
  },
  { hookNumber: 2, kind: 'webhook', state: 'delivered', tries: 1, earlierTries: 0, outcome: undefined, endedAt: NOW },
];

const BAD_NAME: PastClaim['deliveries'] = [
  {
    hookNumber: 1,
    kind: 'votifier',
    state: 'parked',
    tries: 1,
    earlierTries: 0,
    outcome: { kind: 'bad-name' },
    endedAt: undefined,
  },
];

const HELD: PastClaim['deliveries'] = [
  { hookNumber: 1, kind: 'webhook', state: 'held', tries: 0, earlierTries: 0, outcome: undefined, endedAt: undefined },
];

const FAILING: PastClaim['deliveries'] = [
  {
    hookNumber: 1,
    kind: 'votifier',
    state: 'due',
    tries: 2,
    earlierTries: 0,
    outcome: { kind: 'unreachable' },
    endedAt: undefined,
  },
];

export const replies: Replies = {
  'a parked claim': posted(),
  'a parked claim that was opened in another server': posted({
    claim: claim({ requests: [{ userId: MODERATOR_ID, askedAt: NOW - MINUTE_MS, told: 'pending' }] }),
    isElsewhere: true,
  }),
  'a parked claim of many people': posted({
    claim: claim({ requests: Array.from({ length: 20 }, () => ({ userId: USER_ID, askedAt: NOW, told: 'pending' })) }),
  }),
  'first answer lost, for the moderators': posted({ ...LIKELY }),
  'granted, maybe twice': posted({
    verdict: 'granted',
    claim: claim({ attempts: attempts(UNKNOWN, { kind: 'answered', claimed: 1 }) }),
  }),
  'a reward that may have arrived': (t) => deliveryPost(claim({ ...GRANTED, deliveries: DELIVERIES }), t),
  'a reward that is not accepted': (t) => deliveryPost(claim({ ...GRANTED, deliveries: FAILING }), t),
  'a reward for a name that no vote can have': (t) => deliveryPost(claim({ ...GRANTED, deliveries: BAD_NAME }), t),
  'a question of a member': (t) => questionPost({ claim: claim(GRANTED), asking: ASKING, isElsewhere: false }, t),
  'a question about a claim of somebody else': (t) =>
    questionPost({ claim: claim({ state: 'closed', verdict: ALREADY }), asking: ASKING, isElsewhere: false }, t),
  'a question about a claim of another server': (t) =>
    questionPost({ claim: claim(GRANTED), asking: ASKING, isElsewhere: true }, t),
  'first answer lost, where rewards are announced and sent': posted({
    verdict: 'likely-granted',
    claim: claim({ ...LIKELY.claim, deliveries: HELD }),
    channel: 'announcements',
  }),
  'first answer lost, where rewards are announced': posted({
    ...LIKELY,
    channel: 'announcements',
  }),
};
