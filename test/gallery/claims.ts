import { DOUBTS_NAMED } from '../../src/claims/escalation.ts';
import { MAX_CLAIMS_IN_FILE, MAX_NOTE_LENGTH, type ResolveOutcome } from '../../src/claims/review.ts';
import type { ReviewOutcome } from '../../src/claims/states.ts';
import type { PastAttempt, PastClaim, PastRequest } from '../../src/claims/store/history.ts';
import { claimDetail, decidedBefore, resolveModal, resolveReply } from '../../src/claims/views/detail.ts';
import { claimFile, claimsCsv } from '../../src/claims/views/file.ts';
import { claimList, claimNotFound, claimsGone, noSuchReference } from '../../src/claims/views/list.ts';
import type { PlainTextKey, Translate } from '../../src/locales/index.ts';
import type { PastDelivery } from '../../src/rewards/hook.ts';
import type { ListedClaim } from '../../src/ui/custom-ids.ts';
import { SECOND_MS } from '../../src/work/clock.ts';
import {
  DAY_MS,
  LIST_ID,
  MINUTE_MS,
  type Modals,
  MODERATOR_ID,
  NOW,
  REFERENCE,
  type Replies,
  USER_ID,
} from './entries.ts';
import { QUESTION } from './own-names.ts';

const NO_CLAIMS = { id: LIST_ID, questions: [], claims: [], page: 1, pages: 1, total: 0, waiting: 0 };
const CLAIM_ID = '0b9f6a3e-27a3-4f3f-8f5f-2d8a4a1c9e77';
const PLACE = { listId: LIST_ID, page: 1 };

const attempt = (number: number, outcome?: PastAttempt['outcome']): PastAttempt => {
  const startedAt = NOW - DAY_MS + number * MINUTE_MS;
  return { startedAt, endedAt: outcome && startedAt + 4 * SECOND_MS, outcome };
};
const EVERY_OUTCOME = [
  attempt(0, { kind: 'not-sent' }),
  attempt(1, { kind: 'unknown' }),
  attempt(2, { kind: 'rejected', status: 429, retryAt: undefined }),
  attempt(3, { kind: 'answered', claimed: 0 }),
  attempt(4, { kind: 'answered', claimed: 2 }),
  attempt(5, { kind: 'answered', claimed: 1 }),
  attempt(6),
];
const LOST = Array.from({ length: 9 }, (_, number) => attempt(number, { kind: 'unknown' }));

const asked = (told?: PastRequest['told'], userId: string | undefined = USER_ID): PastRequest => ({
  userId,
  askedAt: NOW - DAY_MS,
  told,
});
const DELETED: PastRequest = { userId: undefined, askedAt: NOW - DAY_MS, told: undefined };

export const claim = (changes: Partial<PastClaim> = {}): PastClaim => ({
  id: CLAIM_ID,
  reference: REFERENCE,
  guildId: '100000000000000001',
  credentialId: 'credential',
  playername: 'Steve_the_Builder',
  openedAt: NOW - DAY_MS,
  epoch: 1,
  verdict: { kind: 'granted' },
  state: 'closed',
  attempts: [attempt(0, { kind: 'answered', claimed: 1 })],
  deliveries: [],
  decisions: [],
  alsoInDoubt: [],
  requests: [asked('granted')],
  resolution: undefined,
  ...changes,
});

const PARKED = claim({ verdict: { kind: 'pending' }, state: 'parked', attempts: LOST, requests: [asked('pending')] });
const RESOLVED = claim({
  ...PARKED,
  state: 'resolved',
  requests: [asked('reviewed'), asked('pending', MODERATOR_ID)],
  resolution: {
    outcome: 'unstated',
    at: NOW,
    by: MODERATOR_ID,
    note: 'The vote site *has* the vote. See [the log](https://logs.example).',
  },
});
const DECIDED = (['claimed', 'not-claimed'] as const).map((outcome) =>
  claim({
    verdict: { kind: 'likely-granted' },
    attempts: LOST,
    requests: [asked('reviewed')],
    resolution: { outcome, at: NOW, by: MODERATOR_ID, note: 'Asked the vote site.' },
  }),
);
const ALREADY = {
  verdict: { kind: 'already', recordedAt: NOW - 2 * DAY_MS },
  requests: [asked('already')],
} as const satisfies Partial<PastClaim>;
const EARLIER: PastClaim['earlier'] = {
  reference: '3GPSXW4P',
  requests: [asked('granted'), DELETED],
  claimedAt: NOW - 4 * DAY_MS,
};
/** Of a claim that was parked. */
const BETWEEN = {
  earlier: { ...EARLIER, claimedAt: PARKED.openedAt - 20 * 60 * MINUTE_MS },
  later: { reference: 'M8QK2TRD', requests: [asked('granted')], claimedAt: PARKED.openedAt + 40 * MINUTE_MS },
};
const UNDER_WAY = claim({ state: 'open', verdict: undefined, requests: [asked()] });
const NEVER_SENT = claim({ verdict: { kind: 'unavailable' }, attempts: [], requests: [asked('unavailable')] });
const JOINED = claim({
  verdict: { kind: 'likely-granted' },
  attempts: EVERY_OUTCOME.slice(0, 2),
  requests: [asked('likely-granted'), DELETED, asked('pending', MODERATOR_ID), asked(), asked()],
});

