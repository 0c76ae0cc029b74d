import { DiscordAPIError, RESTJSONErrorCodes, Routes, type REST } from 'discord.js';

import { CannotSpeakError, RefusedMessageError } from '../../work/errors.ts';

const BAD_REQUEST = 400;
const OUT_OF_REACH: readonly unknown[] = [
  RESTJSONErrorCodes.UnknownChannel,
  RESTJSONErrorCodes.MissingAccess,
  RESTJSONErrorCodes.MissingPermissions,
];

const GONE: readonly unknown[] = [RESTJSONErrorCodes.UnknownMessage, RESTJSONErrorCodes.UnknownChannel];

/** What to throw when a call to a channel failed: {@link CannotSpeakError} when it is gone or closed to the bot. */
function channelError(error: unknown): unknown {
  if (!(error instanceof DiscordAPIError) || !OUT_OF_REACH.includes(error.code)) return error;
  return new CannotSpeakError('the channel is gone or closed to the bot', { cause: error });
}

/** @returns false when there is no such message. @throws as {@link channelError} does */
export async function reachesMessage(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof DiscordAPIError && GONE.includes(error.code)) return false;
    throw channelError(error);
  }
}

/**
 * Posts in a channel, once for a nonce, as long as Discord remembers it: then it returns the message that is there.
 *
 * @throws as {@link channelError} does, and {@link RefusedMessageError} when Discord rejects the message itself; any
 * other error may be temporary
 */
export async function postMessage(
  rest: REST,
  channelId: string,
  { body, nonce, signal }: { body: object; nonce: string; signal: AbortSignal },
): Promise<{ id: string }> {
  try {
    const message = { ...body, nonce, enforce_nonce: true };
    return (await rest.post(Routes.channelMessages(channelId), { body: message, signal })) as { id: string };
  } catch (error) {
    if (error instanceof DiscordAPIError && error.status === BAD_REQUEST)
      throw new RefusedMessageError('Discord refuses the message', { cause: error });
    throw channelError(error);
  }
}
