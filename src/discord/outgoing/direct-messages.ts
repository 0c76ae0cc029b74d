import { DiscordAPIError, RESTJSONErrorCodes, Routes, type APIDMChannel, type REST } from 'discord.js';

import { type CommandIds, translator } from '../../locales/index.ts';
import {
  OPENING_LASTS_MS,
  type ReminderCalls,
  type ReminderProblem,
  SENDING_LASTS_MS,
} from '../../reminders/reminder.ts';
import type { Clock } from '../../work/clock.ts';
import { TOO_MANY_REQUESTS } from '../../work/errors.ts';
import type { Log } from '../../work/log.ts';
import { findGuild } from '../rest/application.ts';
import { neverCame } from '../rest/refusal.ts';
import { messageBody } from './message-body.ts';

const SERVER_ERROR = 500;
/** Discord's documentation, "JSON Error Codes". */
const PROBLEMS = new Map<string | number, ReminderProblem>([
  [RESTJSONErrorCodes.UnknownMember, 'left'],
  [RESTJSONErrorCodes.UnknownUser, 'left'],
  [RESTJSONErrorCodes.UnknownGuild, 'no-guild'],
  [RESTJSONErrorCodes.MissingAccess, 'no-guild'],
  [RESTJSONErrorCodes.CannotSendMessagesToThisUser, 'closed'],
  [RESTJSONErrorCodes.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds, 'closed'],
  [RESTJSONErrorCodes.InvalidRecipients, 'closed'],
  [RESTJSONErrorCodes.OpeningDirectMessagesTooFast, 'too-fast'],
  [RESTJSONErrorCodes.SendMessagesHasBeenTemporarilyDisabled, 'failed'],
  [RESTJSONErrorCodes.CloudflareIsBlockingYourRequest, 'failed'],
]);
/** The same call may succeed with another token, or later. */
const TEMPORARY: readonly number[] = [401, 408, TOO_MANY_REQUESTS];

/** Writes direct messages, by REST alone. */
export function createReminderCalls(options: {
  rest: REST;
  commandIds: CommandIds;
  clock: Clock;
  log: Log;
}): ReminderCalls {
  const { rest, commandIds, clock, log } = options;

  /** Why Discord refused; undefined when that is unknown, and Discord may have done what it was asked. */
  function problemOf(error: unknown): ReminderProblem | undefined {
    log.debug({ err: error }, 'Discord does not take a direct message');
    if (neverCame(error)) return 'failed';
    if (!(error instanceof DiscordAPIError) || error.status >= SERVER_ERROR) return undefined;
    return PROBLEMS.get(error.code) ?? (TEMPORARY.includes(error.status) ? 'failed' : 'refused');
  }

  return {
    async open({ guildId, userId }) {
      const signal = clock.signal(OPENING_LASTS_MS);
      try {
        const guild = await findGuild(rest, guildId, signal);
        if (!guild) return { kind: 'no-guild' };
        // Needs no intent, unlike a list of members.
        await rest.get(Routes.guildMember(guildId, userId), { signal });
        const channel = await rest.post(Routes.userChannels(), { body: { recipient_id: userId }, signal });
        return { kind: 'ready', channelId: (channel as APIDMChannel).id, guildName: guild.name };
      } catch (error) {
        return { kind: problemOf(error) ?? 'failed' };
      }
    },

    async send(channelId, { nonce, locale, words }) {
      const body = { ...messageBody(words(translator(locale, commandIds))), nonce, enforce_nonce: true };
      const signal = clock.signal(SENDING_LASTS_MS);
      return rest.post(Routes.channelMessages(channelId), { body, signal }).then(
        () => 'sent',
        (error: unknown) => problemOf(error) ?? 'unknown',
      );
    },
  };
}
