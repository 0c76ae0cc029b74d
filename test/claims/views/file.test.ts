import { describe, expect, test } from 'vitest';

import type { PastClaim } from '../../../src/claims/store/history.ts';
import { claimFile, claimsCsv } from '../../../src/claims/views/file.ts';
import { translator } from '../../../src/locales/index.ts';
import type { PastDelivery } from '../../../src/rewards/hook.ts';
import { ADA, AT, MONA, pastClaim } from './past-claim.ts';

const fileOf = async (claims: PastClaim[], total = claims.length) =>
  claimFile({ csv: await claimsCsv([claims], 'en-US'), count: claims.length, total }, translator('en-US'));

const pastDelivery = (hookNumber: number, state: PastDelivery['state']): PastDelivery => ({
  hookNumber,
  kind: 'webhook',
  state,
  tries: 1,
  earlierTries: 0,
  outcome: undefined,
  endedAt: undefined,
});

describe('the file', () => {
  test('keeps ids of people from being taken for numbers, and formulas from being run', async () => {
    const { files: [file] = [] } = await fileOf([
      pastClaim({
        playername: '=HYPERLINK("https://evil.example")',
        deliveries: [
          { ...pastDelivery(1, 'delivered'), outcome: { kind: 'no-answer' } },
          ...[pastDelivery(2, 'delivered'), pastDelivery(3, 'due'), pastDelivery(4, 'held')],
        ],
        decisions: [
          { hookNumber: 2, kind: 'sent-again', by: MONA, at: AT },
          { hookNumber: 1, kind: 'arrived', by: undefined, at: AT },
        ],
        resolution: { outcome: 'claimed', at: AT, by: MONA, note: '+1' },
      }),
    ]);
    const [at, inText] = ['2026-03-01 12:00:00', '2026-03-01T12:00:00.000Z'];
    expect(file?.name).toBe('claims.csv');
    expect(file?.content.split('\r\n')[1]?.split(',')).toEqual([
      ...[at, 'REF2', `"'=HYPERLINK(""https://evil.example"")"`, 'granted'],
      ...['webhook 1 vouched; webhook 2 delivered; webhook 3 due; webhook 4 held', '1', `<@${ADA}>`, `<@${ADA}>`],
      ...['claimed', at, `<@${MONA}>`, "'+1", `${inText} <@${MONA}> sent-again 2; ${inText} deleted arrived 1`],
    ]);
  });

  test('says when it is not all there is', async () => {
    const described = async (total: number) => (await fileOf([pastClaim()], total)).embeds[0]?.description;
    expect([await described(1), await described(1_234)]).toEqual([
      'The file has every claim in this list. Times in it are UTC.',
      'The file has the first 1 claims in this list: those waiting for a moderator, then the newest. For others, narrow the list with the options of `/claims`. Times in it are UTC.',
    ]);
  });
});
