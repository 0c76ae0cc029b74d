import type { Escalation, Question } from '../../src/claims/store/escalations.ts';
import type { PastAttempt, PastClaim } from '../../src/claims/store/history.ts';
import {
  deliveryPost,
  donePost,
  escalationReply,
  questionPost,
  tokenRefused,
} from '../../src/claims/views/escalation.ts';
import type { Translate } from '../../src/locales/index.ts';
import { claim as pastClaim, delivery } from './claims.ts';
import { MINUTE_MS, MODERATOR_ID, NOW, type Replies, USER_ID } from './entries.ts';

const attempts = (...outcomes: PastAttempt['outcome'][]): PastAttempt[] =>
  outcomes.map((outcome, index) => {
    const startedAt = NOW - 15 * MINUTE_MS + index * MINUTE_MS;
    return { startedAt, endedAt: startedAt + 4_000, outcome };
  });

const UNKNOWN = { kind: 'unknown' } as const;
const LOST = attempts({ kind: 'not-sent' }, ...Array.from({ length: 8 }, () => UNKNOWN));

const claim = (changes: Partial<PastClaim> = {}): PastClaim =>
  pastClaim({
    openedAt: NOW - 15 * MINUTE_MS,
    state: 'parked',
    verdict: { kind: 'pending' },
    requests: [
      { userId: USER_ID, askedAt: NOW - 15 * MINUTE_MS, told: 'pending' },
      { userId: undefined, askedAt: NOW - 14 * MINUTE_MS, told: 'pending' },
    ],
    attempts: LOST,
    ...changes,
  });

const posted =
  (changes: Partial<Escalation> = {}): Replies[string] =>
  (t, written) => {
    const shown = {
      channel: 'moderators',
      verdict: 'pending',
      claim: claim(),
      isSettled: false,
      isElsewhere: false,
      ...changes,
    } as const;
    const playername = written ?? shown.claim.playername;
    return escalationReply({ ...shown, claim: { ...shown.claim, playername } }, t);
  };

const LIKELY = {
  verdict: 'likely-granted',
  claim: claim({
    state: 'closed',
    verdict: { kind: 'likely-granted' },
    attempts: attempts(UNKNOWN, { kind: 'answered', claimed: 2 }),
  }),
} satisfies Partial<Escalation>;

const GRANTED = { state: 'closed', verdict: { kind: 'granted' } } as const satisfies Partial<PastClaim>;
const ALREADY = {
  state: 'closed',
  verdict: { kind: 'already', recordedAt: NOW - 20 * MINUTE_MS },
  earlier: {
    reference: '3GPSXW4P',
    requests: [{ userId: USER_ID, askedAt: NOW - 20 * MINUTE_MS, told: 'granted' }],
    claimedAt: NOW - 20 * MINUTE_MS,
  },
} as const satisfies Partial<PastClaim>;
const DECIDED = {
  state: 'resolved',
  resolution: { outcome: 'claimed', at: NOW, by: MODERATOR_ID, note: 'The vote site *has* it.' },
} as const satisfies Partial<PastClaim>;
const ASKING = { userId: USER_ID, told: 'already' } as const;
const DELIVERIES = [
  delivery({ kind: 'votifier', state: 'parked', tries: 1, outcome: { kind: 'no-answer' } }),
  delivery({ hookNumber: 2, state: 'delivered', tries: 1, endedAt: NOW }),
];
const BAD_NAME = [delivery({ kind: 'votifier', state: 'parked', tries: 1, outcome: { kind: 'bad-name' } })];
const FAILING = [delivery({ kind: 'votifier', tries: 2, outcome: { kind: 'unreachable' } })];

const HELD: PastClaim['deliveries'] = FAILING.map((one) => ({ ...one, state: 'held', outcome: undefined }));
const SENT = (['sent-again', 'arrived'] as const).map((kind) => ({ hookNumber: 1, kind, by: MODERATOR_ID, at: NOW }));

const rewardPost = (changes: Partial<PastClaim>, isSettled: boolean, t: Translate) =>
  deliveryPost({ claim: claim({ ...GRANTED, ...changes }), isSettled }, t);

const asked = (question: Pick<Question, 'claim'> & Partial<Question>, t: Translate) =>
  questionPost({ asking: ASKING, isSettled: false, isElsewhere: false, ...question }, t);

