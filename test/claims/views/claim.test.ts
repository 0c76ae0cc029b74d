import { describe, expect, test } from 'vitest';

import {
  type ClaimAnswer,
  claimForgotten,
  claimReply,
  type ClaimViewContext,
} from '../../../src/claims/views/claim.ts';
import type { LookedAfter } from '../../../src/claims/states.ts';
import { translator } from '../../../src/locales/index.ts';
import { buttonsOf } from '../../ui/discord-limits.ts';

const GREEN = 0x57f287;
const BLURPLE = 0x5865f2;
const GREY = 0x95a5a6;
const AMBER = 0xfee75c;
const RED = 0xed4245;

const RECORDED_AT = Date.parse('2026-03-01T09:30:00.500Z');
const RECORDED_SECONDS = Math.floor(RECORDED_AT / 1_000);
const REQUEST_ID = '0b0c2f0e-9d9e-4c39-8a49-6f8b4c1b9a11';
const REFERENCE = 'K7QX2M';
const VOTE_URL = 'https://vote.example/castle';

const AGAIN = { label: 'Check again', style: 1, custom_id: `claimvote:again:${REQUEST_ID}` };
const ASK = { label: 'Tell the moderators', custom_id: `claimvote:ask:${REQUEST_ID}` };
const LOOK = { label: 'Keep looking', custom_id: `claimvote:look:${REQUEST_ID}` };
const OTHER = { label: 'Another name', custom_id: `claimvote:other-name:${REQUEST_ID}` };
const TYPE = { label: 'Another name', custom_id: 'claimvote:type-name' };
const STOP = { label: 'Stop', custom_id: 'claimvote:stop:a-look' };
const VOTE = { label: 'Vote', url: VOTE_URL };
const REMEMBER = { label: 'Remember this name', custom_id: `claimvote:save:${REQUEST_ID}` };

const t = translator('en-US');
const recorded: ClaimViewContext = {
  playername: 'Steve',
  requestId: REQUEST_ID,
  reference: REFERENCE,
  voteLinks: [{ url: VOTE_URL, label: undefined }],
};
const withModerators: ClaimViewContext = { ...recorded, hasModerators: true, reward: 'none' };
const unrecorded: ClaimViewContext = { playername: 'Steve', voteLinks: [{ url: VOTE_URL, label: undefined }] };

const descriptionOf = (answer: ClaimAnswer, context = recorded): string =>
  claimReply(answer, context, t).embeds[0]?.description ?? '';

const ALREADY: ClaimAnswer = { kind: 'already', recordedAt: undefined };
const refused = (reason: 'token' | 'name' | 'other'): ClaimAnswer => ({ kind: 'refused', reason });
const looking = (after: LookedAfter): ClaimAnswer => ({
  kind: 'looking',
  look: { id: 'a-look', begunAt: 0, nextAt: RECORDED_AT, endsAt: Infinity },
  after,
});
const BUSY = { kind: 'refused', reason: 'busy', retryAt: RECORDED_AT } as const;

