import { z } from 'zod';

import type { Queries, Store } from '../../database/store.ts';
import { POST_COLUMNS, type PostChannel, readPostSettings } from '../../guilds/store/post-settings.ts';
import { type PostShape, queuePosts } from '../../guilds/store/posts.ts';
import type { Claim } from '../claim.ts';
import { channelOf, ESCALATED, type EscalatedVerdict, escalatedVerdict, isOver } from '../escalation.ts';
import type { Verdict } from '../states.ts';
import { type PastClaim, readClaims } from './history.ts';

/** A claim that somebody has to look at. */
export type Escalation = {
  channel: PostChannel;
  verdict: EscalatedVerdict;
  claim: PastClaim;
  /** the claim was opened in another guild, whose moderators have it on their list */
  isElsewhere: boolean;
};

export const escalation: PostShape<{ verdict: EscalatedVerdict }, Escalation> = {
  detail: z.object({ verdict: z.enum(ESCALATED) }),
  async read(db, { id, guildId, channel, detail: { verdict } }) {
    const post = await db.selectFrom('posts').select('claim_id').where('id', '=', id).executeTakeFirst();
    const [claim] = post?.claim_id ? await readClaims(db, guildId, [post.claim_id]) : [];
    if (!claim || isOver(verdict, claim)) return undefined;
    return { channel, verdict, claim, isElsewhere: claim.guildId !== guildId };
  },
};

/** Queues posts about claims that were just given these verdicts, in every guild whose people asked for one. */
export async function escalate(
  db: Queries,
  store: Store,
  closed: readonly (Pick<Claim, 'id' | 'guildId'> & { verdict: Verdict })[],
): Promise<void> {
  const claims = new Map(closed.map((claim) => [claim.id, claim]));
  const ids = [...claims.keys()].map((id) => ({ id }));
  const asking = await db
    .selectFrom(store.given({ id: 'text' }, ids))
    .innerJoin('claim_requests', 'claim_requests.claim_id', 'given.id')
    .innerJoin('guilds', 'guilds.id', 'claim_requests.guild_id')
    .select(['given.id as claimId', 'guilds.id as guildId'])
    .select(POST_COLUMNS.map((column) => `guilds.${column}` as const))
    .distinct()
    .execute();
  const posts = asking.flatMap(({ claimId, guildId, ...guild }) => {
    const claim = claims.get(claimId);
    const verdict = claim && escalatedVerdict(claim.verdict);
    if (!verdict) return [];
    const channel = channelOf(verdict, readPostSettings(guild, 'moderators'), guildId === claim.guildId);
    const once = `${claimId} ${verdict}`;
    return { kind: 'escalation' as const, guildId, channel, once, claimId, detail: { verdict } };
  });
  await queuePosts(db, store, posts);
}
