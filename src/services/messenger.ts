import type { Alert } from '../storage/alerts.ts';
import type { Announcement } from '../storage/announcements.ts';
import type { ClaimRequest, ReplyAddress, Verdict } from '../storage/claim.ts';

/** What a person is told of their claim: its verdict, or why it was not even recorded. */
export type ClaimAnswer =
  | Verdict
  | { kind: 'bad-name' }
  | { kind: 'not-set-up' }
  /** `until`: ms since the epoch */
  | { kind: 'wait'; until: number };

/** What everyone in a channel is to read. */
export type PublicPost = Announcement | Alert;

/** How services speak to people. */
export type Messenger = {
  /** @throws {@link CannotSpeakError} when that reply can be edited no more; any other error may pass */
  tellClaim(request: ClaimRequest, reply: ReplyAddress, answer: ClaimAnswer): Promise<void>;
  /**
   * Posts in a channel. Nothing is sent any more after a quarter of a minute.
   *
   * @throws {@link CannotSpeakError} when the channel is gone or closed to the bot, {@link RefusedMessageError} when Discord finds
   * fault with the message; any other error may pass
   */
  post(post: PublicPost): Promise<void>;
};

/** Discord will not have it, now or later. */
export class CannotSpeakError extends Error {
  override readonly name = 'CannotSpeakError';
}

/** Discord does not take the message as it is, in this channel or any other: a mistake of ours. */
export class RefusedMessageError extends Error {
  override readonly name = 'RefusedMessageError';
}
