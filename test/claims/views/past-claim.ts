import fc from 'fast-check';

import { MAX_NOTE_LENGTH } from '../../../src/claims/review.ts';
import type { PastClaim } from '../../../src/claims/store/history.ts';
import { hostileText } from '../../ui/hostile-text.ts';

export const LIST_ID = '6f1f2a52-6f0d-4b8f-9d2e-0c1a2b3c4d5e';
export const CLAIM_ID = '0b9f6a3e-27a3-4f3f-8f5f-2d8a4a1c9e77';
export const [ADA, BOB, MONA] = ['200000000000000001', '200000000000000002', '200000000000000003'];
export const AT = 1_772_366_400_000;

/** The own markup of the texts about claims. */
export const OWN_MARKUP = /<@\d+>|\*\*|^-# |<t:\d+:[dfRT]>|\*Open claim\*|`(?:REF\d|\/claims)`/gm;

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

/** A parked claim whose name and note are hostile, asked for by up to 30 people. */
export const hostileClaim = fc
  .record({ name: hostileText, note: hostileText, many: fc.integer({ min: 0, max: 30 }) })
  .map(({ name, note, many }) =>
    pastClaim({
      ...PARKED,
      playername: name,
      requests: Array.from({ length: many }, () => ({ userId: ADA, askedAt: AT, told: 'likely-granted' as const })),
      resolution: { at: AT, by: MONA, note: note.slice(0, MAX_NOTE_LENGTH) },
    }),
  );
