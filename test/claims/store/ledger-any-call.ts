import fc from 'fast-check';

import type { Claim, NewClaimRequest } from '../../../src/claims/claim.ts';
import type { ProvenVerdict } from '../../../src/claims/states.ts';
import type { AttemptOutcome } from '../../../src/claims/vote-client.ts';
import { Secret } from '../../../src/secret.ts';
import {
  aboutAttempt,
  aboutClaim,
  aboutRequest,
  age,
  anyTime,
  byRank,
  type Call,
  type Seen,
  seenAt,
  withoutSequence,
} from './ledger-calls.ts';
import {
  announced,
  evidenceOf,
  GUILDS,
  lateAnswersFor,
  leftWaiting,
  pastClaims,
  requestsOf,
  standingOf,
  untold,
  USERS,
} from './ledger-look-ups.ts';

const LATER = 1_900_000_000_000;

const guildId = fc.constantFrom(...GUILDS);
const userId = fc.constantFrom(...USERS);
const playername = fc.constantFrom('Zoë', 'ZOË', 'Zoe\u0308', 'Alex');
const credentialId = fc.constantFrom('credential', 'other credential');
/** Most often the latest that was seen. */
const back = fc.oneof({ arbitrary: fc.constant(0), weight: 2 }, { arbitrary: fc.nat(7), weight: 1 });

const end = fc.constantFrom<AttemptOutcome[]>(
  { kind: 'answered', claimed: 1 },
  { kind: 'answered', claimed: 0 },
  { kind: 'answered', claimed: 2 },
  { kind: 'unknown' },
  { kind: 'unknown', status: 503 },
  { kind: 'not-sent' },
  { kind: 'rejected', status: 401, retryAt: undefined },
  { kind: 'rejected', status: 429, retryAt: LATER },
);

const verdict = fc.constantFrom<ProvenVerdict[]>(
  { kind: 'granted' },
  { kind: 'none' },
  { kind: 'already', recordedAt: undefined },
  { kind: 'already', recordedAt: LATER },
  { kind: 'likely-granted' },
  { kind: 'pending' },
  { kind: 'unavailable' },
  { kind: 'postponed', retryAt: 1_900_000_000_000 },
  { kind: 'refused', reason: 'busy', retryAt: LATER },
);

/** Few enough interactions that some arrive twice. */
const admit = fc
  .record({
    interaction: fc.nat(60),
    guildId,
    userId,
    playername,
    credentialId,
    isOperators: fc.boolean(),
    replaces: fc.option(back),
  })
  .map((given): Call => {
    const request = (seen: Seen): NewClaimRequest => ({
      ...given,
      interactionId: `interaction ${given.interaction}`,
      locale: 'en-US',
      reply: { applicationId: 'application', token: new Secret(`reply ${given.interaction}`) },
      replaces: given.replaces === null ? undefined : seenAt(seen.requests, given.replaces)?.id,
    });
    return {
      async play(ledger, seen) {
        const answer = await ledger.admit(request(seen));
        const learn = ({ claims, requests }: Seen) => {
          claims.push(answer.claim);
          requests.push(answer.request);
        };
        return { answer, learn };
      },
      locks: (claim) => claim.credentialId === given.credentialId && claim.playername === given.playername,
      toString: () => `admit ${fc.stringify(given)}`,
    };
  });

const startAttempt = fc.record({ back, end }).map((given) =>
  aboutClaim('startAttempt', given, async (ledger, claim) => {
    const attempt = await ledger.startAttempt(claim);
    return {
      answer: withoutSequence(attempt),
      learn: ({ attempts }) => attempts.push({ claim, attempt, end: given.end }),
    };
  }),
);

const acknowledge = fc.record({ back }).map((given) =>
  aboutRequest('acknowledge', given, async (ledger, request) => {
    const answer = await ledger.acknowledge(request);
    return { answer, learn: ({ claims }) => answer.takenOver && claims.push(answer.takenOver) };
  }),
);

const abandon = fc
  .record({ back, known: fc.nat(2) })
  .map((given) =>
    aboutClaim('abandon', given, async (ledger, claim) => ({ answer: await ledger.abandon(claim, given.known) })),
  );

const endAttempt = fc.record({ back }).map((given) =>
  aboutAttempt('endAttempt', given, async (ledger, { attempt, end: outcome }) => ({
    answer: await ledger.endAttempt(attempt, outcome),
  })),
);

