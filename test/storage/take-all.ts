import type { Outbox, Post } from '../../src/storage/outbox.ts';

/** Everything that is due, which nobody else can take any more for as long as its lease lasts. */
export async function takeAll<P extends Post>(outbox: Outbox<P>): Promise<P[]> {
  const taken: P[] = [];
  for await (const post of outbox.takeDue()) taken.push(post);
  return taken;
}
