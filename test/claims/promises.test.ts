import { describe, expect, test } from 'vitest';

import type { Here } from '../../src/claims/promises.ts';
import { announcementReply } from '../../src/claims/views/announcement.ts';
import { claimReply } from '../../src/claims/views/claim.ts';
import { translator } from '../../src/locales/index.ts';
import type { RewardState } from '../../src/rewards/hook.ts';
import { CASES, PLACES, REWARDS } from './promise-cells.ts';

const t = translator('en-US');

/** Where posts for moderators are on, and where they are off, if it reads otherwise there. */
type Words = readonly [on: string, off?: string];

const KNOWN = 'The moderators know, and there is nothing for you to do.';
const tell = (reference = 'REF') => `If it does not come, tell a moderator the reference \`${reference}\`.`;
const missing = (reference = 'REF') => `If a reward is missing, tell a moderator the reference \`${reference}\`.`;

/** Of a reward that is sent to a game server. */
const sent = (reference?: string): Record<Exclude<RewardState, 'none'>, Words> => {
  const notAccepted = 'The game server has not accepted the reward yet. This bot tries again.';
  const notConfirmed = 'The game server has not confirmed the reward.';
  const off = 'The reward waits: at the moment, nothing is sent to the game server.';
  return {
    'on-its-way': ['The reward is on its way to the game server.'],
    failing: [`${notAccepted} ${KNOWN}`, `${notAccepted} ${tell(reference)}`],
    off: [`${off} ${tell(reference)}`],
    unclear: [`${notConfirmed} ${KNOWN}`, `${notConfirmed} ${tell(reference)}`],
    arrived: ['The reward has reached the game server.'],
  };
};

const DUE = { none: ['The reward can now be handed out.'], ...sent() } as const;
const DUE_BEFORE = { none: [missing()], ...sent() } as const;
const OWN = { none: [missing('OWNOWN22')], ...sent('OWNOWN22') } as const;
const CONFIRMED = "**Steve**'s vote is confirmed.";
const ANOTHER =
  'the answer to another attempt for this claim was lost or came late, so a second vote may have been claimed as well.';
const LATER = 'Once they have decided, this bot tells you, at the latest with your next command here.';
const NOT_CERTAIN = 'It is not certain yet whether **Steve** gets a reward.';
const STILL_NOT = 'It is still not certain whether **Steve** gets a reward.';
const SAFELY = 'You can check again safely.';
const USED =
  'The vote is used: the vote service says that it is claimed, but one of its replies to this bot was lost. So this bot very likely claimed it, or an earlier vote.';

/** What a member reads: the first words, those about the reward, where they depend on it, and the last ones. */
const TABLE: Record<keyof typeof CASES, { first: Words; reward?: Record<RewardState, Words>; last?: Words }> = {
  granted: { first: [CONFIRMED], reward: DUE },
  'granted, maybe twice': {
    first: [CONFIRMED],
    reward: DUE,
    last: [
      `\n\nThe moderators have been asked whether there is a second reward: ${ANOTHER}`,
      `\n\nIf a reward is missing, tell a moderator the reference \`REF\`: ${ANOTHER}`,
    ],
  },
  'granted, hardly twice': { first: [CONFIRMED], reward: DUE },
  'first answer lost': {
    first: [
      `The moderators have been asked whether **Steve** gets the reward, and there is nothing for you to do. ${LATER} ${USED}`,
      `Whether **Steve** gets the reward is for a moderator to decide: tell one the reference \`REF\`. ${USED}`,
    ],
  },
  pending: {
    first: [
      `${NOT_CERTAIN} There is nothing for you to do: this bot keeps trying for 15 minutes, and then asks the moderators. ${SAFELY}`,
      `${NOT_CERTAIN} This bot keeps trying for 15 minutes. If nothing has changed by then, tell a moderator the reference \`REF\`. ${SAFELY}`,
    ],
    last: [' The vote service has not confirmed the vote so far.'],
  },
  'pending, told later': {
    first: [
      `${STILL_NOT} The moderators have been asked, and there is nothing for you to do. ${LATER}`,
      `${STILL_NOT} That is for a moderator to decide: tell one the reference \`REF\`.`,
    ],
    last: [' The vote service never confirmed the vote.'],
  },
  already: {
    first: [
      `There is no new reward: **Steve**'s vote has already been claimed, and a vote is rewarded only once. ${missing()}`,
    ],
  },
  'already, by the same member': {
    first: ["There is no new reward: you claimed **Steve**'s vote <t:1772366400:R>, and a vote is rewarded only once."],
    reward: OWN,
  },
  'resolved by a moderator': {
    first: [`A moderator has looked into **Steve**'s vote and marked the claim as resolved. ${missing()}`],
  },
  'claimed, says a moderator': {
    first: ['**Steve** gets a reward: a moderator has found that the vote was claimed.'],
    reward: DUE_BEFORE,
  },
  'claimed before, says a moderator': {
    first: [
      `There is no new reward: a moderator has found that **Steve**'s vote had already been claimed, and a vote is rewarded only once. ${missing()}`,
    ],
  },
  'not claimed, says a moderator': {
    first: [
      "There is no reward for this claim: a moderator has found that **Steve**'s vote was not claimed. If the vote is still there, you can try again.",
    ],
  },
};

