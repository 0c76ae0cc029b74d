import type { Reminder } from '../../src/reminders/reminder.ts';
import {
  guildReminders,
  quietRefused,
  reminderMessage,
  reminderNow,
  remindersClosed,
  remindersOff,
} from '../../src/reminders/views/reminder.ts';
import { CHANNEL_ID, DAY_MS, GUILD_ID, NOW, type Replies } from './entries.ts';

const ON: Reminder = { state: 'on', nextAt: NOW + DAY_MS, quiet: undefined };
const QUIET: Reminder = { ...ON, quiet: { from: 22, to: 8, timeZone: 'America/Argentina/Buenos_Aires' } };
const CONTENT = {
  guildId: GUILD_ID,
  guildName: 'Castle *wars* & friends',
  hours: 24,
  claimedAt: NOW - DAY_MS,
  voteLinks: [
    { label: undefined, url: 'https://vote.example/castle?name={player}' },
    { label: 'Blocks & Votes', url: 'https://blocks.example/vote/castle' },
  ],
  playername: 'Steve_the_Builder',
  claimUrl: `https://discord.com/channels/${GUILD_ID}/${CHANNEL_ID}/1`,
};
const SAVED = { wanted: 3, day: undefined, givesHours: false };
const DAY = { timeZone: 'Europe/Berlin', hour: 5 };
const FIVE = Array.from({ length: 5 }, (_, at) => ({ label: 'x'.repeat(40), url: `https://vote.example/${at}` }));

export const replies: Replies = {
  message: (t) => reminderMessage(CONTENT, t),
  'message, with all there can be': (t) =>
    reminderMessage({ ...CONTENT, guildName: '[x](https://evil.example)'.repeat(4), hours: 168, voteLinks: FIVE }, t),
  'message, without a place to vote': (t) =>
    reminderMessage(
      { ...CONTENT, voteLinks: [], playername: undefined, claimUrl: 'https://discord.com/channels/1' },
      t,
    ),
  'message, stopped': remindersOff,
  'message, for the next day': (t) => reminderMessage({ ...CONTENT, nextDay: DAY }, t),
  'on, for the next day': (t) => reminderNow({ hours: 24, nextDay: DAY, reminder: ON }, GUILD_ID, t),
  on: (t) => reminderNow({ hours: 24, reminder: ON }, GUILD_ID, t),
  'on, from the next claim': (t) => reminderNow({ hours: 24, reminder: { ...ON, nextAt: undefined } }, GUILD_ID, t),
  'on, with quiet hours': (t) => reminderNow({ hours: 168, reminder: QUIET }, GUILD_ID, t),
  off: (t) => reminderNow({ hours: 24, reminder: { ...QUIET, state: 'off', nextAt: undefined } }, GUILD_ID, t),
  'off here': (t) => reminderNow({ hours: undefined, reminder: undefined }, GUILD_ID, t),
  'off here, and wanted': (t) => reminderNow({ hours: undefined, reminder: ON }, GUILD_ID, t),
  'quiet hours without an end': (t) => quietRefused('incomplete', t),
  'quiet hours of no length': (t) => quietRefused('no-hours', t),
  'quiet hours in one of several zones': (t) =>
    quietRefused({ zones: ['America/New_York', 'America/Panama'].map((zone) => ({ zone, name: 'EST' })) }, t),
  'quiet hours somewhere unknown': (t) => quietRefused({ zones: [] }, t),
  'closed direct messages': remindersClosed,
  'of the guild, never set': (t) => guildReminders({}, undefined, t),
  'of the guild, as they are': (t) => guildReminders({ hours: 24 }, undefined, t),
  'of the guild, for the next day': (t) => guildReminders({ hours: 24, nextDay: DAY }, undefined, t),
  'of the guild, saved': (t) => guildReminders({ hours: 12 }, { ...SAVED, wanted: 12_345 }, t),
  'of the guild, saved for the next day, with hours': (t) =>
    guildReminders({ hours: 12, nextDay: DAY }, { ...SAVED, day: DAY, givesHours: true }, t),
  'of the guild, turned off': (t) => guildReminders({}, SAVED, t),
};