export const replies: Replies = {
  'a parked claim': posted(),
  'a parked claim whose reward is held back': posted({ claim: claim({ deliveries: HELD }) }),
  'a parked claim, decided': posted({ claim: claim({ ...DECIDED, deliveries: DELIVERIES }), isSettled: true }),
  'a question that was dealt with': (t) => donePost(claim(GRANTED), { by: USER_ID, at: NOW }, t),
  'a parked claim of another server, decided there': posted({
    claim: claim(DECIDED),
    isSettled: true,
    isElsewhere: true,
  }),
  'a parked claim, granted late': posted({ claim: claim(GRANTED), isSettled: true }),
  'first answer lost, where rewards are announced, decided': posted({
    ...LIKELY,
    channel: 'announcements',
    claim: claim({ ...DECIDED, state: 'closed', verdict: { kind: 'likely-granted' } }),
    isSettled: true,
  }),
  'a reward that may have arrived, sent again': (t) =>
    rewardPost({ deliveries: FAILING, decisions: SENT.slice(0, 1) }, true, t),
  'a reward that may have arrived, and did': (t) =>
    rewardPost({ deliveries: DELIVERIES.slice(1), decisions: SENT.slice(1) }, true, t),
  'a reward that was not accepted, of a place that was removed': (t) =>
    rewardPost({ deliveries: FAILING.map((one) => ({ ...one, state: 'dropped' })) }, true, t),
  'a reward that waits at another place alone': (t) =>
    rewardPost({ deliveries: [...DELIVERIES.slice(1), delivery({ hookNumber: 3 })] }, true, t),
  'a question of a member, decided': (t) =>
    asked({ claim: claim({ ...ALREADY, ...DECIDED, state: 'closed' }), isSettled: true }, t),
  "a guild's token that is refused": (t) => tokenRefused('own', t),
  "an operator's token that is refused": (t) => tokenRefused('operators', t),
  'a parked claim that was opened in another server': posted({
    claim: claim({ requests: [{ userId: MODERATOR_ID, askedAt: NOW - MINUTE_MS, told: 'pending' }] }),
    isElsewhere: true,
  }),
  'a parked claim of many people': posted({
    claim: claim({ requests: Array.from({ length: 20 }, () => ({ userId: USER_ID, askedAt: NOW, told: 'pending' })) }),
  }),
  'first answer lost, for the moderators': posted(LIKELY),
  'first answer lost, after a reward for the same player': posted({
    ...LIKELY,
    claim: {
      ...LIKELY.claim,
      earlier: ALREADY.earlier,
      alsoInDoubt: [{ reference: '7KPSXW4Q', verdict: 'likely-granted', outcome: 'claimed' }],
    },
  }),
  'granted, maybe twice': posted({
    verdict: 'granted',
    claim: claim({
      state: 'closed',
      verdict: { kind: 'granted', maybeTwo: true },
      attempts: attempts(UNKNOWN, { kind: 'answered', claimed: 1 }),
    }),
  }),
  'a reward that may have arrived': (t) => rewardPost({ deliveries: DELIVERIES.slice(0, 1) }, false, t),
  'a reward that may have arrived, and has elsewhere': (t) => rewardPost({ deliveries: DELIVERIES }, false, t),
  'a reward that is not accepted, but by another place': (t) =>
    rewardPost({ deliveries: [...FAILING, delivery({ hookNumber: 2, state: 'delivered', endedAt: NOW })] }, false, t),
  'a reward that is not accepted': (t) => rewardPost({ deliveries: FAILING }, false, t),
  'a reward for a name that no vote can have': (t) => rewardPost({ deliveries: BAD_NAME }, false, t),
  'a question of a member': (t) => asked({ claim: claim(GRANTED) }, t),
  'a question about a claim of somebody else': (t) =>
    asked({ claim: claim({ state: 'closed', verdict: { kind: 'already', recordedAt: undefined } }) }, t),
  'a question about a claim of somebody else, whose claim is known': (t) => asked({ claim: claim(ALREADY) }, t),
  'a question about a claim of another server': (t) => asked({ claim: claim(GRANTED), isElsewhere: true }, t),
  'first answer lost, where rewards are announced and sent': posted({
    verdict: 'likely-granted',
    claim: claim({ ...LIKELY.claim, deliveries: HELD }),
    channel: 'announcements',
  }),
  'first answer lost, where rewards are announced': posted({ ...LIKELY, channel: 'announcements' }),
};
