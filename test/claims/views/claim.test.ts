import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import {
  type ClaimAnswer,
  claimForgotten,
  claimReply,
  type ClaimViewContext,
} from '../../../src/claims/views/claim.ts';
import { translator } from '../../../src/locales/index.ts';
import { buttonsOf, limitErrors, textsOf } from '../../ui/discord-limits.ts';
import { hostileText, specialSequences } from '../../ui/hostile-text.ts';

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
const VOTE = { label: 'Vote', url: VOTE_URL };
const REMEMBER = { label: 'Remember this name', custom_id: `claimvote:save:${REQUEST_ID}` };

const t = translator('en-US');
const recorded: ClaimViewContext = {
  playername: 'Steve',
  requestId: REQUEST_ID,
  reference: REFERENCE,
  voteLinks: [{ url: VOTE_URL, label: undefined }],
};
const unrecorded: ClaimViewContext = { playername: 'Steve', voteLinks: [{ url: VOTE_URL, label: undefined }] };

const descriptionOf = (answer: ClaimAnswer, context = recorded): string =>
  claimReply(answer, context, t).embeds[0]?.description ?? '';

type Row = { answer: ClaimAnswer; title: string; colour: number; buttons: object[] };

/** What people read of each answer to a claim. */
const ROWS: Record<string, Row> = {
  granted: { answer: { kind: 'granted' }, title: 'Reward claimed', colour: GREEN, buttons: [REMEMBER] },
  none: { answer: { kind: 'none' }, title: 'No vote found yet', colour: BLURPLE, buttons: [VOTE, AGAIN] },
  'already, without a record': {
    answer: { kind: 'already', recordedAt: undefined },
    title: 'Already claimed',
    colour: GREY,
    buttons: [VOTE],
  },
  'already, with a record': {
    answer: { kind: 'already', recordedAt: RECORDED_AT },
    title: 'Already claimed',
    colour: GREY,
    buttons: [VOTE],
  },
  'likely granted': {
    answer: { kind: 'likely-granted' },
    title: 'Vote claimed, first answer lost',
    colour: AMBER,
    buttons: [],
  },
  pending: { answer: { kind: 'pending' }, title: 'Claim not confirmed yet', colour: AMBER, buttons: [AGAIN] },
  'nothing sent': {
    answer: { kind: 'unavailable' },
    title: 'Vote service unavailable',
    colour: RED,
    buttons: [AGAIN],
  },
  'refused otherwise': {
    answer: { kind: 'refused', reason: 'other' },
    title: 'Vote service unavailable',
    colour: RED,
    buttons: [AGAIN],
  },
  'token refused': {
    answer: { kind: 'refused', reason: 'token' },
    title: 'Claims need an admin',
    colour: RED,
    buttons: [],
  },
  'name refused': {
    answer: { kind: 'refused', reason: 'name' },
    title: 'Check the player name',
    colour: AMBER,
    buttons: [],
  },
  'host too busy': {
    answer: { kind: 'refused', reason: 'busy', retryAt: RECORDED_AT },
    title: 'Please wait',
    colour: GREY,
    buttons: [AGAIN],
  },
};

const UNRECORDED_ROWS: Record<string, Row> = {
  'bad name': { answer: { kind: 'bad-name' }, title: 'Check the player name', colour: AMBER, buttons: [] },
  'no token': { answer: { kind: 'not-set-up' }, title: 'Claims are not set up here', colour: GREY, buttons: [] },
  'our own limit': { answer: { kind: 'wait', until: RECORDED_AT }, title: 'Please wait', colour: GREY, buttons: [] },
};

const EVERY_ROW = [
  ...Object.entries(ROWS).map(([name, row]) => ({ ...row, name, context: recorded })),
  ...Object.entries(UNRECORDED_ROWS).map(([name, row]) => ({ ...row, name, context: unrecorded })),
];

describe.each(EVERY_ROW)('$name', ({ answer, context, title, colour, buttons }) => {
  const reply = claimReply(answer, context, t);

  test('has the title and colour of the design', () => {
    expect(reply.embeds).toMatchObject([{ title, color: colour }]);
  });

  test('offers what can be done next', () => {
    expect(buttonsOf(reply)).toMatchObject(buttons);
    expect(buttonsOf(reply)).toHaveLength(buttons.length);
  });

  test('is taken by Discord', () => {
    expect(limitErrors(reply)).toEqual([]);
  });

  test('never says that anybody received anything', () => {
    expect(textsOf(reply).join('\n')).not.toMatch(
      /receiv|\bg(?:iven|ave)\b|deliver|(?<!can now be )handed|\bgot\b|credited/i,
    );
  });
});

