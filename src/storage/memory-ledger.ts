import { randomUUID } from 'node:crypto';

import { LRUCache } from 'lru-cache';

import { ClaimLostError, type Attempt, type Claim, type ClaimLedger, type ClaimRequest } from './claim-ledger.ts';

const CLAIMS_KEPT = 10_000;

type Entry = { claim: Claim; open: boolean; requests: ClaimRequest[]; attempts: Attempt[] };

/** A ledger that lasts as long as the process. @param now - the current time in ms since the epoch */
export function createMemoryLedger(now: () => number = Date.now): ClaimLedger {
  const entries = new LRUCache<string, Entry>({ max: CLAIMS_KEPT });
  const openByKey = new Map<string, Entry>();
  const claimByRequest = new LRUCache<string, Entry>({ max: CLAIMS_KEPT });
  const attemptsById = new LRUCache<string, Attempt>({ max: CLAIMS_KEPT });

  function held(claim: Claim): Entry {
    const entry = entries.get(claim.id);
    if (!entry?.open || entry.claim.epoch !== claim.epoch)
      throw new ClaimLostError(`claim ${claim.id} is no longer ours`);
    return entry;
  }

  return {
    async admit({ credentialId, ...fields }) {
      const { guildId, playername } = fields;
      const key = `${credentialId}:${playername}`;
      const existing = openByKey.get(key);
      const entry = existing ?? {
        claim: { id: randomUUID(), epoch: 1, credentialId, playername, guildId },
        open: true,
        requests: [],
        attempts: [],
      };
      const request = { ...fields, id: randomUUID(), claimId: entry.claim.id };
      entry.requests.push(request);
      entries.set(entry.claim.id, entry);
      openByKey.set(key, entry);
      claimByRequest.set(request.id, entry);
      return Promise.resolve({ request, claim: entry.claim, opened: existing === undefined });
    },
    async startAttempt(claim) {
      const attempt: Attempt = { id: randomUUID(), claimId: claim.id, startedAt: now(), outcome: undefined };
      held(claim).attempts.push(attempt);
      attemptsById.set(attempt.id, attempt);
      return Promise.resolve(attempt);
    },
    async endAttempt(attemptId, outcome) {
      const attempt = attemptsById.get(attemptId);
      if (attempt) attempt.outcome = outcome;
      return Promise.resolve();
    },
    async attempts(claim) {
      const related = [...entries.values()]
        .filter((other) => bearsOn(other.claim, claim))
        .flatMap((other) => other.attempts);
      related.sort((one, other) => one.startedAt - other.startedAt);
      return Promise.resolve({ own: related.filter(({ claimId }) => claimId === claim.id), related });
    },
    async close(claim) {
      const entry = held(claim);
      entry.open = false;
      openByKey.delete(`${claim.credentialId}:${claim.playername}`);
      return Promise.resolve();
    },
    requestsOf: async (claimId) => Promise.resolve([...(entries.get(claimId)?.requests ?? [])]),
    findRequest: async (requestId) =>
      Promise.resolve(claimByRequest.get(requestId)?.requests.find(({ id }) => id === requestId)),
  };
}

function bearsOn(other: Claim, claim: Claim): boolean {
  const samePlayer = other.playername.toLowerCase() === claim.playername.toLowerCase();
  return samePlayer && (other.credentialId === claim.credentialId || other.guildId === claim.guildId);
}