const wordsFor = ([on, off = on]: Words, { hasModerators }: Pick<Here, 'hasModerators'>) => (hasModerators ? on : off);

describe.each(Object.keys(CASES) as (keyof typeof CASES)[])('%s', (name) => {
  const [verdict, more] = CASES[name];
  const { first, reward, last = [''] } = TABLE[name];

  test.each(PLACES)('%s', (_where, here) => {
    const reply = claimReply(verdict, { playername: 'Steve', reference: 'REF', ...more, ...here }, t);
    const ofReward = reward ? ` ${wordsFor(reward[here.reward], here)}` : '';
    const expected = wordsFor(first, here) + ofReward + wordsFor(last, here);
    expect(reply.embeds[0]?.description?.replace(/^About your claim[^]*?\n\n/, '')).toBe(expected);
  });

  test('how the reward stands is not known', () => {
    const here = { hasModerators: true };
    const said = claimReply(verdict, { playername: 'Steve', reference: 'REF', ...more, ...here }, t);
    expect(said.embeds[0]?.description).toContain(wordsFor(first, here));
    if (reward) for (const one of REWARDS) expect(said.embeds[0]?.description).not.toContain(reward[one][0]);
  });
});

const ANNOUNCED: Record<RewardState, Words> = {
  none: ['The reward can now be handed out.'],
  'on-its-way': ['The reward is on its way to the game server.'],
  failing: ['The game server has not accepted the reward yet. This bot tries again.'],
  off: ['The reward waits: at the moment, nothing is sent to the game server.'],
  unclear: [
    'The moderators decide what becomes of the reward.',
    'Moderators: the game server has not confirmed the reward. Before you hand it out, see what is known of the claim in `/claims`.',
  ],
  arrived: ['The reward has reached the game server.'],
};
const DOUBTS: [name: string, doubt: { maybeTwo: boolean; unlikely: boolean }, words: Words][] = [
  ['an announcement', { maybeTwo: false, unlikely: false }, ['']],
  [
    'an announcement, maybe of two',
    { maybeTwo: true, unlikely: false },
    [
      '',
      '\n\nModerators: the answer to another attempt was lost or came late, so a second vote may have been claimed as well. Check with the vote service before you hand out more than one reward.',
    ],
  ],
  [
    'an announcement, hardly of two',
    { maybeTwo: true, unlikely: true },
    [
      '',
      '\n\nModerators: the vote service was unable to answer another attempt. It is unlikely, but a second vote may have been claimed as well.',
    ],
  ],
];

describe.each(DOUBTS)('%s', (_name, doubt, words) => {
  test.each(PLACES)('%s', (_where, here) => {
    const announcement = { playername: 'Steve', reference: 'REF', wasResolved: false, goal: undefined };
    const said = announcementReply({ ...announcement, ...doubt, ...here }, t).embeds[0]?.description;
    expect(said).toBe(`**Steve** has voted. ${wordsFor(ANNOUNCED[here.reward], here)}${wordsFor(words, here)}`);
  });
});

test('where moderators have no channel, nobody reads that they decide, or that the bot tells what they decide', () => {
  const said = PLACES.filter(([, { hasModerators }]) => !hasModerators).flatMap(([, here]) =>
    Object.values(CASES).map(
      ([verdict, more]) => claimReply(verdict, { playername: 'Steve', ...more, ...here }, t).embeds[0]?.description,
    ),
  );
  expect(said.filter((text) => /moderators (?:know|have been asked)|bot tells you/.test(text ?? ''))).toEqual([]);
});
