import { announcement } from '../../../src/claims/store/announcements.ts';
import { escalation, question, troubledDelivery } from '../../../src/claims/store/escalations.ts';
import { tokenRefusal } from '../../../src/claims/store/token-refusals.ts';
import type { Store } from '../../../src/database/store.ts';
import { goalPost } from '../../../src/guilds/store/goal-counts.ts';
import { nameQuestion } from '../../../src/guilds/store/name-questions.ts';
import { createPosts, type DuePost, postKind, type Posts, type PostShape } from '../../../src/guilds/store/posts.ts';
import { translator } from '../../../src/locales/index.ts';
import { alert } from '../../../src/plans/store/alerts.ts';
import { notice } from '../../../src/rewards/store/notices.ts';
import type { Reply } from '../../../src/ui/reply.ts';
import { createLog } from '../../../src/work/log.ts';

/** A post with what it says, which is not in words yet. */
export type Taken = Omit<DuePost, 'words'> & { content: unknown };

/** The outbox. What its posts say is not put in words. */
export function postsOn(store: Store, { leaseMs = 60_000, log = createLog({ level: 'silent', secrets: [] }) } = {}) {
  const kinds = {
    announcement: withoutWords(announcement),
    escalation: withoutWords(escalation),
    delivery: withoutWords(troubledDelivery),
    question: withoutWords(question),
    name: withoutWords(nameQuestion),
    alert: withoutWords(alert),
    goal: withoutWords(goalPost),
    notice: withoutWords(notice),
    token: withoutWords(tokenRefusal),
  };
  return createPosts({ store, leaseMs, kinds, log });
}

/** Takes the oldest post due in each guild, without finishing it: it stays held until its lease ends. */
export function takeAll(posts: Posts): Promise<Taken[]> {
  return drain(posts, () => Promise.resolve());
}

/** Takes everything that is due, as if it was posted. The id of each new message is `message`. */
export function postAll(posts: Posts): Promise<Taken[]> {
  return drain(posts, (post) => posts.finish(post, post.messageId === undefined ? 'message' : undefined));
}

async function drain(posts: Posts, end: (post: DuePost) => Promise<void>): Promise<Taken[]> {
  const taken: Taken[] = [];
  for (const guildId of await posts.dueGuilds()) {
    for (let post = await posts.take(guildId); post; post = await posts.take(guildId)) {
      const { words, ...rest } = post;
      taken.push({ ...rest, content: words(translator('en-US')) });
      await end(post);
    }
  }
  return taken;
}

function withoutWords<Detail, Content>(shape: PostShape<Detail, Content>) {
  return postKind(shape, (content) => content as unknown as Reply);
}
