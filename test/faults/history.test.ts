import { describe, expect, it } from 'vitest';

import { violations, type Ask, type History } from './history.ts';

function ask(playername: string, at: number, ...shown: [number, string][]): Ask {
  return {
    id: `${playername}@${at}`,
    playername,
    at,
    shown: shown.map(([shownAt, title]) => ({ at: shownAt, title })),
  };
}

function history(parts: Partial<History>): History {
  return { host: [], posts: [], asks: [], announcements: [], ...parts };
}

const GRANT = { at: 5, playername: 'Steve', claimed: 1 as const };
const THANKS = { text: 'Steve has voted' };

describe('the history checker', () => {
  it.each<[string, Partial<History>]>([
    [
      'a grant that was told and announced',
      { host: [GRANT], asks: [ask('Steve', 1, [9, 'Reward claimed'])], announcements: [THANKS] },
    ],
    [
      'a grant that two people shared',
      {
        host: [GRANT],
        asks: [ask('Steve', 1, [9, 'Reward claimed']), ask('Steve', 2, [9, 'Reward claimed'])],
        announcements: [THANKS],
      },
    ],
    [
      'a grant with a lost answer, told as likely',
      { host: [GRANT], asks: [ask('Steve', 1, [9, 'Vote claimed, first answer lost'])] },
    ],
    [
      'a grant with a lost answer, left unconfirmed',
      { host: [GRANT], asks: [ask('Steve', 1, [9, 'Claim not confirmed yet'])] },
    ],
    ['a claim of a vote that was claimed elsewhere', { asks: [ask('Steve', 1, [9, 'Already claimed'])] }],
    [
      'a verdict that became a grant',
      {
        host: [GRANT],
        asks: [ask('Steve', 1, [3, 'Claim not confirmed yet'], [6, 'Already claimed'], [9, 'Reward claimed'])],
        announcements: [THANKS],
      },
    ],
  ])('accepts %s', (_name, parts) => {
    expect(violations(history(parts))).toEqual([]);
  });

  it.each<[string, Partial<History>]>([
    ['a grant that nobody was told of', { host: [GRANT], asks: [ask('Steve', 1, [9, 'No vote found yet'])] }],
    ['a grant told without a vote', { asks: [ask('Steve', 1, [9, 'Reward claimed'])] }],
    ['a grant of before told again', { host: [GRANT], asks: [ask('Steve', 6, [9, 'Reward claimed'])] }],
    ['our own lost grant told as already claimed', { host: [GRANT], asks: [ask('Steve', 1, [9, 'Already claimed'])] }],
    [
      'our own lost grant told as already claimed, in another case',
      {
        host: [GRANT],
        asks: [ask('Steve', 1, [6, 'Claim not confirmed yet']), ask('STEVE', 7, [9, 'Already claimed'])],
      },
    ],
    [
      'a grant that was taken back',
      {
        host: [GRANT],
        asks: [ask('Steve', 1, [6, 'Reward claimed'], [9, 'Already claimed'])],
        announcements: [THANKS],
      },
    ],
    [
      'two POSTs at once',
      {
        posts: [
          { playername: 'Steve', startedAt: 1, endedAt: 5, hadAttemptRow: true },
          { playername: 'Steve', startedAt: 4, endedAt: 6, hadAttemptRow: true },
        ],
      },
    ],
    ['a POST without its record', { posts: [{ playername: 'Steve', startedAt: 1, endedAt: 2, hadAttemptRow: false }] }],
    ['a grant that was not announced', { host: [GRANT], asks: [ask('Steve', 1, [9, 'Reward claimed'])] }],
    [
      'a grant that was announced twice',
      { host: [GRANT], asks: [ask('Steve', 1, [9, 'Reward claimed'])], announcements: [THANKS, THANKS] },
    ],
  ])('finds %s', (_name, parts) => {
    expect(violations(history(parts))).not.toEqual([]);
  });
});
