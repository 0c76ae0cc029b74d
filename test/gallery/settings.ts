import type { GuildSettings } from '../../src/guilds/settings.ts';
import {
  askToClear,
  badRole,
  badToken,
  badVoteUrl,
  postChannelMissing,
  postsNow,
  postsSaved,
  postsStopped,
  settingsReply,
  tokenChanged,
  tokenCleared,
  tokenModal,
  tokenSaved,
  voteUrlSaved,
} from '../../src/guilds/views/settings.ts';
import { CHANNEL_ID, type Modals, type Replies, ROLE_ID } from './entries.ts';

const NOTHING_SET: GuildSettings = {
  token: { kind: 'none' },
  voteUrl: undefined,
  announcements: { channelId: undefined, on: false },
  alerts: { channelId: undefined, on: false },
  moderators: { channelId: undefined, on: false },
};
const OPERATORS: GuildSettings = { ...NOTHING_SET, token: { kind: 'operators' } };
const ALL_SET: GuildSettings = {
  token: { kind: 'own', ending: '9f3c' },
  voteUrl: 'https://vote.example/skyblock_central?from=discord',
  announcements: { channelId: CHANNEL_ID, on: true },
  alerts: { channelId: CHANNEL_ID, on: true, roleId: ROLE_ID },
  moderators: { channelId: CHANNEL_ID, on: true },
};

export const replies: Replies = {
  'nothing set': (t) => settingsReply(NOTHING_SET, t),
  "the operator's token": (t) => settingsReply(OPERATORS, t),
  'everything set': (t) => settingsReply(ALL_SET, t),
  'token saved': (t) => tokenSaved(ALL_SET, t),
  "token cleared, the operator's serves": (t) => tokenCleared(OPERATORS, t),
  'token cleared, none is left': (t) => tokenCleared(NOTHING_SET, t),
  'asks whether to clear the token': (t) => askToClear('9f3c', t),
  'token changed since': tokenChanged,
  'not a token': badToken,
  'vote link saved': (t) => voteUrlSaved(ALL_SET, t),
  'vote link removed': (t) => voteUrlSaved(NOTHING_SET, t),
  'not a vote link': badVoteUrl,
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

export const modals: Modals = { 'asks for the access token': tokenModal };
