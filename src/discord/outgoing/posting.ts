import type { DuePost, Posts } from '../../guilds/store/posts.ts';
import { CannotSpeakError, RefusedMessageError } from '../../work/errors.ts';
import type { Log } from '../../work/log.ts';
import { createWorker, type Worker } from '../../work/worker.ts';
import type { Messenger } from './messenger.ts';
import type { RefusedPosts } from './refused-posts.ts';

/** Several, so that a guild whose channel is rate-limited does not hold up the others. */
const GUILDS_AT_ONCE = 8;

/** Posts what is due, each post once, in order within a channel of a guild. */
export function createPosting(options: {
  posts: Posts;
  messenger: Pick<Messenger, 'post'>;
  refused: RefusedPosts;
  log: Log;
}): Worker {
  const { posts, messenger, refused, log } = options;

  /** @returns false when the post failed, and is due again later */
  async function post(due: DuePost): Promise<boolean> {
    const { kind, guildId } = due;
    let messageId: string | undefined;
    try {
      messageId = await messenger.post(due, (forMs) => posts.isHeld(due, forMs));
    } catch (error) {
      if (error instanceof RefusedMessageError) {
        log.error({ err: error, kind, guildId }, 'Discord finds fault with a post, it is dropped');
      } else {
        log.warn({ err: error, kind, guildId }, 'a post could not be made');
        if (!(error instanceof CannotSpeakError)) return false;
        const pauseMs = await refused.pauseOf(due);
        await (pauseMs === undefined ? posts.giveUp(due) : posts.wait(due, pauseMs));
        return true;
      }
    }
    await posts.finish(due, messageId);
    if (due.isLate) await refused.over(due);
    return true;
  }

  return createWorker({
    name: 'posts',
    atOnce: GUILDS_AT_ONCE,
    due: async () => (await posts.dueGuilds()).map((guildId) => ({ id: guildId, guildId })),
    async next({ guildId }) {
      const due = await posts.take(guildId);
      return due !== undefined && (await post(due));
    },
    log,
  });
}
