import { DiscordAPIError, RESTJSONErrorCodes } from 'discord.js';

import { CannotSpeakError } from '../errors.ts';

const OUT_OF_REACH: readonly unknown[] = [
  RESTJSONErrorCodes.UnknownChannel,
  RESTJSONErrorCodes.MissingAccess,
  RESTJSONErrorCodes.MissingPermissions,
];

/** What to throw when a call to a channel failed: {@link CannotSpeakError} when it is gone or closed to the bot. */
export function channelError(error: unknown): unknown {
  if (!(error instanceof DiscordAPIError) || !OUT_OF_REACH.includes(error.code)) return error;
  return new CannotSpeakError('the channel is gone or closed to the bot', { cause: error });
}
