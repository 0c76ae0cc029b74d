import { createHash } from 'node:crypto';

import { z } from 'zod';

import { beginningOf, dayOf, type DayStart } from '../guilds/day-start.ts';
import type { VoteLink } from '../guilds/vote-links.ts';
import type { Member } from '../member.ts';
import type { Translate } from '../locales/index.ts';
import type { OwedKind } from '../people/store/owed.ts';
import type { Reply } from '../ui/reply.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../work/clock.ts';
import { NONCE_KNOWN_MS } from '../work/discord-patience.ts';
import { firstQuarter } from '../work/time-zones.ts';

/**
 * The life of a reminder, told once. A manager says after how many hours members of the guild can vote again, which the
 * vote service does not know. A member asks to be reminded. Each confirmed claim that they then ask for in that guild
 * sets their one reminder anew, in the transaction of the verdict: it is due that many hours later, as a direct message.
 * A change of the hours moves it until it is sent.
 *
 * Before it is sent we look again at the settings, at the member's quiet hours, and whether bot and member are in the
 * guild, which needs no intent for one member. A member who has left is forgotten; where the bot is not, nothing is
 * sent. We then record that the message may be on its way, and send it with the same nonce on every try.
 *
 * It is never sent twice. Discord remembers a nonce for "the past few minutes" (its documentation, "Create Message"), of
 * which we rely on two. A lost answer, even of a process that was killed, is followed by another try within those two
 * minutes, in any process. After them the reminder counts as sent: it is lost only if that try was impossible too.
 *
 * A member to whom Discord lets us send nothing gets no more reminders, and reads why with their next command in the
 * guild.
 */
export type Reminder = {
  state: 'on' | 'off';
  /** when the next one is due, in ms since the epoch; undefined until their next confirmed claim */
  nextAt: number | undefined;
  quiet: QuietHours | undefined;
  /** when their newest claim was confirmed, in ms since the epoch */
  claimedAt?: number | undefined;
};

/** Owed to a member whose reminders we turned off. */
export const REMINDERS_CLOSED = { name: 'reminders-closed', detail: z.object({}) } satisfies OwedKind<unknown>;

/** When a person gets no message: from one full hour of their day (0 to 23) up to, not including, another. */
export type QuietHours = { from: number; to: number; timeZone: string };

/** The first moment from `at` on at which somebody may get a message, whatever clocks do meanwhile. In ms since the epoch. */
export function quietUntil({ from, to, timeZone }: QuietHours, at: number): number {
  const format = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  return firstQuarter(at, (moment) => {
    const hour = Number(format.format(moment));
    return from < to ? hour < from || hour >= to : hour < from && hour >= to;
  });
}

/**
 * When a guild reminds its members: so many hours after a claim, or when the next of its days begins, in which case the
 * hours are only kept
 */
export type ReminderWait = { hours: number; nextDay?: DayStart | undefined };

/** As a guild has set it: without hours it reminds nobody. */
export type GuildReminders = { hours?: number | undefined; nextDay?: DayStart | undefined };

/** @param claimedAt - when the claim was confirmed. All in ms since the epoch */
export function dueAfter(claimedAt: number, { hours, nextDay }: ReminderWait): number {
  return nextDay ? beginningOf(nextDay, dayOf(nextDay, claimedAt) + 1) : claimedAt + hours * HOUR_MS;
}

/** After how many hours managers may have members reminded. */
export const REMINDER_HOURS = { min: 1, max: 168, unlessSaid: 24 } as const;

/** The nonce of a message, at most 25 characters. @param about - the claim that it follows: when, or the request */
export function nonceOf({ guildId, userId }: Member, about: number | string): string {
  return createHash('sha256').update(`${guildId} ${userId} ${about}`).digest('base64url').slice(0, 25);
}

/**
 * A direct message that is due. `begunAt`: since when Discord may have it; `takenAt`: now, on the database's clock. Both
 * in ms since the epoch
 */
export type DueLetter = Member & {
  locale: string;
  quiet: QuietHours | undefined;
  begunAt: number | undefined;
  takenAt: number;
};

/** A reminder that is due. `claimedAt`: when its claim was confirmed, in ms since the epoch */
export type DueReminder = DueLetter & {
  id: number;
  claimedAt: number;
  /** what the guild has set; undefined when it turned reminders off */
  hours: number | undefined;
  nextDay?: DayStart | undefined;
  tries: number;
  /** differs for each process that takes it */
  heldUntil: number;
};

/** What a reminder says. `claimUrl`: where in Discord the member claims; `playername`: undefined when none is known */
export type ReminderContent = {
  guildId: string;
  guildName: string;
  hours: number;
  nextDay?: DayStart | undefined;
  claimedAt: number;
  voteLinks: readonly VoteLink[];
  playername: string | undefined;
  claimUrl: string;
};

/**
 * Why nothing can be sent. `left`: the member is not in the guild; `no-guild`: the bot is not; `closed`: Discord lets us
 * send them nothing; `too-fast`: we write to too many people; `refused`: Discord never accepts this message; `failed`:
 * another try may succeed
 */
export type ReminderProblem = 'left' | 'no-guild' | 'closed' | 'too-fast' | 'refused' | 'failed';

/** The calls to Discord for a direct message. None rejects. */
export type ReminderCalls = {
  /** Looks up member and guild, and opens the channel for direct messages. */
  open(member: Member): Promise<{ kind: 'ready'; channelId: string; guildName: string } | { kind: ReminderProblem }>;
  /** `unknown`: there was no answer */
  send(
    channelId: string,
    message: { nonce: string; locale: string; words: (t: Translate) => Reply },
  ): Promise<'sent' | 'unknown' | ReminderProblem>;
};

/** `unknown`: its answer was lost; `unconfirmed`: nobody will ever know; `off`: the guild turned reminders off */
export type ReminderResult = 'sent' | 'unknown' | 'unconfirmed' | 'off' | ReminderProblem;

/** How long the calls before the message may take together, waits for rate limits included. */
export const OPENING_LASTS_MS = 15 * SECOND_MS;
/** The same for the message. */
export const SENDING_LASTS_MS = 10 * SECOND_MS;
/** How long a process may hold a reminder: longer than all that it does with it. */
export const REMINDER_LEASE_MS = OPENING_LASTS_MS + SENDING_LASTS_MS + 20 * SECOND_MS;
/** How long after the first try another one may begin. */
export const SENT_AGAIN_WITHIN_MS = NONCE_KNOWN_MS - SENDING_LASTS_MS;

/**
 * All processes together write to one person at a time, this far apart: Discord names no limit, and blocks bots that
 * open many conversations fast (its documentation, "Create DM"). 2,000 reminders take a little over an hour.
 */
export const MESSAGE_EVERY_MS = 2 * SECOND_MS;
/** The same, once Discord has called it too fast. */
export const TOO_FAST_PAUSE_MS = 10 * MINUTE_MS;
/** A reminder that was due in quiet hours is sent within this time after them, at random. */
export const SPREAD_MS = 15 * MINUTE_MS;
