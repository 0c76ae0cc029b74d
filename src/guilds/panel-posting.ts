import type { Clock } from '../clock.ts';
import { CannotSpeakError, RefusedMessageError } from '../errors.ts';
import type { Log } from '../log.ts';
import { pauseAfter } from '../retry.ts';
import { UNCLEAR_PAUSE_MS } from './nonce.ts';
import {
  isNonceKnown,
  type LeftMessage,
  type PanelContent,
  type PanelMessages,
  type PanelPost,
} from './panel-message.ts';
import type { PanelPlace } from './store/guilds.ts';
import type { PanelPosts } from './store/panel-posts.ts';

/** Posts panels and takes them away, each once (see {@link PanelPost}). */
export type PanelPosting = {
  /**
   * @returns undefined when another message is the panel by now, or the panel was removed
   * @throws {@link CannotSpeakError} when the channel is gone or closed to the bot, {@link RefusedMessageError} when
   * Discord rejects the message itself; after any other error it is posted later
   */
  post(guildId: string, channelId: string, content: PanelContent): Promise<PanelPlace | undefined>;
  /** Takes the guild's panel away, and what is being posted. */
  remove(guildId: string): Promise<void>;
  /**
   * Goes on with a message that was left behind. Does not reject because of Discord.
   *
   * @param contentOf - what the panel of the guild says
   * @returns whether it became the panel; undefined when none was left
   */
  goOn(guildId: string, contentOf: () => Promise<PanelContent>): Promise<'panel' | 'other' | undefined>;
};

export function createPanelPosting(options: {
  posts: PanelPosts;
  messages: Pick<PanelMessages, 'post' | 'delete'>;
  clock: Pick<Clock, 'random'>;
  log: Log;
}): PanelPosting {
  const { posts, messages, clock, log } = options;

  /** Never rejects: a message that could not be taken away now is later, unless it is out of reach. */
  async function takeAway(left: LeftMessage): Promise<void> {
    const { guildId, place } = left;
    try {
      await messages.delete(place).catch((error: unknown) => {
        if (!(error instanceof CannotSpeakError)) throw error;
        log.warn({ err: error, guildId }, 'a panel is out of reach, it is left where it is');
      });
      await posts.drop(left);
    } catch (error) {
      log.warn({ err: error, guildId }, 'a panel could not be taken away, it will be later');
      await posts.putOff(left, pauseAfter(left.tries + 1, clock)).catch(() => undefined);
    }
  }

  async function send(post: PanelPost, content: PanelContent): Promise<PanelPlace | undefined> {
    const { channelId, nonce } = post;
    const messageId = await messages.post(channelId, { nonce, content }).catch(async (error: unknown) => {
      const isRefused = error instanceof CannotSpeakError || error instanceof RefusedMessageError;
      await (isRefused ? posts.drop(post) : posts.putOff(post, UNCLEAR_PAUSE_MS));
      throw error;
    });
    const { isPanel, left } = await posts.finish(post, messageId);
    if (left) await takeAway(left);
    return isPanel ? { channelId, messageId } : undefined;
  }

  return {
    post: async (guildId, channelId, content) => send(await posts.begin(guildId, channelId), content),

    async remove(guildId) {
      const left = await posts.removePanel(guildId);
      if (left) await takeAway(left);
    },

    async goOn(guildId, contentOf) {
      const taken = await posts.take(guildId);
      if (!taken) return undefined;
      if ('place' in taken) await takeAway(taken);
      else if (!isNonceKnown(taken)) {
        log.warn({ guildId }, 'a panel may have been posted that is not on record');
        await posts.drop(taken);
      } else {
        try {
          if (await send(taken, await contentOf())) return 'panel';
        } catch (error) {
          log.warn({ err: error, guildId }, 'a panel could not be posted');
        }
      }
      return 'other';
    },
  };
}
