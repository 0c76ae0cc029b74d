import { describe, expect, test } from 'vitest';

import type { Here, Reward } from '../../src/claims/promises.ts';
import { announcementReply } from '../../src/claims/views/announcement.ts';
import { claimReply } from '../../src/claims/views/claim.ts';
import { translator } from '../../src/locales/index.ts';
import type { RewardState } from '../../src/rewards/hook.ts';
import { buttonsOf } from '../ui/discord-limits.ts';
import { ANNOUNCED_PLACES, CASES, PLACES, REWARDS } from './promise-cells.ts';

const t = translator('en-US');

/** Where posts for moderators are on, and where they are off, if it reads otherwise there. */
type Words = readonly [on: string, off?: string];

const then = (text: string, [on, off = on]: Words): Words => [`${text} ${on}`, `${text} ${off}`];

const REQUEST = { playername: 'Steve', reference: 'REF', requestId: '0b0c2f0e-9d9e-4c39-8a49-6f8b4c1b9a11' };
const KNOWN = 'The moderators know, and there is nothing for you to do.';
const PRESS = 'press *Tell the moderators*.';
const telling = (reference = 'REF') => `tell a moderator the reference \`${reference}\`.`;
const tell = (reference?: string): Words => then('If it does not arrive,', [PRESS, telling(reference)]);
const missing = (reference?: string): Words => then('If a reward is missing,', [PRESS, telling(reference)]);
/** Where moderators have a channel, they know, once a post says it. */
const known = (reference?: string): Words => [KNOWN, `If it does not arrive, ${telling(reference)}`];

/** Of a reward that is sent to a game server. */
const sent = (reference?: string): Record<Exclude<RewardState, 'none'>, Words> => {
  const notAccepted = 'The game server has not accepted the reward yet. This bot tries again.';
  const notConfirmed = 'The game server has not confirmed the reward.';
  const off = 'The reward waits: at the moment, nothing is sent to the game server.';
  return {
    'on-its-way': then('The reward is on its way to the game server.', tell(reference)),
    failing: then(notAccepted, known(reference)),
    off: then(off, tell(reference)),
    unclear: then(notConfirmed, known(reference)),
    partly: then('The reward has reached one game server. Another one has not confirmed it yet.', missing(reference)),
    arrived: ['The reward has reached the game server.'],
    vouched: then('A moderator says that the reward has arrived.', missing(reference)),
  };
};

const DUE = {
  none: then('The reward can now be handed out.', tell()),
  'by-hand': then('A member of the staff hands out the reward.', tell()),
  ...sent(),
};
/** What to do about either is said once. */
const DUE_OF_TWO = Object.fromEntries(
  Object.entries<Words>(DUE).map(([reward, [on, off = on]]): [string, Words] => [
    reward,
    [on, off.replace(/ If .* tell a moderator .*$/, '')],
  ]),
) as Record<Reward, Words>;
const OWN = { none: missing('OWNOWN22'), 'by-hand': missing('OWNOWN22'), ...sent('OWNOWN22') };
const CONFIRMED = "**Steve**'s vote is confirmed.";
const ANOTHER =
  'the answer to another attempt for this claim was lost or came late, so a second vote may have been claimed as well.';
const LATER = 'Once they have decided, this bot tells you, at the latest with your next command here.';
const NOT_CERTAIN = 'It is not certain yet whether **Steve** gets a reward.';
const STILL_NOT = 'It is still not certain whether **Steve** gets a reward.';
const SAFELY = 'You can check again safely.';
const USED =
  'The vote service says that the vote is claimed, but one of its replies to this bot was lost. Very likely this bot claimed that vote, or an earlier one.';

