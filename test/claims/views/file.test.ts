import { describe, expect, test } from 'vitest';

import type { PastClaim } from '../../../src/claims/store/history.ts';
import { claimFile } from '../../../src/claims/views/file.ts';
import { translator } from '../../../src/locales/index.ts';
import { ADA, AT, MONA, pastClaim } from './past-claim.ts';

const fileOf = (claims: PastClaim[], total = claims.length) => claimFile({ claims, total }, translator('en-US'));

describe('the file', () => {
  test('keeps ids of people from being taken for numbers, and formulas from being run', () => {
    const [file] =
      fileOf([
        pastClaim({ playername: '=HYPERLINK("https://evil.example")', resolution: { at: AT, by: MONA, note: '+1' } }),
      ]).files ?? [];
    expect(file?.name).toBe('claims.csv');
    expect(file?.content.split('\r\n')[1]).toBe(
      `2026-03-01T12:00:00.000Z,REF2,"'=HYPERLINK(""https://evil.example"")",granted,1,<@${ADA}>,<@${ADA}>,2026-03-01T12:00:00.000Z,<@${MONA}>,'+1`,
    );
  });

  test('says when it is not all there is', () => {
    const described = (total: number) => fileOf([pastClaim()], total).embeds[0]?.description;
    expect([described(1), described(1_234)]).toEqual([
      'The file has every claim in this list.',
      'The file has the first 1 claims in this list: those waiting for a moderator, then the newest. For others, narrow the list with the options of `/claims`.',
    ]);
  });
});
