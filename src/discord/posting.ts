import { CannotSpeakError, RefusedMessageError } from '../errors.ts';
import type { Outbox } from '../guilds/store/outbox.ts';
import type { Log } from '../log.ts';
import type { Messenger, PublicPost } from './messenger.ts';

/** More than one, so that a guild whose channel is rate-limited does not hold up the others. */
const GUILDS_AT_ONCE = 8;

/**
 * Posts what is due in an outbox, each post once: in order within a guild, several guilds at a time. No further one is
 * begun after `stopping`: it is due in the next process.
 */
type Posting = <P extends PublicPost>(outbox: Outbox<P>, stopping: AbortSignal) => Promise<void>;

/** A post that fails is due again later, unless Discord will never accept it. */
export function createPosting({ messenger, log }: { messenger: Pick<Messenger, 'post'>; log: Log }): Posting {
  async function post<P extends PublicPost>(outbox: Outbox<P>, due: P): Promise<void> {
    const { kind, guildId } = due;
    try {
      await messenger.post(due);
      await outbox.markPosted(due);
    } catch (error) {
      if (error instanceof RefusedMessageError) {
        log.error({ err: error, kind, guildId }, 'Discord finds fault with a post, it is dropped');
        await outbox.markPosted(due);
        return;
      }
      log.warn({ err: error, kind, guildId }, 'a post could not be made');
      if (error instanceof CannotSpeakError) await outbox.giveUp(due);
    }
  }

  async function postIn<P extends PublicPost>(
    guildId: string,
    outbox: Outbox<P>,
    stopping: AbortSignal,
  ): Promise<void> {
    for await (const due of outbox.takeDue(guildId)) {
      await post(outbox, due);
      if (stopping.aborted) return;
    }
  }

  return async (outbox, stopping) => {
    const guildIds = (await outbox.dueGuilds()).values();
    const turns = Array.from({ length: GUILDS_AT_ONCE }, async () => {
      for (const guildId of guildIds) {
        if (stopping.aborted) return;
        await postIn(guildId, outbox, stopping).catch((error: unknown) => {
          log.warn({ err: error, guildId }, 'what is due in a guild could not be posted');
        });
      }
    });
    await Promise.all(turns);
  };
}
