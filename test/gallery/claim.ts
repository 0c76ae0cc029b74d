import { announcementReply } from '../../src/claims/views/announcement.ts';
import type { ClaimAnswer } from '../../src/claims/views/claim.ts';
import {
  claimForgotten,
  claimReply,
  type ClaimViewContext,
  directAnswer,
  moderatorsAsked,
  nameSaved,
  nothingToStop,
} from '../../src/claims/views/claim.ts';
import type { Verdict } from '../../src/claims/states.ts';
import type { PanelContent } from '../../src/guilds/panel-message.ts';
import { panelMessage } from '../../src/guilds/views/panel.ts';
import { nameChoices, nameModal } from '../../src/people/views/player-name.ts';
import { customIds } from '../../src/ui/custom-ids.ts';
import { ANNOUNCED_PLACES, CASES, PLACES } from '../claims/promise-cells.ts';
import { type Choices, DAY_MS, GUILD_ID, MINUTE_MS, type Modals, NOW, REFERENCE, type Replies } from './entries.ts';
import { GOAL } from './goal.ts';

const RECORDED = { requestId: '0b0c2f0e-9d9e-4c39-8a49-6f8b4c1b9a11', reference: REFERENCE };
const LOOK = { id: RECORDED.requestId, begunAt: NOW, nextAt: NOW + MINUTE_MS, endsAt: NOW + 14 * MINUTE_MS };
const ALREADY: Verdict = { kind: 'already', recordedAt: NOW - DAY_MS };
const INTERRUPTED: Verdict = { kind: 'postponed', retryAt: NOW, interrupted: true };
const LATE = { lateSince: NOW - DAY_MS };
const LOOKING: Verdict = { kind: 'looking', look: LOOK, after: { kind: 'none' } };
const VOTE_LINKS = [
  { label: undefined, url: 'https://vote.example/castle?name={player}' },
  { label: 'Blocks & Votes', url: 'https://blocks.example/vote/castle' },
];

const answered =
  (
    answer: ClaimAnswer,
    { recorded = true, ...more }: { recorded?: boolean } & Partial<ClaimViewContext> = {},
  ): Replies[string] =>
  (t, written) => {
    const context = { playername: 'Steve_the_Builder', voteLinks: VOTE_LINKS, ...(recorded ? RECORDED : {}), ...more };
    return claimReply(answer, { ...context, playername: written ?? context.playername }, t);
  };

/** Every case wherever somebody may ask, where that makes a difference or where it does not. */
const PROMISED: Replies = Object.fromEntries(
  Object.entries(CASES).flatMap(([name, [verdict, more]]) =>
    PLACES.map(([where, here]) => [`${name}: ${where}`, answered(verdict, { ...more, ...here })]),
  ),
);

const ANNOUNCED = {
  playername: 'Steve_the_Builder',
  reference: REFERENCE,
  isDecided: false,
  wasResolved: false,
  maybeTwo: false,
  unlikely: false,
  reward: 'none',
  hasModerators: false,
  goal: undefined,
} as const;

const ANNOUNCED_ANYWHERE: Replies = Object.fromEntries(
  ANNOUNCED_PLACES.map(([where, here]) => [
    `announcement: ${where}`,
    (t) => announcementReply({ ...ANNOUNCED, ...here }, t),
  ]),
);

const PANEL: PanelContent = { locale: 'en-US', text: undefined, voteLinks: VOTE_LINKS, goal: undefined };