export const delivery = (changes: Partial<PastDelivery>): PastDelivery => ({
  hookNumber: 1,
  kind: 'webhook',
  state: 'due',
  tries: 0,
  earlierTries: 0,
  outcome: undefined,
  endedAt: undefined,
  ...changes,
});

const DIFFERENT = [
  PARKED,
  UNDER_WAY,
  claim({ playername: '**Alex** <@1>' }),
  claim({ verdict: { kind: 'none' }, requests: [asked()] }),
  claim({ verdict: { kind: 'refused', reason: 'token' }, requests: [asked('refused')] }),
  NEVER_SENT,
  JOINED,
  RESOLVED,
  ...DECIDED,
  claim({ deliveries: [delivery({ kind: 'votifier', state: 'parked', tries: 1, outcome: { kind: 'bad-name' } })] }),
].map((one, index) => ({ ...one, id: `${CLAIM_ID}${index}` }));

/** The same with this for its player, and as much of it as a note may have for the note. */
const about = (shown: PastClaim, written: string | undefined): PastClaim =>
  written === undefined
    ? shown
    : {
        ...shown,
        playername: written,
        resolution: shown.resolution && { ...shown.resolution, note: written.slice(0, MAX_NOTE_LENGTH) },
      };

const detail =
  (shown: PastClaim, attempts: PastClaim['attempts'] = [], deliveries: PastClaim['deliveries'] = []): Replies[string] =>
  (t, written) =>
    claimDetail({ ...about(shown, written), attempts, deliveries }, { openedFrom: PLACE }, t);

const EVERY_DELIVERY = [
  delivery({}),
  delivery({ hookNumber: 2, tries: 3, outcome: { kind: 'answered', status: 500 } }),
  delivery({ hookNumber: 3, tries: 9, outcome: { kind: 'no-answer' } }),
  delivery({ hookNumber: 4, state: 'delivered', tries: 1, outcome: { kind: 'answered', status: 204 }, endedAt: NOW }),
  delivery({ hookNumber: 5, kind: undefined, state: 'dropped' }),
  delivery({ hookNumber: 6, kind: 'votifier', state: 'sending' }),
  delivery({ hookNumber: 8, isOff: true }),
  delivery({ hookNumber: 7, kind: 'votifier', state: 'parked', tries: 1, outcome: { kind: 'bad-name' } }),
];

const DECISIONS: PastClaim['decisions'] = [
  ...Array.from({ length: 9 }, () => ({ hookNumber: 6, kind: 'sent-again', by: MODERATOR_ID, at: NOW }) as const),
  { hookNumber: 5, kind: 'arrived', by: undefined, at: NOW },
];
const TAKEN: Partial<PastClaim> = {
  deliveries: [delivery({ kind: 'votifier', state: 'delivered', tries: 1, earlierTries: 10, endedAt: NOW })],
  decisions: [{ hookNumber: 1, kind: 'sent-again', by: MODERATOR_ID, at: NOW }],
};

const ARRIVED = [
  delivery({ kind: 'votifier', state: 'delivered', tries: 1, outcome: { kind: 'no-answer' }, endedAt: NOW }),
];

/** After something has just happened to it. */
const after =
  (happened: PlainTextKey, changes: Partial<PastClaim>, more: { openedFrom?: undefined; asks?: true } = {}) =>
  (t: Translate) =>
    claimDetail(claim(changes), { openedFrom: PLACE, happened: t(happened), ...more }, t);

const resolved =
  (outcome: ResolveOutcome): Replies[string] =>
  (t, written) =>
    resolveReply(
      'claim' in outcome ? { ...outcome, claim: about(outcome.claim, written) } : outcome,
      { openedFrom: PLACE, note: (written ?? 'The log has it.').slice(0, MAX_NOTE_LENGTH) },
      t,
    );

