import type { Alert } from '../storage/alerts.ts';
import type { Announcement } from '../storage/announcements.ts';
import type { Escalation } from '../storage/escalations.ts';
import type { ClaimRequest, ReplyAddress, Verdict } from '../storage/claim.ts';

/** What a person is told about their claim: its verdict, or why it was not recorded at all. */
export type ClaimAnswer =
  | Verdict
  | { kind: 'bad-name' }
  | { kind: 'not-set-up' }
  /** `until`: ms since the epoch */
  | { kind: 'wait'; until: number };

/** A message to everyone in a channel. */
export type PublicPost = Announcement | Alert | Escalation;

/** How services speak to people. */
export type Messenger = {
  /**
   * @returns whether an earlier try of the same edit was left without an answer, so that Discord may still apply it after a later edit
   * @throws {@link CannotSpeakError} when the reply can no longer be edited; any other error may be temporary
   */
  tellClaim(request: ClaimRequest, reply: ReplyAddress, answer: ClaimAnswer): Promise<{ mayComeAgain: boolean }>;
  /**
   * Posts in a channel. Gives up after 15 seconds, and sends nothing after that.
   *
   * @throws {@link CannotSpeakError} when the channel is gone or closed to the bot, {@link RefusedMessageError} when Discord rejects
   * the message itself; any other error may be temporary
   */
  post(post: PublicPost): Promise<void>;
};

/** The reply or channel is permanently out of reach: trying again is useless. */
export class CannotSpeakError extends Error {
  override readonly name = 'CannotSpeakError';
}

/** Discord rejects the message itself, whatever the channel: a bug of ours. */
export class RefusedMessageError extends Error {
  override readonly name = 'RefusedMessageError';
}