const settle = fc.record({ back }).map((given) =>
  aboutAttempt('settle', given, async (ledger, { claim, attempt, end: outcome }) => {
    const settlement = await ledger.settle({ claim, attempt, outcome });
    if (settlement.kind !== 'closed') return { answer: settlement };
    const asked = settlement.requests.map((request) => ({ ...request, told: undefined }));
    return { answer: { ...settlement, requests: byRank(asked, age) } };
  }),
);

/** Who asked is compared, and not what they were told, which may be recorded at the same moment. */
const close = fc.record({ back, verdict }).map((given) =>
  aboutClaim('close', given, async (ledger, claim) => {
    const { verdict: stored, requests } = await ledger.close(claim, given.verdict);
    const asked = requests.map((request) => ({ ...request, told: undefined }));
    return { answer: { verdict: stored, requests: byRank(asked, age) } };
  }),
);

const release = fc.record({ back, retryInMs: fc.constantFrom(0, 10_000, 120_000) }).map((given) =>
  aboutClaim('release', given, async (ledger, claim) => {
    await ledger.release(claim, given.retryInMs);
    return { answer: 'released' };
  }),
);

const takeOver = fc.constant<Call>({
  async play(ledger) {
    const taken = await ledger.takeOver();
    const inOrder = taken.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
    const keys = inOrder.map(keyOf);
    return {
      answer: inOrder,
      learn: ({ claims }) => claims.push(...inOrder),
      leaves: (claim) => !keys.includes(keyOf(claim)),
    };
  },
  locks: () => true,
  toString: () => 'takeOver',
});

const markTold = fc
  .record({
    back,
    kind: fc.oneof(
      verdict.map(({ kind }) => kind),
      fc.constant('reviewed' as const),
    ),
  })
  .map((given) =>
    aboutRequest('markTold', given, async (ledger, { id }) => ({ answer: await ledger.markTold(id, given.kind) })),
  );

const forgetReply = fc.record({ back, wasShown: fc.boolean() }).map((given) =>
  aboutRequest('forgetReply', given, async (ledger, { id }) => {
    await ledger.forgetReply(id, { wasShown: given.wasShown });
    return { answer: 'forgotten' };
  }),
);

const outcome = fc.constantFrom('unstated' as const, 'claimed' as const, 'not-claimed' as const);

const resolve = fc.record({ back, outcome }).map((given) =>
  aboutClaim('resolve', given, async (ledger, { id: claimId, guildId: guild }) => ({
    answer: await ledger.resolve(
      { guildId: guild, claimId },
      { by: 'moderator', note: 'note', outcome: given.outcome },
    ),
  })),
);

const wantAnnouncements = fc
  .record({ guildId, wanted: fc.boolean() })
  .map((given) =>
    anyTime('wantAnnouncements', given, (ledger) => ledger.wantAnnouncements(given.guildId, given.wanted)),
  );

const wipeExpiredReplies = fc.constant(anyTime('wipeExpiredReplies', {}, (ledger) => ledger.wipeExpiredReplies()));

const lookUp = fc.oneof(
  fc.record({ back }).map((given) => evidenceOf(given.back)),
  fc.record({ back }).map((given) => requestsOf(given.back)),
  fc.record({ back }).map((given) => standingOf(given.back)),
  fc.record({ guildId, userId }).map(lateAnswersFor),
  fc.record({ guildId }).map((given) => pastClaims(given.guildId)),
  fc.constantFrom(untold(), leftWaiting(), announced()),
);

/** Any call, those that move claims on more often than others. */
export const anyCall: fc.Arbitrary<Call> = fc.oneof(
  { arbitrary: admit, weight: 6 },
  { arbitrary: startAttempt, weight: 5 },
  { arbitrary: endAttempt, weight: 5 },
  { arbitrary: settle, weight: 5 },
  { arbitrary: close, weight: 4 },
  { arbitrary: release, weight: 2 },
  { arbitrary: acknowledge, weight: 1 },
  { arbitrary: abandon, weight: 1 },
  { arbitrary: takeOver, weight: 2 },
  { arbitrary: markTold, weight: 2 },
  { arbitrary: forgetReply, weight: 1 },
  { arbitrary: resolve, weight: 2 },
  { arbitrary: wantAnnouncements, weight: 2 },
  { arbitrary: wipeExpiredReplies, weight: 1 },
  { arbitrary: lookUp, weight: 4 },
);

/** At most one claim of a key is open. */
function keyOf({ credentialId: credential, playername: name }: Claim): string {
  return JSON.stringify([credential, name]);
}
