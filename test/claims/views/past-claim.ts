import type { PastClaim } from '../../../src/claims/store/history.ts';

export const LIST_ID = '6f1f2a52-6f0d-4b8f-9d2e-0c1a2b3c4d5e';
export const CLAIM_ID = '0b9f6a3e-27a3-4f3f-8f5f-2d8a4a1c9e77';
export const [ADA, BOB, MONA] = ['200000000000000001', '200000000000000002', '200000000000000003'];
export const AT = 1_772_366_400_000;

/** A granted claim, with changes. */
export const pastClaim = (changes: Partial<PastClaim> = {}): PastClaim => ({
  id: CLAIM_ID,
  reference: 'REF2',
  guildId: '100000000000000001',
  credentialId: 'credential',
  playername: 'Steve',
  openedAt: AT,
  epoch: 1,
  verdict: { kind: 'granted' },
  state: 'closed',
  attempts: [{ startedAt: AT, endedAt: AT, outcome: { kind: 'answered', claimed: 1 } }],
  deliveries: [],
  decisions: [],
  alsoInDoubt: [],
  requests: [{ userId: ADA, askedAt: AT, told: 'granted' }],
  resolution: undefined,
  ...changes,
});

/** What makes a claim wait for a moderator. */
export const PARKED = { verdict: { kind: 'pending' }, state: 'parked' } as const;
