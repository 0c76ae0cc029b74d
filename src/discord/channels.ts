import { DiscordAPIError, RESTJSONErrorCodes } from 'discord.js';

import { CannotSpeakError, RefusedMessageError } from '../errors.ts';

const BAD_REQUEST = 400;
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

/** The same of a post: {@link RefusedMessageError} when Discord rejects the message itself. */
export function postError(error: unknown): unknown {
  if (error instanceof DiscordAPIError && error.status === BAD_REQUEST)
    return new RefusedMessageError('Discord refuses the message', { cause: error });
  return channelError(error);
}
