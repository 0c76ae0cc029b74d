import type { GuildSettings } from '../../src/guilds/settings.ts';
import { withProblems } from '../../src/guilds/views/overview.ts';
import { panelNow, panelRefused, panelTextModal } from '../../src/guilds/views/panel.ts';
import {
  askToClear,
  askToRemoveLink,
  badRole,
  badToken,
  badVoteLink,
  postChannelMissing,
  postsNow,
  postsSaved,
  postsStopped,
  postsWaiting,
  tokenChanged,
  tokenModal,
  tokenNow,
  tokenSaved,
  voteLinkList,
} from '../../src/guilds/views/settings.ts';
import { linkId } from '../../src/guilds/vote-links.ts';
import { CHANNEL_ID, type Modals, type Replies } from './entries.ts';
import { ALL_SET, NOTHING_SET } from './setup.ts';

const OPERATORS: GuildSettings = { ...NOTHING_SET, token: { kind: 'operators' } };
const SAYS_ARRIVAL = { ...ALL_SET, announcements: { ...ALL_SET.announcements, saysArrival: true } };
const USUAL = { locale: 'en-US', text: undefined, voteLinks: ALL_SET.voteLinks, goal: undefined };
const PLACE = { channelId: CHANNEL_ID, messageId: '1' };

export const replies: Replies = {
  "the guild's own token": (t) => tokenNow(ALL_SET, t),
  "the guild's own token, which is refused": (t) => withProblems(tokenNow(ALL_SET, t), [t('problems.tokenRefused')]),
  'no token': (t) => tokenNow(NOTHING_SET, t),
  'token saved': (t) => tokenSaved(ALL_SET, t),
  'token saved, with webhooks for an earlier one': (t) => tokenSaved(ALL_SET, t, 5),
  "token cleared, the operator's serves": (t) => tokenSaved(OPERATORS, t),
  'token cleared, none is left': (t) => tokenSaved(NOTHING_SET, t),
  'token cleared, with webhooks for it': (t) => tokenSaved(OPERATORS, t, 2),
  'asks whether to clear the token': (t) => askToClear('9f3c', t),
  'token changed since': tokenChanged,
  'not a token': (t) => badToken('short', t),
  "another service's token": (t) => badToken('ghp_0123456789', t),
  'a web address in the place of a token': (t) => badToken('https://vote.example/account', t),
  'vote links': (t) => voteLinkList(ALL_SET, t),
  'no vote link': (t) => voteLinkList(NOTHING_SET, t),
  'vote link saved': (t) => voteLinkList(ALL_SET, t, 'saved'),
  'asks whether to remove a vote link': (t) => askToRemoveLink(ALL_SET, ALL_SET.voteLinks.map(linkId)[0], t),
  'vote link removed': (t) => voteLinkList(NOTHING_SET, t, 'removed'),
  'not a vote link': (t) => badVoteLink('bad-url', t),
  'a vote link with the placeholder of another tool': (t) =>
    badVoteLink({ placeholder: '%player%', instead: 'https://vote.example/{player}' }, t),
  'too many vote links': (t) => badVoteLink('too-many', t),
  'no panel': (t) => panelNow({ state: { kind: 'none' }, content: USUAL }, t, t),
  'panel posted': (t) => panelNow({ state: { kind: 'shown', location: PLACE }, content: USUAL }, t, t, true),
  'panel removed': (t) => panelNow({ state: { kind: 'none' }, content: USUAL }, t, t, true),
  'panel shown': (t) => panelNow({ state: { kind: 'shown', location: PLACE }, content: USUAL }, t, t),
  "panel with the guild's own words": (t) =>
    panelNow({ state: { kind: 'shown', location: PLACE }, content: { ...USUAL, text: '**Vote!**' } }, t, t),
  'panel deleted': (t) => panelNow({ state: { kind: 'gone' }, content: USUAL }, t, t),
  'panel out of reach': (t) => panelNow({ state: { kind: 'out-of-reach', location: PLACE }, content: USUAL }, t, t),
  'panel where the bot cannot post': (t) => panelRefused('out-of-reach', t),
  'panel in a channel of another kind': (t) => panelRefused('unusable', t),
  'announcements on': (t) => postsSaved('announcements', ALL_SET, [], t),
  'announcements on, in a channel that is not known': (t) => postsSaved('announcements', ALL_SET, undefined, t),
  'announcements on, where the bot may not post': (t) =>
    postsSaved('announcements', ALL_SET, ['viewChannel', 'sendMessages', 'embedLinks'], t),
  'announcements as they are': (t) => postsNow('announcements', ALL_SET, t),
  'announcements that say when a reward has arrived': (t) => postsNow('announcements', SAYS_ARRIVAL, t),
  'announcements that cannot say so, as staff hand rewards over': (t) =>
    postsNow('announcements', { ...SAYS_ARRIVAL, rewardsByHand: true }, t),
  'announcements off': (t) => postsSaved('announcements', NOTHING_SET, [], t),
  'announcements without a channel': (t) => postChannelMissing('announcements', t),
  'alerts on': (t) => postsSaved('alerts', ALL_SET, [], t),
  'alerts off': (t) => postsSaved('alerts', NOTHING_SET, [], t),
  'alerts cannot mention that role': badRole,
  'alerts as they are': (t) => postsNow('alerts', ALL_SET, t),
  'alerts without a channel': (t) => postChannelMissing('alerts', t),
  'posts wait for a channel': (t) => postsWaiting(CHANNEL_ID, undefined, t),
  'posts wait for a channel, to its owner': (t) => postsWaiting(CHANNEL_ID, 'Castle', t),
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
