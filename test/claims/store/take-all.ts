import type { Outbox, Post } from '../../../src/guilds/store/outbox.ts';

/** Takes the oldest post due in each guild, without marking it as posted: it stays held until its lease ends. */
export function takeAll<P extends Post>(outbox: Outbox<P>): Promise<P[]> {
  return drain(outbox, () => Promise.resolve());
}

/** Takes everything that is due, and marks it as posted. */
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