describe('what the person reads', () => {
  test.each<[ClaimAnswer['kind'], ClaimAnswer]>([
    ['granted', { kind: 'granted' }],
    ['none', { kind: 'none' }],
    ['already', { kind: 'already', recordedAt: undefined }],
    ['likely-granted', { kind: 'likely-granted' }],
    ['pending', { kind: 'pending' }],
    ['unavailable', { kind: 'unavailable' }],
    ['refused', { kind: 'refused', reason: 'name' }],
    ['refused', { kind: 'refused', reason: 'other' }],
  ])('of %s names the player, escaped', (_kind, answer) => {
    expect(descriptionOf(answer, { ...recorded, playername: '<@1> _x_' })).toContain(String.raw`**\<\@1\> \_x\_**`);
  });

  test('of granted says that the reward can be handed out, not that it was', () => {
    expect(descriptionOf({ kind: 'granted' })).toBe("**Steve**'s vote is confirmed. The reward can now be handed out.");
  });

  test('of a lost answer leaves open which vote it was', () => {
    expect(descriptionOf({ kind: 'likely-granted' })).toContain('very likely claimed it, or an earlier vote');
  });

  test('of a claim that is not confirmed says what happens next, and what to do if nothing does', () => {
    const description = descriptionOf({ kind: 'pending' });
    expect(description).toContain('This bot keeps trying for 15 minutes.');
    expect(description).toContain(`tell a moderator the reference \`${REFERENCE}\``);
  });

  test('of a refused token names both who may have set it', () => {
    const description = descriptionOf({ kind: 'refused', reason: 'token' });
    expect(description).toMatch(/Manage Server\* permission can .* the operator of this bot/);
  });

  test('of already has the time of our own record', () => {
    expect(descriptionOf({ kind: 'already', recordedAt: RECORDED_AT })).toContain(
      `This bot recorded the earlier claim on <t:${RECORDED_SECONDS}:F> (<t:${RECORDED_SECONDS}:R>).`,
    );
  });

  test('of already says that the reference is not that of the first claim', () => {
    const reply = claimReply({ kind: 'already', recordedAt: RECORDED_AT }, recorded, t);
    expect(reply.embeds[0]?.footer?.text).toBe(`Reference of this request: ${REFERENCE}`);
  });

  test('of already says to the person who claimed it when they did, and by which reference', () => {
    const reply = claimReply(
      { kind: 'already', recordedAt: RECORDED_AT },
      { ...recorded, ownReference: 'OWNOWN22' },
      t,
    );
    expect(reply.embeds[0]?.description).toBe(
      `You claimed **Steve**'s vote <t:${RECORDED_SECONDS}:R>. A vote is rewarded only once. No reward? Tell a moderator the reference \`OWNOWN22\`.`,
    );
    expect(reply.embeds[0]?.footer?.text).toBe(`Reference of this request: ${REFERENCE}`);
  });

  test('of already has no time when there is no record', () => {
    expect(descriptionOf({ kind: 'already', recordedAt: undefined })).not.toContain('<t:');
  });

  test.each<[name: string, answer: ClaimAnswer, sentence: string]>([
    [
      'our own limit',
      { kind: 'wait', until: RECORDED_AT },
      `Requests are coming in too fast. Try again <t:${RECORDED_SECONDS}:R>.`,
    ],
    [
      'a host that says when',
      { kind: 'refused', reason: 'busy', retryAt: RECORDED_AT },
      `The service is busy. Try again <t:${RECORDED_SECONDS}:R>.`,
    ],
    [
      'a host that does not say when',
      { kind: 'refused', reason: 'busy', retryAt: undefined },
      'Try again in a moment.',
    ],
  ])('of %s says when to come back', (_name, answer, sentence) => {
    expect(descriptionOf(answer)).toContain(sentence);
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
  test('leave voting out where no place to vote is set', () => {
    expect(buttonsOf(claimReply({ kind: 'none' }, { ...recorded, voteLinks: [] }, t))).toMatchObject([AGAIN]);
  });

  test('leave voting out when Discord would refuse the link for its length', () => {
    const voteLinks = [{ url: `https://vote.example/${'x'.repeat(500)}`, label: undefined }];
    expect(buttonsOf(claimReply({ kind: 'none' }, { ...recorded, voteLinks }, t))).toMatchObject([AGAIN]);
  });

  test('leave checking again out when nothing was recorded', () => {
    expect(buttonsOf(claimReply({ kind: 'pending' }, unrecorded, t))).toEqual([]);
  });
});

test('a claim that is not on record any more is said to be so', () => {
  const reply = claimForgotten(t);
  expect(reply).toMatchObject({ embeds: [{ title: 'Claim not found', color: GREY }], components: [] });
  expect(reply.embeds[0]?.description).toContain('not on record any more');
  expect(limitErrors(reply)).toEqual([]);
});

test('whatever the player is called, Discord takes the reply and reads nothing into it', () => {
  const row = fc.constantFrom(...EVERY_ROW);
  fc.assert(
    fc.property(row, hostileText, ({ answer, context }, playername) => {
      const reply = claimReply(answer, { ...context, playername }, t);
      expect(limitErrors(reply)).toEqual([]);
      const own = [
        ...['F', 'R'].map((style) => `<t:${RECORDED_SECONDS}:${style}>`),
        '**',
        `\`${REFERENCE}\``,
        '`—`',
        '`/settings token`',
        '*Manage Server*',
      ];
      expect(textsOf(reply).flatMap((text) => specialSequences(text, own))).toEqual([]);
    }),
  );
});
