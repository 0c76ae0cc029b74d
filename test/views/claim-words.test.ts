import { expect, test } from 'vitest';

import { translator } from '../../src/locales/index.ts';
import type { Verdict } from '../../src/storage/claim.ts';
import { claimReply } from '../../src/views/claim.ts';
import { verdictTitle } from '../../src/views/claim-words.ts';

const t = translator('en-US');

const VERDICTS: Verdict[] = [
  { kind: 'granted' },
  { kind: 'none' },
  { kind: 'already', recordedAt: undefined },
  { kind: 'likely-granted' },
  { kind: 'pending' },
  { kind: 'unavailable' },
  { kind: 'refused', reason: 'token' },
  { kind: 'refused', reason: 'name' },
  { kind: 'refused', reason: 'busy', retryAt: undefined },
  { kind: 'refused', reason: 'other' },
];

test.each(VERDICTS.filter(({ kind }) => kind !== 'refused'))(
  'the verdict %j is called what those who asked read',
  (verdict) => {
    const reply = claimReply(verdict, { playername: 'Steve', voteUrl: undefined }, t);
    expect(t(verdictTitle(verdict.kind))).toBe(reply.embeds[0]?.title);
  },
);
