import { describe, expect, test } from 'vitest';

import { claimFiles } from '../../src/views/claim-file.ts';
import { ADA, AT, MONA, pastClaim } from './past-claim.ts';

describe('the file', () => {
  test('keeps ids of people from being taken for numbers, and formulas from being run', () => {
    const [file] =
      claimFiles([
        pastClaim({ playername: '=HYPERLINK("https://evil.example")', resolution: { at: AT, by: MONA, note: '+1' } }),
      ]).files ?? [];
    expect(file?.name).toBe('claims.csv');
    expect(file?.content.split('\r\n')[1]).toBe(
      `2026-03-01T12:00:00.000Z,REF2,"'=HYPERLINK(""https://evil.example"")",granted,1,<@${ADA}>,<@${ADA}>,2026-03-01T12:00:00.000Z,<@${MONA}>,'+1`,
    );
  });

  test('is left out when there is nothing to put into it', () => {
    expect(claimFiles([])).toEqual({});
  });
});
