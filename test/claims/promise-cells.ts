import type { Here, Reward } from '../../src/claims/promises.ts';
import type { Verdict } from '../../src/claims/states.ts';
import type { ClaimViewContext } from '../../src/claims/views/claim.ts';

export const REWARDS: readonly Reward[] = [
  ...(['none', 'by-hand', 'on-its-way', 'failing', 'off', 'unclear', 'partly', 'arrived', 'vouched'] as const),
];

/** What may be set up where a reward is announced, by how it is called. */
export const ANNOUNCED_PLACES = REWARDS.flatMap((reward) =>
  [true, false].map((hasModerators): [name: string, here: Here] => [
    `reward ${reward}, moderators ${hasModerators ? 'on' : 'off'}`,
    { hasModerators, reward, isPosted: true },
  ]),
);
/** The same where somebody asks, and what the moderators may have no post about. */
export const PLACES: typeof ANNOUNCED_PLACES = [
  ...ANNOUNCED_PLACES,
  ...(['failing', 'unclear'] as const).map((reward): [name: string, here: Here] => [
    `reward ${reward}, moderators on, without a post`,
    { hasModerators: true, reward },
  ]),
];

const AT = Date.parse('2026-03-01T12:00:00.000Z');

/** What an answer promises something of, by how it is called, with what else its words depend on. */
export const CASES = {
  granted: [{ kind: 'granted' }, {}],
  'granted, maybe twice': [{ kind: 'granted', maybeTwo: true }, {}],
  'granted, hardly twice': [{ kind: 'granted', maybeTwo: true, unlikely: true }, {}],
  'first answer lost': [{ kind: 'likely-granted' }, {}],
  pending: [{ kind: 'pending' }, {}],
  'pending, told later': [{ kind: 'pending' }, { lateSince: AT }],
  already: [{ kind: 'already', recordedAt: undefined }, {}],
  'already, by the same member': [{ kind: 'already', recordedAt: AT }, { ownReference: 'OWNOWN22' }],
  'resolved by a moderator': [{ kind: 'reviewed', outcome: 'unstated' }, {}],
  'claimed, says a moderator': [{ kind: 'reviewed', outcome: 'claimed' }, {}],
  'claimed before, says a moderator': [{ kind: 'reviewed', outcome: 'claimed', claimedBefore: true }, {}],
  'not claimed, says a moderator': [{ kind: 'reviewed', outcome: 'not-claimed' }, {}],
  'came to nothing, in doubt': [{ kind: 'unavailable', inDoubt: true }, {}],
} as const satisfies Record<string, [Verdict, Partial<ClaimViewContext>]>;
