import type { Log } from '../log.ts';
import { CannotSpeakError, RefusedMessageError, type Messenger, type PublicPost } from '../services/messenger.ts';
import type { Outbox } from '../storage/outbox.ts';

/** Posts in channels what is due in an outbox, each once. */
type Posting = <P extends PublicPost>(outbox: Outbox<P>) => Promise<void>;

/** What fails is due again later, unless Discord will never have it. */
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

  return async (outbox) => {
    for await (const due of outbox.takeDue()) await post(outbox, due);
  };
}