const csv = await claimsCsv([DIFFERENT.map((claim) => ({ ...claim, deliveries: EVERY_DELIVERY }))], 'en-US');

export const replies: Replies = {
  'a list': (t) => claimList({ ...NO_CLAIMS, claims: DIFFERENT, total: DIFFERENT.length, waiting: 1 }, t),
  'a page of many': (t, written) => {
    const claims = DIFFERENT.filter(({ state }) => state !== 'parked').map((one) => about(one, written));
    return claimList({ ...NO_CLAIMS, claims, page: 2, pages: 1_235, total: 12_345 }, t);
  },
  'the file': (t) => claimFile({ csv, count: DIFFERENT.length, total: DIFFERENT.length }, t),
  'the file of more than it holds': (t) =>
    claimFile({ csv, count: DIFFERENT.length, total: MAX_CLAIMS_IN_FILE + 1 }, t),
  'none found': (t) => claimList(NO_CLAIMS, t),
  'none of this member, where names have owners': (t) => claimList(NO_CLAIMS, t, USER_ID),
  'no claim with this reference': (t, written) => noSuchReference(written ?? 'k7qx-2m', t),
  'list too old': claimsGone,
  'not on record any more': claimNotFound,
  'of a name that belongs to somebody': detail(
    claim({ owner: { id: 7, playername: 'Steve_the_Builder', userId: USER_ID, since: NOW - 90 * DAY_MS } }),
  ),
  'waits for a moderator': detail(PARKED, LOST),
  'waits for a moderator, beside another one': detail(
    { ...PARKED, alsoInDoubt: [{ reference: '3GPSXW4P', verdict: 'pending', outcome: undefined }] },
    LOST,
  ),
  'granted after a moderator had decided': detail(
    claim({ resolution: { outcome: 'not-claimed', at: NOW, by: USER_ID, note: 'Nothing on the vote site.' } }),
  ),
  'waits for a moderator, beside more than are named': detail(
    {
      ...PARKED,
      alsoInDoubt: Array.from({ length: DOUBTS_NAMED + 1 }, (_, nth) => ({
        reference: `3GPSXW4${'ABCDEFGH'.charAt(nth)}`,
        verdict: 'likely-granted',
        outcome: nth === 0 ? 'not-claimed' : undefined,
      })),
    },
    LOST,
  ),
  'waits for a moderator, between two rewards for the same player': detail({ ...PARKED, ...BETWEEN }, LOST),
  'rewarded after every kind of answer': detail(claim(), EVERY_OUTCOME),
  'answered in turns for a long time': detail(claim(), [...EVERY_OUTCOME, ...EVERY_OUTCOME]),
  'under way': detail(UNDER_WAY, [attempt(0)]),
  'never sent': detail(NEVER_SENT),
  'asked for by many, and some have deleted their data': detail(JOINED, JOINED.attempts),
  'granted, hardly twice': detail(claim({ verdict: { kind: 'granted', maybeTwo: true, unlikely: true } }), [
    attempt(0),
  ]),
  'granted, maybe twice': detail(claim({ verdict: { kind: 'granted', maybeTwo: true } }), [...LOST, attempt(0)]),
  'came to nothing, in doubt': detail(claim({ verdict: { kind: 'none', inDoubt: true } }), LOST),
  'resolved earlier': detail(RESOLVED, LOST),
  'resolved now': resolved({ kind: 'resolved', claim: RESOLVED }),
  ...Object.fromEntries(
    DECIDED.map((decided) => [
      `decided now: ${decided.resolution?.outcome ?? ''}`,
      resolved({ kind: 'resolved', claim: { ...decided, deliveries: EVERY_DELIVERY } }),
    ]),
  ),
  'decided by somebody else before anything was typed': (t) => decidedBefore(RESOLVED, PLACE, t),
  'claimed before, by a claim of this server': (t) => claimDetail(claim({ ...ALREADY, earlier: EARLIER }), {}, t),
  'claimed before, and a member asks': (t) => claimDetail(claim({ ...ALREADY, isAsked: true }), {}, t),
  'claimed before, by a claim that is not here': (t) => claimDetail(claim(ALREADY), {}, t),
  'claimed before, as far as anybody knows here': (t) =>
    claimDetail(claim({ ...ALREADY, verdict: { kind: 'already', recordedAt: undefined } }), {}, t),
  'resolved by somebody else before': resolved({ kind: 'already', claim: RESOLVED }),
  'needs no moderator any more': resolved({ kind: 'not-parked', claim: claim({ attempts: [attempt(0)] }) }),
  'gone while the note was written': resolved({ kind: 'not-found' }),
  'not a note': resolved({ kind: 'bad-note' }),
  'its reward is delivered, and is not': detail(claim({}), [attempt(0)], EVERY_DELIVERY),
  'its reward waits for a moderator': detail(claim({ verdict: { kind: 'likely-granted' } }), LOST, [
    delivery({ state: 'held' }),
  ]),
  'its reward is sent again': after('claims.sentAgain', { attempts: [], deliveries: EVERY_DELIVERY }),
  'its reward is not sent while its place is off': after('claims.placeIsOff', { deliveries: EVERY_DELIVERY }),
  'its reward was sent again, and who said so': detail(claim({ decisions: DECISIONS }), [attempt(0)], EVERY_DELIVERY),
  'a manager is asked whether it is handed out again': after('claims.askRepeat', TAKEN, { asks: true }),
  'only a manager has it handed out again': after('claims.repeatNeedsManager', TAKEN),
  'its reward arrived, a moderator says': after('claims.arrived', { deliveries: ARRIVED }),
  'its reward waited no more': after('claims.nothingParked', { deliveries: ARRIVED }, { openedFrom: undefined }),
  'a list with rewards that wait': (t) => {
    const claims = (['held', 'parked', 'due'] as const).map((state, index) =>
      claim({ id: `${CLAIM_ID}${index}`, deliveries: [delivery({ state, tries: 3 })] }),
    );
    return claimList({ ...NO_CLAIMS, claims, total: 3, waiting: 3 }, t);
  },
  'a list with a claim that a member asks about': (t) =>
    claimList({ ...NO_CLAIMS, claims: [claim({ ...ALREADY, isAsked: true })], total: 1, waiting: 1 }, t),
  'a list with questions about names': (t, written) => {
    const named = { ...QUESTION, playername: written ?? QUESTION.playername };
    const questions = [named, { ...named, id: 4, userId: USER_ID }];
    return claimList({ ...NO_CLAIMS, questions, claims: [claim()], total: 1, waiting: 2 }, t);
  },
  'a list with nothing but a question about a name': (t) =>
    claimList({ ...NO_CLAIMS, questions: [QUESTION], waiting: 1 }, t),
  'a list with a reward that one place has accepted': (t) => {
    const deliveries = [delivery({ state: 'delivered', endedAt: NOW }), delivery({ kind: 'votifier', tries: 2 })];
    return claimList({ ...NO_CLAIMS, claims: [claim({ deliveries })], total: 1, waiting: 1 }, t);
  },
  'there is no reward to send': after('claims.nothingToSend', { attempts: [] }),
};