/** What a member reads: the first words, those about the reward, where they depend on it, and the last ones. */
const TABLE: Record<keyof typeof CASES, { first: Words; reward?: Record<Reward, Words>; last?: Words }> = {
  granted: { first: [CONFIRMED], reward: DUE },
  'granted, maybe twice': {
    first: [CONFIRMED],
    reward: DUE_OF_TWO,
    last: [
      ` The moderators have been asked whether there is a second reward: ${ANOTHER}`,
      ` If a reward is missing, tell a moderator the reference \`REF\`: ${ANOTHER}`,
    ],
  },
  'granted, hardly twice': { first: [CONFIRMED], reward: DUE },
  'first answer lost': {
    first: [
      `The moderators have been asked whether **Steve** gets the reward, and there is nothing for you to do. ${LATER} ${USED}`,
      `A moderator has to decide whether **Steve** gets the reward: tell one the reference \`REF\`. ${USED}`,
    ],
  },
  pending: {
    first: [
      `${NOT_CERTAIN} There is nothing for you to do: this bot keeps trying for about 15 minutes, and then asks the moderators. ${SAFELY}`,
      `${NOT_CERTAIN} This bot keeps trying for about 15 minutes. If nothing has changed by then, tell a moderator the reference \`REF\`. ${SAFELY}`,
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
    first: then(
      "There is no new reward: **Steve**'s vote has already been claimed, and a vote is rewarded only once.",
      missing(),
    ),
  },
  'already, by the same member': {
    first: ["There is no new reward: you claimed **Steve**'s vote <t:1772366400:R>, and a vote is rewarded only once."],
    reward: OWN,
  },
  'resolved by a moderator': {
    first: then("A moderator has looked into **Steve**'s vote and marked the claim as resolved.", missing()),
  },
  'claimed, says a moderator': {
    first: ['**Steve** gets a reward: a moderator has found that the vote was claimed.'],
    reward: DUE,
  },
  'claimed before, says a moderator': {
    first: then(
      "There is no new reward: a moderator has found that **Steve**'s vote had already been claimed, and a vote is rewarded only once.",
      missing(),
    ),
  },
  'not claimed, says a moderator': {
    first: [
      "There is no reward for this claim: a moderator has found that **Steve**'s vote was not claimed. If the vote is still there, you can try again.",
    ],
  },
  'came to nothing, in doubt': {
    first: then(
      'The vote service could not be reached just now. Try again later.\n\nThe answer to an earlier attempt was lost, so a vote of **Steve** may already have been claimed by this bot.',
      missing(),
    ),
  },
};

const wordsFor = ([on, off = on]: Words, { hasModerators }: Pick<Here, 'hasModerators'>) => (hasModerators ? on : off);

describe.each(Object.keys(CASES) as (keyof typeof CASES)[])('%s', (name) => {
  const [verdict, more] = CASES[name];
  const { first, reward, last = [''] } = TABLE[name];

  test.each(PLACES)('%s', (_where, here) => {
    const reply = claimReply(verdict, { ...REQUEST, ...more, ...here }, t);
    const known = reward ? ` ${wordsFor(reward[here.reward], here)}` : '';
    const ofReward = here.isPosted ? known : known.replace(KNOWN, `If it does not arrive, ${PRESS}`);
    const expected = wordsFor(first, here) + ofReward + wordsFor(last, here);
    expect(reply.embeds[0]?.description?.replace(/^About your claim[^]*?\n\n/, '')).toBe(expected);
  });

  test('how the reward stands is not known', () => {
    const here = { hasModerators: true };
    const said = claimReply(verdict, { ...REQUEST, ...more, ...here }, t);
    expect(said.embeds[0]?.description).toContain(wordsFor(first, here));
    if (reward) for (const one of REWARDS) expect(said.embeds[0]?.description).not.toContain(reward[one][0]);
  });
});

const ANNOUNCED: Record<Reward, Words> = {
  none: [''],
  'by-hand': ['The reward can now be handed out.'],
  'on-its-way': ['The reward is on its way to the game server.'],
  failing: ['The reward is on its way to the game server.'],
  off: ['The reward goes to the game server later.'],
  unclear: [
    '',
    'Moderators: the game server has not confirmed the reward. Before you hand it out, look the claim up in `/claims`.',
  ],
  partly: ['The reward has reached one game server. Another one has not confirmed it yet.'],
  arrived: ['The reward has reached the game server.'],
  vouched: ['A moderator says that the reward has arrived.'],
};
const THANKS = {
  ...{ playername: 'Steve', reference: 'REF', isDecided: false, wasResolved: false, goal: undefined },
  ...{ maybeTwo: false, unlikely: false },
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
  test.each(ANNOUNCED_PLACES)('%s', (_where, here) => {
    const said = announcementReply({ ...THANKS, ...doubt, ...here }, t).embeds[0]?.description;
    const ofReward = `**Steve** has voted. ${wordsFor(ANNOUNCED[here.reward], here)}`.trim();
    expect(said).toBe(ofReward + wordsFor(words, here));
  });
});

test.each([true, false])(
  'an announcement says that its claim had been resolved only where moderators have no channel: %s',
  (hasModerators) => {
    const said = announcementReply({ ...THANKS, wasResolved: true, hasModerators, reward: 'arrived' }, t);
    expect(said.embeds[0]?.description?.includes('had already been marked as resolved')).toBe(!hasModerators);
  },
);

test.each<[reward: Reward, words: string]>([
  ['none', 'A moderator hands out the reward.'],
  ['by-hand', 'A moderator hands out the reward.'],
  ['on-its-way', 'The reward is on its way to the game server.'],
])('an announcement of what a moderator decided invites nobody to hand a reward over: %s', (reward, words) => {
  const said = announcementReply({ ...THANKS, isDecided: true, hasModerators: true, reward }, t);
  expect(said.embeds[0]?.description).toBe(`**Steve** has voted. ${words}`);
});

describe.each(PLACES)('%s', (_where, here) => {
  const repliesWith = (more: object) =>
    Object.values(CASES).map(([verdict, special]) =>
      claimReply(verdict, { ...REQUEST, ...special, ...here, ...more }, t),
    );
  const leads = ({ embeds }: ReturnType<typeof claimReply>) => embeds[0]?.description?.includes(PRESS);

  test('the moderators can be told by a button where the words say so, and nowhere else', () => {
    for (const reply of repliesWith({}))
      expect(buttonsOf(reply).some(({ label }) => label === 'Tell the moderators')).toBe(leads(reply));
  });

  test('where no button works, the words lead to none', () => {
    expect(repliesWith({ requestId: undefined }).filter(leads)).toEqual([]);
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
