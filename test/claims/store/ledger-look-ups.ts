import { verdictOf } from '../../../src/claims/verdict.ts';
import type { Member } from '../../../src/member.ts';
import {
  aboutClaim,
  aboutRequest,
  age,
  anyTime,
  byRank,
  type Call,
  isWaiting,
  type Seen,
  withoutSequence,
} from './ledger-calls.ts';

export const GUILDS = ['guild', 'sister guild', 'third guild'];
export const USERS = ['ada', 'bob'];

/** Looks at everything that was seen. */
export function lookAtAll({ claims, requests }: Seen): Call[] {
  return [
    ...claims.flatMap((_claim, which) => [evidenceOf(which), requestsOf(which)]),
    ...requests.map((_request, which) => standingOf(which)),
    ...GUILDS.flatMap((guild) => [
      pastClaims(guild),
      ...USERS.map((user) => lateAnswersFor({ guildId: guild, userId: user })),
    ]),
    untold(),
    leftWaiting(),
    announced(),
  ];
}

/**
 * The order of the attempts shows in the verdict. That of attempts for different spellings is not promised when they
 * start at once.
 */
export function evidenceOf(back: number): Call {
  return aboutClaim('evidence', { back }, async (ledger, claim) => {
    const evidence = await ledger.evidence(claim);
    const { own, related } = evidence;
    return {
      answer: {
        own: own.map(withoutSequence),
        related: new Set(related.map(withoutSequence)),
        verdict: verdictOf(claim.playername, evidence),
      },
    };
  });
}

export function requestsOf(back: number): Call {
  return aboutClaim('requestsOf', { back }, async (ledger, { id }) => ({
    answer: byRank(await ledger.requestsOf(id), age),
  }));
}

export function standingOf(back: number): Call {
  return aboutRequest('standing', { back }, async (ledger, { id }) => ({
    answer: await ledger.standing(id),
  }));
}

export function lateAnswersFor(person: Member): Call {
  return anyTime('lateAnswersFor', person, async (ledger) => new Set(await ledger.lateAnswersFor(person)));
}

export function pastClaims(guild: string): Call {
  return anyTime('pastClaims', { guild }, async (ledger) => {
    const claims = await ledger.pastClaims(guild);
    const tidy = claims.map((claim) => ({ ...claim, requests: byRank(claim.requests, ({ askedAt }) => askedAt) }));
    return byRank(tidy, (claim) => `${isWaiting(claim) ? 'waits' : 'done'} ${claim.openedAt}`);
  });
}

export function untold(): Call {
  return anyTime('untold', {}, async (ledger) => byRank(await ledger.untold(), age));
}

export function leftWaiting(): Call {
  return anyTime('leftWaiting', {}, async (ledger) => byRank(await ledger.leftWaiting(), age));
}

export function announced(): Call {
  return anyTime('announced', {}, async (ledger) => new Set(await ledger.announced()));
}