const LISTED: ListedClaim = { claimId: CLAIM_ID, openedFrom: PLACE };
const HELD = { deliveries: [delivery({ state: 'held' })] };
const SOON = { ...BETWEEN.later, claimedAt: PARKED.openedAt + 40 * SECOND_MS };

/** What a dialog asks of a parked claim, which may be another one. */
const asking =
  (outcome: ReviewOutcome, changes: Partial<PastClaim> = {}, { isAnnounced = false, listed = LISTED } = {}) =>
  (t: Translate) =>
    resolveModal({ ...PARKED, ...changes }, listed, { outcome, isAnnounced }, t);
const ANNOUNCED = { isAnnounced: true };
const IN_POST = { listed: { claimId: CLAIM_ID } };

export const modals: Modals = {
  'asks what was done': asking('unstated'),
  'asks what was done, while a reward is held back': asking('unstated', HELD),
  'asks how it is known to be claimed': asking('claimed'),
  'asks how it is known to be claimed, where rewards are announced': asking('claimed', {}, ANNOUNCED),
  'asks how it is known to be claimed, where rewards are sent and announced': asking('claimed', HELD, ANNOUNCED),
  'asks how it is known to be claimed, of a vote that was claimed before': asking('claimed', claim(ALREADY), ANNOUNCED),
  'asks how it is known to be claimed, between two rewards': asking('claimed', { ...HELD, ...BETWEEN }),
  'asks how it is known to be claimed, soon before a reward': asking('claimed', { later: SOON }),
  'asks how it is known to be claimed, days after a reward': asking('claimed', { earlier: EARLIER }),
  'asks how it is known not to be': asking('not-claimed'),
  'asks in a post how it is known to be claimed': asking('claimed', HELD, IN_POST),
  'asks in a post how it is known not to be': asking('not-claimed', HELD, IN_POST),
};