test.each<[answer: ClaimAnswer, title: string, colour: number, buttons: object[], context?: ClaimViewContext]>([
  [{ kind: 'granted' }, 'Reward claimed', GREEN, [REMEMBER]],
  [{ kind: 'none' }, 'No vote found yet', BLURPLE, [VOTE, AGAIN, LOOK, OTHER]],
  [{ kind: 'granted' }, 'Reward claimed', GREEN, [], { ...recorded, isRecheck: true, offersReminder: true }],
  [{ kind: 'none' }, 'No vote found yet', BLURPLE, [VOTE, AGAIN], { ...recorded, isRecheck: true }],
  [ALREADY, 'Already claimed', GREY, [VOTE], { ...recorded, isRecheck: true }],
  [
    { kind: 'likely-granted' },
    'Vote claimed, first answer lost',
    AMBER,
    [{ label: 'Open claim' }],
    { ...withModerators, isRecheck: true },
  ],
  [looking({ kind: 'none' }), 'No vote found yet', BLURPLE, [VOTE, STOP]],
  [looking({ kind: 'unavailable', inDoubt: true }), 'Vote service unavailable', RED, [VOTE, STOP], withModerators],
  [ALREADY, 'Already claimed', GREY, [VOTE, OTHER]],
  [{ ...ALREADY, recordedAt: RECORDED_AT }, 'Already claimed', GREY, [VOTE, OTHER]],
  [
    { ...ALREADY, recordedAt: RECORDED_AT },
    'Already claimed',
    GREY,
    [VOTE, OTHER],
    { ...recorded, ownReference: 'OWNOWN22' },
  ],
  [
    { ...ALREADY, recordedAt: RECORDED_AT },
    'Already claimed',
    GREY,
    [VOTE, OTHER, ASK],
    { ...withModerators, ownReference: 'OWNOWN22', reward: 'by-hand' },
  ],
  [{ kind: 'granted' }, 'Reward claimed', GREEN, [REMEMBER, ASK], withModerators],
  [{ kind: 'none', inDoubt: true }, 'No vote found yet', BLURPLE, [VOTE, AGAIN, LOOK, OTHER, ASK], withModerators],
  [{ kind: 'likely-granted' }, 'Vote claimed, first answer lost', AMBER, [], withModerators],
  [{ kind: 'pending' }, 'Claim not confirmed yet', AMBER, [AGAIN], withModerators],
  [{ kind: 'reviewed', outcome: 'not-claimed' }, 'A moderator has looked into it', BLURPLE, [AGAIN], withModerators],
  [{ kind: 'reviewed', outcome: 'claimed' }, 'A moderator has looked into it', BLURPLE, [ASK], withModerators],
  [
    { kind: 'reviewed', outcome: 'claimed', arrived: true },
    'A moderator has looked into it',
    BLURPLE,
    [],
    { ...withModerators, reward: 'arrived' },
  ],
  [{ kind: 'unavailable' }, 'Vote service unavailable', RED, [AGAIN]],
  [refused('other'), 'Vote service unavailable', RED, [AGAIN]],
  [refused('token'), 'Claims need an admin', RED, []],
  [refused('name'), 'Check the player name', AMBER, [OTHER]],
  [BUSY, 'Please wait', GREY, [AGAIN]],
  [{ kind: 'bad-name' }, 'Check the player name', AMBER, [TYPE], unrecorded],
  [{ kind: 'not-set-up' }, 'Claims are not set up here', GREY, [], unrecorded],
  [{ kind: 'wait', until: RECORDED_AT, isCrowd: false }, 'Please wait', GREY, [], unrecorded],
  [{ kind: 'wait', until: RECORDED_AT, isCrowd: true }, 'Please wait', GREY, [], unrecorded],
])('%j has the title %s and the colour of the design, and what can be done next', (...row) => {
  const [answer, title, color, buttons, context = recorded] = row;
  const reply = claimReply(answer, context, t);
  expect(reply.embeds).toMatchObject([{ title, color }]);
  expect(buttonsOf(reply)).toMatchObject(buttons);
  expect(buttonsOf(reply)).toHaveLength(buttons.length);
});

