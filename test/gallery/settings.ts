import type { GuildSettings } from '../../src/guilds/settings.ts';
import { goalSetting } from '../../src/guilds/views/goal.ts';
import { panelNow, panelRefused, panelTextModal } from '../../src/guilds/views/panel.ts';
import { entityProblems, panelProblem, postsProblem, tokenProblem } from '../../src/guilds/views/problems.ts';
import {
  askToClear,
  badRole,
  badToken,
  badVoteLink,
  postChannelMissing,
  postsNow,
  postsSaved,
  postsStopped,
  settingsReply,
  tokenChanged,
  tokenModal,
  tokenNow,
  voteLinkList,
} from '../../src/guilds/views/settings.ts';
import type { Translate } from '../../src/locales/index.ts';
import { guildRemindersField } from '../../src/reminders/views/reminder.ts';
import { hookProblems, hooksField } from '../../src/rewards/views/hooks.ts';
import { voterRoleField, voterRoleProblem } from '../../src/rewards/views/voter-role.ts';
import type { Maybe } from '../../src/ui/text.ts';
import { CHANNEL_ID, type Modals, NOW, type Replies, ROLE_ID } from './entries.ts';
import { GOAL } from './goal.ts';
import { HOOK } from './rewards.ts';
import { STOPPED } from './voter-role.ts';

const NOTHING_SET: GuildSettings = {
  token: { kind: 'none' },
  voteLinks: [],
  announcements: { channelId: undefined, on: false },
  alerts: { channelId: undefined, on: false },
  moderators: { channelId: undefined, on: false },
};
const OPERATORS: GuildSettings = { ...NOTHING_SET, token: { kind: 'operators' } };
const ALL_SET: GuildSettings = {
  token: { kind: 'own', ending: '9f3c' },
  voteLinks: [
    { label: undefined, url: 'https://vote.example/skyblock_central?from=discord' },
    { label: 'Blocks & Votes', url: 'https://blocks.example/vote/skyblock_central?name={player}' },
  ],
  announcements: { channelId: CHANNEL_ID, on: true },
  alerts: { channelId: CHANNEL_ID, on: true, roleId: ROLE_ID },
  moderators: { channelId: CHANNEL_ID, on: true },
};

const USUAL = { locale: 'en-US', text: undefined, voteLinks: ALL_SET.voteLinks, goal: undefined };
const PLACE = { channelId: CHANNEL_ID, messageId: '1' };
const HOOKS = (['on', 'paused', 'stopped', 'gone', 'on'] as const).map((state, at) => ({
  ...HOOK,
  number: at + 1,
  state,
  claims: 'of-current-token' as const,
}));

function otherFields(t: Translate) {
  return [hooksField(HOOKS, t), voterRoleField(STOPPED, t), goalSetting(GOAL, t), guildRemindersField(24, t)];
}

function everyProblem(t: Translate): Maybe<string>[] {
  return [
    tokenProblem(ALL_SET.token, 'refused', t),
    postsProblem('announcements', CHANNEL_ID, { missing: ['viewChannel', 'sendMessages', 'embedLinks'] }, t),
    postsProblem('alerts', CHANNEL_ID, 'gone', t),
    postsProblem('moderators', CHANNEL_ID, 'gone', t),
    t('problems.mentionGone'),
    panelProblem({ kind: 'gone' }, t),
    panelProblem({ kind: 'out-of-reach', place: PLACE }, t),
    ...entityProblems(['ent_castle', 'ent_tower', 'ent_*gate*', 'ent_moat', 'ent_keep'], t),
    ...hookProblems(
      [
        ...HOOKS.map((hook, at) => ({ ...hook, address: at === 4 ? undefined : 'https://game.example' })),
        ...HOOKS.slice(0, 1).map((hook) => ({
          ...hook,
          failing: { since: NOW, outcome: { kind: 'unreachable' } } as const,
        })),
      ],
      t,
    ),
    voterRoleProblem('refused', ROLE_ID, t),
  ];
}

