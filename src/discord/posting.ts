import { CannotSpeakError, RefusedMessageError } from '../errors.ts';
import type { DuePost, Posts } from '../guilds/store/posts.ts';
import type { Log } from '../log.ts';
import type { Messenger } from './messenger.ts';

/** More than one, so that a guild whose channel is rate-limited does not hold up the others. */
const GUILDS_AT_ONCE = 8;

/**
 * One round: posts what is due, each post once, in order within a guild, several guilds at a time. No further one is
 * begun after `stopping`: it is due in the next process.
 */
export function createPosting({
  posts,
  messenger,
  log,
}: {
  posts: Posts;
  messenger: Pick<Messenger, 'post'>;
  log: Log;
}): (stopping: AbortSignal) => Promise<void> {
  /**
   * A post that fails is due again later, unless Discord will never accept it.
   *
   * @returns whether the next one of its guild can be made now
   */
  async function post(due: DuePost): Promise<boolean> {
    const { kind, guildId } = due;
    try {
      await messenger.post(due);
    } catch (error) {
      if (error instanceof RefusedMessageError) {
        log.error({ err: error, kind, guildId }, 'Discord finds fault with a post, it is dropped');
      } else {
        log.warn({ err: error, kind, guildId }, 'a post could not be made');
        if (!(error instanceof CannotSpeakError)) return false;
        await posts.giveUp(due);
        return true;
      }
    }
    await posts.finish(due);
    return true;
  }

  async function postIn(guildId: string, stopping: AbortSignal): Promise<void> {
    for (let canGoOn = true; canGoOn && !stopping.aborted;) {
      const due = await posts.take(guildId);
      canGoOn = due !== undefined && (await post(due));
    }
  }

  return async (stopping) => {
    const guildIds = (await posts.dueGuilds()).values();
    const turns = Array.from({ length: GUILDS_AT_ONCE }, async () => {
      for (const guildId of guildIds) {
        if (stopping.aborted) return;
        await postIn(guildId, stopping).catch((error: unknown) => {
          log.warn({ err: error, guildId }, 'what is due in a guild could not be posted');
        });
      }
    });
    await Promise.all(turns);
  };
}
