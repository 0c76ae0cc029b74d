import { SECOND_MS } from '../work/clock.ts';
import { NONCE_KNOWN_MS } from '../work/discord-patience.ts';
import type { GoalProgress } from './goal.ts';
import type { PanelLocation } from './store/guilds.ts';
import type { VoteLink } from './vote-links.ts';

/**
 * The life of a panel's message, told once. It is recorded before it is posted, with a nonce that stays the same on
 * every try. Once Discord has said its id, it becomes the guild's panel. In the same transaction the message that was
 * the panel before is recorded as one to delete; this record is dropped once the message is deleted.
 *
 * Any process finishes what another one left behind: it posts again with the same nonce, which finds the message that
 * is there, as long as Discord remembers the nonce. After that the record is dropped. The panel stays what it was, and
 * managers have to delete a message that Discord may have accepted. Its button works.
 *
 * Several managers may post a panel at once. The message that was begun last becomes the panel; the others are deleted.
 */
export type PanelPost = { nonce: string; guildId: string; channelId: string };

/** A message to delete. `nonce`: of its record; `tries`: how often it could not be deleted */
export type LeftMessage = { nonce: string; guildId: string; location: PanelLocation; tries: number };

/** What a panel says. `locale`: as Discord names it; `text`: the guild's own, undefined for the usual one */
export type PanelContent = {
  locale: string;
  text: string | undefined;
  voteLinks: readonly VoteLink[];
  goal: GoalProgress | undefined;
};

/** Calls to Discord. Each throws `CannotSpeakError` when the channel is gone or closed to the bot. */
export type PanelMessages = {
  /**
   * Posts once for each nonce, as long as Discord remembers it.
   *
   * @returns the id of the message, even if an earlier try posted it
   * @throws `RefusedMessageError` when Discord rejects the message itself; after an error of any third kind the message
   * may have been posted
   */
  post(channelId: string, message: { nonce: string; content: PanelContent }): Promise<string>;
  /** @returns false when the message was deleted */
  edit(location: PanelLocation, content: PanelContent): Promise<boolean>;
  /** Succeeds as well when the message was deleted before. */
  delete(location: PanelLocation): Promise<void>;
};

/** The limit of one call to Discord: less than Discord waits for the answer to the manager. */
export const PANEL_CALL_LASTS_MS = 10 * SECOND_MS;
/** How long a process has a message to itself: longer than posting it and deleting another one. */
export const PANEL_LEASE_MS = 2 * PANEL_CALL_LASTS_MS + 20 * SECOND_MS;
/** How long after the first try the last one may begin: Discord still finds the message by its nonce. */
export const POSTED_AGAIN_WITHIN_MS = NONCE_KNOWN_MS - PANEL_CALL_LASTS_MS;
