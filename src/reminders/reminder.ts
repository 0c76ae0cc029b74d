import { createHash } from 'node:crypto';

import { z } from 'zod';

import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../clock.ts';
import { NONCE_KNOWN_MS } from '../guilds/nonce.ts';
import type { VoteLink } from '../guilds/vote-links.ts';
import type { Member } from '../member.ts';
import type { OwedKind } from '../people/store/owed.ts';

/**
 * The life of a reminder, told once. A manager says after how many hours members of the guild can vote again: the vote
 * service knows nothing of that. A member asks to be reminded. From then on, each confirmed claim that they asked for
 * in that guild sets their one reminder anew, in the transaction of the verdict: it is due that many hours later. A change of the
 * hours moves it as long as it is not sent. It is a direct message.
 *
 * Before it is sent, we look again: at what is set now, at the member's quiet hours, and at whether bot and member are
 * in the guild, which needs no intent for one member. Whoever has left is forgotten, and where the bot is not, nothing
 * is sent. Then it is written down that the message may be on its way, and it is sent, with a nonce that is the same on
 * every try.
 *
 * It is never sent twice. Discord remembers a nonce for "the past few minutes" (its documentation, "Create Message"),
 * of which we rely on two. An answer that was lost, to a process that was killed too, is followed by another try within
 * those two minutes, in whatever process. When they are over the reminder counts as sent: it may then have been lost,
 * but only if that try was not possible either.
 *
 * Whom Discord lets us send nothing gets no reminder any more, and reads why with their next command in the guild.
 */
export type Reminder = {
  state: 'on' | 'off';
  /** when the next one is due, in ms since the epoch; undefined until their next confirmed claim */
  nextAt: number | undefined;
  quiet: QuietHours | undefined;
};

/** Owed to a member whose reminders we turned off. */
export const REMINDERS_CLOSED = { name: 'reminders-closed', detail: z.object({}) } satisfies OwedKind<unknown>;

/** When somebody gets no message: from one full hour of their day (0 to 23) up to, not including, another. */
export type QuietHours = { from: number; to: number; timeZone: string };

/** After how many hours managers may have members reminded. */
export const REMINDER_HOURS = { min: 1, max: 168, unlessSaid: 24 } as const;

/** How one message is told from others; at most 25 characters. @param claimedAt - of the claim that it follows */
export function nonceOf({ guildId, userId }: Member, claimedAt: number): string {
  return createHash('sha256').update(`${guildId} ${userId} ${claimedAt}`).digest('base64url').slice(0, NONCE_LENGTH);
}
const NONCE_LENGTH = 25;

/**
 * A reminder that is due. `claimedAt`: when the claim was confirmed that it follows. `begunAt`: since when Discord may
 * have been sent its message. `takenAt`: now, for it. All in ms since the epoch
 */
export type DueReminder = Member & {
  id: number;
  locale: string;
  claimedAt: number;
  /** what the guild has set; undefined when it turned reminders off */
  hours: number | undefined;
  quiet: QuietHours | undefined;
  begunAt: number | undefined;
  tries: number;
  takenAt: number;
  /** who takes it later has another */
  heldUntil: number;
};

/** What a reminder says. `claimUrl`: where in Discord the member claims; `playername`: undefined when none is known */
export type ReminderContent = {
  guildId: string;
  guildName: string;
  hours: number;
  claimedAt: number;
  voteLinks: readonly VoteLink[];
  playername: string | undefined;
  claimUrl: string;
};

/**
 * Why nothing can be sent. `left`: the member is not in the guild; `no-guild`: the bot is not; `closed`: Discord lets us
 * send them nothing; `too-fast`: we write to too many people; `refused`: it will never be accepted; `failed`: another
 * try may succeed
 */
export type ReminderProblem = 'left' | 'no-guild' | 'closed' | 'too-fast' | 'refused' | 'failed';

/** The calls to Discord about reminders. None rejects. */
export type ReminderCalls = {
  /** Looks for member and guild, and opens the channel for direct messages. */
  open(member: Member): Promise<{ kind: 'ready'; channelId: string; guildName: string } | { kind: ReminderProblem }>;
  /** `unknown`: there was no answer */
  send(
    channelId: string,
    message: { nonce: string; locale: string; content: ReminderContent },
  ): Promise<'sent' | 'unknown' | ReminderProblem>;
};

/**
 * What became of a reminder that was due. `unknown`: its answer was lost; `unconfirmed`: whether it was sent will never be
 * known; `off`: the guild turned reminders off
 */
export type ReminderResult = 'sent' | 'unknown' | 'unconfirmed' | 'off' | ReminderProblem;

/** How long the calls before the message may take together, with their waits for rate limits. */
export const OPENING_LASTS_MS = 15 * SECOND_MS;
/** The same of the message. */
export const SENDING_LASTS_MS = 10 * SECOND_MS;
/** How long a process holds a reminder without a sign of life: longer than all that it does with it. */
export const REMINDER_LEASE_MS = OPENING_LASTS_MS + SENDING_LASTS_MS + 20 * SECOND_MS;
/** How long after the first try another one may begin. */
export const SENT_AGAIN_WITHIN_MS = NONCE_KNOWN_MS - SENDING_LASTS_MS;

/**
 * All processes together write to one person at a time, this far apart: Discord names no limit, and blocks bots that
 * open many conversations fast (its documentation, "Create DM"). 2,000 reminders that are due at once take somewhat more
 * than an hour.
 */
export const MESSAGE_EVERY_MS = 2 * SECOND_MS;
/** The same, once Discord has said that it is too fast. */
export const TOO_FAST_PAUSE_MS = 10 * MINUTE_MS;
/** What was due in somebody's quiet hours is sent at some moment of the first quarter of an hour after them. */
export const SPREAD_MS = 15 * MINUTE_MS;

/** When the reminder of a claim is due. */
export function dueAfter(claimedAt: number, hours: number): number {
  return claimedAt + hours * HOUR_MS;
}
