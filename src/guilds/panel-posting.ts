import { CannotSpeakError, RefusedMessageError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { LeftMessage, PanelContent, PanelMessages, PanelPost } from './panel-message.ts';
import type { PanelPlace } from './store/guilds.ts';
import type { PanelPosts } from './store/panel-posts.ts';

const AT_ONCE = 8;

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
   * Goes on with what was left behind. Never rejects for a single message.
   *
   * @param contentOf - what the panel of a guild says
   * @returns the guilds that have a panel which may say what was true earlier
   */
  goOn(contentOf: (guildId: string) => Promise<PanelContent>): Promise<string[]>;
};

export function createPanelPosting({
  posts,
  messages,
  log,
}: {
  posts: PanelPosts;
  messages: Pick<PanelMessages, 'post' | 'delete'>;
  log: Log;
}): PanelPosting {
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
    }
  }

  async function send(post: PanelPost, content: PanelContent): Promise<PanelPlace | undefined> {
    const { channelId, nonce } = post;
    const messageId = await messages.post(channelId, { nonce, content }).catch(async (error: unknown) => {
      const isRefused = error instanceof CannotSpeakError || error instanceof RefusedMessageError;
      await (isRefused ? posts.drop(post) : posts.release(post));
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

    async goOn(contentOf) {
      const { posts: again, left, lost } = await posts.take(AT_ONCE);
      for (const { guildId } of lost) log.warn({ guildId }, 'a panel may have been posted that is not on record');
      const [found] = await Promise.all([
        Promise.all(
          again.map(async (post) => {
            const { guildId } = post;
            try {
              return (await send(post, await contentOf(guildId))) ? guildId : [];
            } catch (error) {
              log.warn({ err: error, guildId }, 'a panel could not be posted');
              return [];
            }
          }),
        ),
        Promise.all(left.map(takeAway)),
      ]);
      return found.flat();
    },
  };
}