export const replies: Replies = {
  'nothing set': (t) =>
    settingsReply(NOTHING_SET, t, {
      others: [hooksField([], t)],
      problems: [tokenProblem(NOTHING_SET.token, 'fine', t)],
    }),
  "the operator's token": (t) => settingsReply(OPERATORS, t),
  'everything set': (t) => settingsReply(ALL_SET, t, { others: otherFields(t) }),
  'everything wrong': (t) => settingsReply(ALL_SET, t, { others: otherFields(t), problems: everyProblem(t) }),
  'a token that is lost': (t) => settingsReply(ALL_SET, t, { problems: [tokenProblem(ALL_SET.token, 'lost', t)] }),
  "the operator's token is refused, and so is their key": (t) =>
    settingsReply(OPERATORS, t, {
      problems: [tokenProblem(OPERATORS.token, 'refused', t), t('problems.keyRefused')],
    }),
  'what nobody says': (t) =>
    settingsReply(ALL_SET, t, {
      problems: [
        postsProblem('announcements', CHANNEL_ID, 'unknown', t),
        panelProblem(undefined, t),
        t('problems.plansUnknown'),
      ],
    }),
  'token saved': (t) => tokenNow(ALL_SET, t),
  'token saved, with webhooks for an earlier one': (t) => tokenNow(ALL_SET, t, 5),
  "token cleared, the operator's serves": (t) => tokenNow(OPERATORS, t),
  'token cleared, none is left': (t) => tokenNow(NOTHING_SET, t),
  'token cleared, with webhooks for it': (t) => tokenNow(OPERATORS, t, 2),
  'asks whether to clear the token': (t) => askToClear('9f3c', t),
  'token changed since': tokenChanged,
  'not a token': badToken,
  'vote links': (t) => voteLinkList(ALL_SET, t),
  'no vote link': (t) => voteLinkList(NOTHING_SET, t),
  'vote link saved': (t) => voteLinkList(ALL_SET, t, 'saved'),
  'vote link removed': (t) => voteLinkList(NOTHING_SET, t, 'removed'),
  'not a vote link': (t) => badVoteLink('bad-url', t),
  'too many vote links': (t) => badVoteLink('too-many', t),
  'no panel': (t) => panelNow({ state: { kind: 'none' }, content: USUAL }, t, t),
  'panel shown': (t) => panelNow({ state: { kind: 'shown', place: PLACE }, content: USUAL }, t, t),
  "panel with the guild's own words": (t) =>
    panelNow({ state: { kind: 'shown', place: PLACE }, content: { ...USUAL, text: '**Vote!**' } }, t, t),
  'panel deleted': (t) => panelNow({ state: { kind: 'gone' }, content: USUAL }, t, t),
  'panel out of reach': (t) => panelNow({ state: { kind: 'out-of-reach', place: PLACE }, content: USUAL }, t, t),
  'panel where the bot cannot post': (t) => panelRefused('out-of-reach', t),
  'panel in a channel of another kind': (t) => panelRefused('unusable', t),
  'announcements on': (t) => postsSaved('announcements', ALL_SET, [], t),
  'announcements on, in a channel that is not known': (t) => postsSaved('announcements', ALL_SET, undefined, t),
  'announcements on, where the bot may not post': (t) =>
    postsSaved('announcements', ALL_SET, ['viewChannel', 'sendMessages', 'embedLinks'], t),
  'announcements as they are': (t) => postsNow('announcements', ALL_SET, t),
  'announcements off': (t) => postsSaved('announcements', NOTHING_SET, [], t),
  'announcements without a channel': (t) => postChannelMissing('announcements', t),
  'alerts on': (t) => postsSaved('alerts', ALL_SET, [], t),
  'alerts off': (t) => postsSaved('alerts', NOTHING_SET, [], t),
  'alerts cannot mention that role': badRole,
  'alerts as they are': (t) => postsNow('alerts', ALL_SET, t),
  'alerts without a channel': (t) => postChannelMissing('alerts', t),
  'alerts were stopped': (t) => postsStopped('alerts', CHANNEL_ID, t),
  'announcements were stopped': (t) => postsStopped('announcements', CHANNEL_ID, t),
  "moderators' channel on": (t) => postsSaved('moderators', ALL_SET, [], t),
  "moderators' channel off": (t) => postsSaved('moderators', NOTHING_SET, [], t),
  "moderators' channel missing": (t) => postChannelMissing('moderators', t),
  "posts in the moderators' channel were stopped": (t) => postsStopped('moderators', CHANNEL_ID, t),
};

export const modals: Modals = {
  'asks for the access token': tokenModal,
  'asks for the text of the panel': (t) => panelTextModal(undefined, t, t),
};
