import type { ClaimRequest, ReplyAddress, Verdict } from '../storage/claim-ledger.ts';

/** What a person is told of their claim: its verdict, or why it was not even recorded. */
export type ClaimAnswer =
  | Verdict
  | { kind: 'bad-name' }
  | { kind: 'not-set-up' }
  /** `until`: ms since the epoch */
  | { kind: 'wait'; until: number };

/** A public thank-you. Discord posts one `nonce` once. */
export type Announcement = {
  guildId: string;
  channelId: string;
  locale: string;
  playername: string;
  reference: string;
  nonce: string;
};

/** How services speak to people. */
export type Messenger = {
  /** @throws {@link CannotSpeakError} when that reply can be edited no more; any other error may pass */
  tellClaim(request: ClaimRequest, reply: ReplyAddress, answer: ClaimAnswer): Promise<void>;
  /** @throws {@link CannotSpeakError} when the channel is gone or closed to the bot; any other error may pass */
  announce(announcement: Announcement): Promise<void>;
};

/** Discord will not have it, now or later. */
export class CannotSpeakError extends Error {
  override readonly name = 'CannotSpeakError';
}
