import { SECOND_MS } from '../clock.ts';
import type { GoalProgress } from './goal.ts';
import { NONCE_KNOWN_MS } from './nonce.ts';
import type { PanelPlace } from './store/guilds.ts';
import type { VoteLink } from './vote-links.ts';

/**
 * The life of a panel's message, told once. It is on record before it is posted, with a nonce that is the same on every
 * try. Once Discord has said its id it becomes the guild's panel, and the message that was the panel before is put on
 * record in the same transaction, as one to be taken away. That record goes with the message.
 *
 * Whatever a process leaves behind, any process goes on with: it posts once more with the same nonce, which finds the
 * message that is there, as long as Discord remembers the nonce. After that the record is dropped: the panel stays what
 * it was, and a message that Discord may have taken is left to the managers. Its button works.
 *
 * Of messages that are posted at once the last one to be begun becomes the panel. The others are found as well, and
 * taken away.
 *
 * `nonce`: how the message is told from others
 */
export type PanelPost = { nonce: string; guildId: string; channelId: string };

/** A message that is no guild's panel any more. `nonce`: of the record about it; `tries`: in a row that failed */
export type LeftMessage = { nonce: string; guildId: string; place: PanelPlace; tries: number };

/**
 * What a panel says. `locale`: as Discord names it; `text`: the guild's own, undefined for the usual one; `goal`:
 * undefined where there is none
 */
export type PanelContent = {
  locale: string;
  text: string | undefined;
  voteLinks: readonly VoteLink[];
  goal: GoalProgress | undefined;
};

/** Messages of panels in Discord. Each throws `CannotSpeakError` when the channel is gone or closed to the bot. */
export type PanelMessages = {
  /**
   * Posts once for a nonce, for as long as Discord remembers it.
   *
   * @returns the id of the message, also of one that is there already
   * @throws `RefusedMessageError` when Discord rejects the message itself; after any other error but
   * `CannotSpeakError` it may be there
   */
  post(channelId: string, message: { nonce: string; content: PanelContent }): Promise<string>;
  /** @returns false when the message was deleted */
  edit(place: PanelPlace, content: PanelContent): Promise<boolean>;
  /** Does nothing when it was deleted already. */
  delete(place: PanelPlace): Promise<void>;
};

/** How long a call to Discord about a panel may take: less than Discord waits for an answer to the manager. */
export const PANEL_CALL_LASTS_MS = 10 * SECOND_MS;
/** How long a process has a message to itself: longer than posting it and taking another one away. */
export const PANEL_HELD_MS = 2 * PANEL_CALL_LASTS_MS + 20 * SECOND_MS;
/** How long after the first try another one may begin. */
export const POSTED_AGAIN_WITHIN_MS = NONCE_KNOWN_MS - PANEL_CALL_LASTS_MS;

/** Whether Discord still knows the message of a post that was begun. In ms since the epoch. */
export function isNonceKnown({ begunAt, takenAt }: { begunAt: number; takenAt: number }): boolean {
  return takenAt <= begunAt + POSTED_AGAIN_WITHIN_MS;
}
