import type { Outbox, Post } from '../../src/storage/outbox.ts';

/** What is due first in each guild, which nobody else can take any more for as long as its lease lasts. */
export function takeAll<P extends Post>(outbox: Outbox<P>): Promise<P[]> {
  return drain(outbox, () => Promise.resolve());
}

/** Everything that is due, noted as posted. */
export function postAll<P extends Post>(outbox: Outbox<P>): Promise<P[]> {
  return drain(outbox, (post) => outbox.markPosted(post));
}

async function drain<P extends Post>(outbox: Outbox<P>, end: (post: P) => Promise<void>): Promise<P[]> {
  const taken: P[] = [];
  for (const guildId of await outbox.dueGuilds()) {
    for await (const post of outbox.takeDue(guildId)) {
      taken.push(post);
      await end(post);
    }
  }
  return taken;
}