describe('what the person reads', () => {
  test('of a vote that was not found asks whether the name is spelled as in the game', () => {
    expect(descriptionOf({ kind: 'none' })).toContain('Is the name spelled as in the game?');
  });

  test('of a vote that is looked for says until when, and not to check again', () => {
    const description = descriptionOf(looking({ kind: 'none' }));
    expect(description).toContain(`looks again by itself <t:${RECORDED_SECONDS}:R>, for the last time.`);
    expect(description).not.toContain('check again');
  });

  test('of a refused token names whoever can replace that one', () => {
    const of = (hasOwnToken: boolean) =>
      descriptionOf({ kind: 'refused', reason: 'token' }, { ...recorded, hasOwnToken });
    expect(of(true)).toMatch(/untouched.*\n\nSomeone with the \*Manage Server\* permission/);
    expect(of(false)).toMatch(/untouched.*\n\nThe token belongs to the operator of this bot/);
  });

  test('of a service too busy says that the vote is safe, unless an earlier answer was lost', () => {
    expect(descriptionOf(BUSY)).toMatch(/^Nothing was claimed\. If \*\*Steve\*\* has voted, the vote is untouched\.\n/);
    expect(descriptionOf({ ...BUSY, inDoubt: true })).toMatch(/^The service is busy.*\n\nThe answer to an earlier/);
  });

  test.each([
    [
      'of our own record',
      {},
      `Reference of this request: ${REFERENCE}`,
      `This bot recorded the earlier claim on <t:${RECORDED_SECONDS}:F> (<t:${RECORDED_SECONDS}:R>).`,
    ],
    [
      'at which the person claimed it themselves, by which reference',
      { ownReference: 'OWNOWN22' },
      `Reference of this request: ${REFERENCE} · of your claim: OWNOWN22`,
      `There is no new reward: you claimed **Steve**'s vote <t:${RECORDED_SECONDS}:R>, and a vote is rewarded only once.`,
    ],
  ])('of already has the time %s, and whose reference is in the footer', (_when, more, footer, words) => {
    const reply = claimReply({ kind: 'already', recordedAt: RECORDED_AT }, { ...recorded, ...more }, t);
    expect(reply.embeds[0]?.description).toContain(words);
    expect(reply.embeds[0]?.footer?.text).toBe(footer);
  });

  test('of already has no time when there is no record', () => {
    expect(descriptionOf(ALREADY)).not.toContain('<t:');
  });

  test.each<[name: string, answer: ClaimAnswer, sentence: string]>([
    [
      'our own limit',
      { kind: 'wait', until: RECORDED_AT, isCrowd: false },
      'Requests are coming in too fast. Try again <t:',
    ],
    ['a crowd', { kind: 'wait', until: RECORDED_AT, isCrowd: true }, 'There are too many people at once right now'],
    ['a host that says when', BUSY, `The service is busy. Try again <t:${RECORDED_SECONDS}:R>.`],
    ['a host that does not', { kind: 'refused', reason: 'busy', retryAt: undefined }, 'Try again in a moment.'],
  ])('of %s says when to come back', (_name, answer, sentence) => {
    expect(descriptionOf(answer)).toContain(sentence);
  });

  test('of a time to wait that is over by then says that nothing was sent, and asks nobody to wait', () => {
    const late = { ...recorded, lateSince: RECORDED_AT };
    const reply = claimReply({ kind: 'postponed', retryAt: RECORDED_AT }, late, t);
    expect(reply.embeds).toMatchObject([{ title: 'Something went wrong', color: RED }]);
    expect(reply.embeds[0]?.description).toContain('nothing was sent. Check again now.');
    expect(buttonsOf(reply)).toMatchObject([AGAIN]);
  });

  test('of a bad name says what a name is, not the name', () => {
    const description = descriptionOf({ kind: 'bad-name' }, { ...unrecorded, playername: 'x'.repeat(101) });
    expect(description).toContain('1 to 100 characters');
    expect(description).not.toContain('xxx');
  });

  test('of a name without a visible character has something in its place', () => {
    expect(descriptionOf({ kind: 'none' }, { ...recorded, playername: '\u200B' })).toContain('**—**');
  });
});

describe('buttons', () => {
  test.each([
    ['no place to vote is set', []],
    [
      'Discord would refuse the link for its length',
      [{ url: `https://vote.example/${'x'.repeat(500)}`, label: undefined }],
    ],
  ])('leave voting out where %s', (_where, voteLinks) => {
    expect(buttonsOf(claimReply({ kind: 'none' }, { ...recorded, voteLinks }, t))).toMatchObject([AGAIN, LOOK, OTHER]);
  });

  test('leave checking again out when nothing was recorded', () => {
    expect(buttonsOf(claimReply({ kind: 'pending' }, unrecorded, t))).toEqual([]);
  });
});

test('a claim that is not on record any more is said to be so', () => {
  expect(claimForgotten(t)).toMatchObject({ embeds: [{ title: 'Claim not found', color: GREY }], components: [] });
});