export const replies: Replies = {
  ...PROMISED,
  'granted, with a reminder offered': answered({ kind: 'granted' }, { offersReminder: true }),
  'granted, with the next vote': answered({ kind: 'granted' }, { reward: 'by-hand', nextVoteAt: NOW + DAY_MS }),
  'likely granted, when a moderator checked again': answered({ kind: 'likely-granted' }, { isRecheck: true }),
  'granted, when a moderator checked again': answered({ kind: 'granted' }, { isRecheck: true, reward: 'by-hand' }),
  'already claimed, with the next vote': answered(ALREADY, { nextVoteAt: NOW + DAY_MS }),
  'already claimed, with the moderators to ask': answered(ALREADY, { hasModerators: true }),
  'the moderators are told': (t) => moderatorsAsked({ reference: REFERENCE, isTold: true }, t),
  'there is no channel of moderators': (t) => moderatorsAsked({ reference: REFERENCE, isTold: false }, t),
  'no vote yet': answered({ kind: 'none' }),
  'no vote yet, with one place to vote': answered({ kind: 'none' }, { voteLinks: VOTE_LINKS.slice(0, 1) }),
  'no vote yet, with an invisible character in the name': answered({ kind: 'none' }, { playername: 'Ste\u200bve' }),
  'no vote yet, looking again': answered(LOOKING, { lastLookAt: NOW + 7 * MINUTE_MS }),
  'no vote yet, looking for the last time': answered(LOOKING, { lastLookAt: LOOK.nextAt }),
  'nothing was sent, looking again': answered(
    { ...LOOKING, after: { kind: 'unavailable' } },
    { lastLookAt: NOW + 7 * MINUTE_MS },
  ),
  'no vote yet, in doubt': answered({ kind: 'none', inDoubt: true }),
  'already claimed through this bot': answered(ALREADY),
  'already claimed through this bot, with a reminder offered': answered(ALREADY, { offersReminder: true }),
  'nothing was sent': answered({ kind: 'unavailable' }),
  'nothing was sent, in doubt': answered({ kind: 'unavailable', inDoubt: true }),
  refused: answered({ kind: 'refused', reason: 'other' }),
  'refused, in doubt': answered({ kind: 'refused', reason: 'other', inDoubt: true }),
  'token refused': answered({ kind: 'refused', reason: 'token' }, { hasOwnToken: true }),
  'token of the operator refused': answered({ kind: 'refused', reason: 'token' }, { hasOwnToken: false }),
  'token refused, in doubt': answered({ kind: 'refused', reason: 'token', inDoubt: true }),
  'name refused': answered({ kind: 'refused', reason: 'name' }),
  'name refused, in doubt': answered({ kind: 'refused', reason: 'name', inDoubt: true }),
  'service too busy': answered({ kind: 'refused', reason: 'busy', retryAt: NOW + MINUTE_MS }),
  'service too busy, for how long is not known': answered({ kind: 'refused', reason: 'busy', retryAt: undefined }),
  'service too busy, in doubt': answered({ kind: 'refused', reason: 'busy', retryAt: NOW + MINUTE_MS, inDoubt: true }),
  'too many people at once': answered({ kind: 'postponed', retryAt: NOW + MINUTE_MS }),
  'too many people at once, in doubt': answered({ kind: 'postponed', retryAt: NOW + MINUTE_MS, inDoubt: true }),
  'too many people at once, told later': answered({ kind: 'postponed', retryAt: NOW - DAY_MS }, LATE),
  'interrupted before anything was sent': answered(INTERRUPTED),
  'interrupted before anything was sent, in doubt': answered({ ...INTERRUPTED, inDoubt: true }),
  'not claimed, a moderator says, by direct message': (t) =>
    directAnswer(
      { guildId: GUILD_ID, verdict: { kind: 'reviewed', outcome: 'not-claimed' } },
      { playername: 'Steve_the_Builder', reference: REFERENCE, ...LATE },
      { guildName: 'Castle *wars* & friends', claimUrl: `https://discord.com/channels/${GUILD_ID}` },
      t,
    ),
  'granted, told later': answered({ kind: 'granted' }, LATE),
  'token refused, told later': answered({ kind: 'refused', reason: 'token' }, LATE),
  'service too busy, told later': answered({ kind: 'refused', reason: 'busy', retryAt: NOW - DAY_MS }, LATE),
  'no token here': answered({ kind: 'not-set-up' }, { recorded: false }),
  'not a player name': answered({ kind: 'bad-name' }, { recorded: false }),
  'claims too often': answered({ kind: 'wait', until: NOW + MINUTE_MS, isCrowd: false }, { recorded: false }),
  'claims in a crowd': answered({ kind: 'wait', until: NOW + MINUTE_MS, isCrowd: true }, { recorded: false }),
  'a name full of markdown': answered(
    { kind: 'granted' },
    { playername: '**Steve** [x](https://evil.example) @everyone' },
  ),
  'nothing is looked for any more': nothingToStop,
  'not on record any more': claimForgotten,
  'name remembered': (t) => nameSaved('Steve_the_Builder', t),
  panel: (t) => panelMessage(PANEL, t),
  'panel with a goal': (t) => panelMessage({ ...PANEL, goal: GOAL }, t),
  "panel with the guild's own words": (t) =>
    panelMessage(
      { ...PANEL, text: '**Castle wars**\nVote on both lists!\n[free nitro](https://evil.example)', voteLinks: [] },
      t,
    ),
  announcement: (t, written) => announcementReply({ ...ANNOUNCED, playername: written ?? ANNOUNCED.playername }, t),
  ...ANNOUNCED_ANYWHERE,
  'announcement with a goal': (t) => announcementReply({ ...ANNOUNCED, goal: GOAL }, t),
  'announcement of a claim that may have been two': (t) => announcementReply({ ...ANNOUNCED, maybeTwo: true }, t),
  'announcement of a claim that was hardly two': (t) =>
    announcementReply({ ...ANNOUNCED, maybeTwo: true, unlikely: true }, t),
  'announcement of a claim that a moderator decided': (t) => announcementReply({ ...ANNOUNCED, isDecided: true }, t),
  'announcement of a claim that was marked resolved': (t) => announcementReply({ ...ANNOUNCED, wasResolved: true }, t),
};

const MODALS = customIds.claimvote.modals;

export const modals: Modals = {
  'asks for the player name': (t) => nameModal(MODALS.name(), t),
  'asks for the player name, from the panel': (t) => nameModal(MODALS['panel-name'](), t),
  'asks for another player name': (t) =>
    nameModal(MODALS['other-name'](RECORDED.requestId), t, { former: 'Steve_the_Builder' }),
};

export const choices: Choices = { 'saved names': () => nameChoices(['Steve_the_Builder', 'Alex', 'Herobrine*']) };
