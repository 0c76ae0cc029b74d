import { z } from 'zod';

import type { Queries, Store } from '../../database/store.ts';
import { POST_COLUMNS, type PostChannel, readPostSettings } from '../../guilds/store/post-settings.ts';
import { type PostShape, queuePosts } from '../../guilds/store/posts.ts';
import type { Member } from '../../member.ts';
import type { PastDelivery } from '../../rewards/hook.ts';
import type { Claim } from '../claim.ts';
import { channelOf, ESCALATED, type EscalatedVerdict, escalatedVerdict, isOver } from '../escalation.ts';
import type { Verdict } from '../states.ts';
import { type PastClaim, type PastRequest, readClaims } from './history.ts';

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
  async read(db, post) {
    const { guildId, channel, detail } = post;
    const claim = await claimOf(db, post);
    if (!claim || isOver(detail.verdict, claim)) return undefined;
    return { channel, verdict: detail.verdict, claim, isElsewhere: claim.guildId !== guildId };
  },
};

/**
 * A claim with a reward whose hook is failing, or that may or may not have arrived: unless that has passed since, or
 * another post says it as well. Each hook asks for one.
 */
export const troubledDelivery: PostShape<object, PastClaim> = {
  detail: z.object({}),
  async read(db, post) {
    const claim = await claimOf(db, post);
    const isTroubled = ({ state, outcome }: PastDelivery) =>
      state === 'parked' || (state === 'due' && outcome !== undefined);
    return claim?.deliveries.some(isTroubled) && !(await isSaidBeside(db, post, claim)) ? claim : undefined;
  },
};

/** Whether a later post is to say it, or an earlier one has said so much, and nobody has decided anything since. */
async function isSaidBeside(db: Queries, { id }: { id: string }, claim: PastClaim): Promise<boolean> {
  const isToBeDecided = claim.deliveries.some(({ state }) => state === 'parked');
  const decidedAt = Math.max(0, ...claim.decisions.map(({ at }) => at));
  const beside = await db
    .selectFrom('posts as other')
    .innerJoin('posts as this', 'this.claim_id', 'other.claim_id')
    .select('other.id')
    .where('this.id', '=', id)
    .whereRef('other.id', '<>', 'this.id')
    .where('other.kind', '=', 'delivery')
    .where((eb) => {
      const later = eb.and([eb('other.posted_at', 'is', null), eb('other.number', '>', eb.ref('this.number'))]);
      const earlier = eb.and([eb('other.message_id', 'is not', null), eb('other.posted_at', '>=', decidedAt)]);
      return isToBeDecided ? later : eb.or([later, earlier]);
    })
    .executeTakeFirst();
  return beside !== undefined;
}

/** What a member asks the moderators about their claim. */
export type Question = { claim: PastClaim; asking: Pick<PastRequest, 'userId' | 'told'>; isElsewhere: boolean };

export const question: PostShape<{ requestId: string }, Question> = {
  detail: z.object({ requestId: z.string() }),
  async read(db, post) {
    const claim = await claimOf(db, post);
    const request = await db
      .selectFrom('claim_requests')
      .select(['user_id', 'told'])
      .where('id', '=', post.detail.requestId)
      .executeTakeFirst();
    if (!claim || !request) return undefined;
    const told = (request.told ?? undefined) as PastRequest['told'];
    const asking = { userId: request.user_id ?? undefined, told };
    return { claim, asking, isElsewhere: claim.guildId !== post.guildId };
  },
};

/**
 * Queues a member's question about a claim that they asked for, once.
 *
 * @returns `isTold`: false when nothing is posted for moderators there. Undefined when it is no request of theirs
 */
export async function askModerators(
  db: Queries,
  store: Store,
  requestId: string,
  { guildId, userId }: Member,
): Promise<{ reference: string; isTold: boolean } | undefined> {
  const asked = await db
    .selectFrom('claim_requests')
    .innerJoin('claims', 'claims.id', 'claim_requests.claim_id')
    .innerJoin('guilds', 'guilds.id', 'claim_requests.guild_id')
    .select(['claims.id as claimId', 'reference'])
    .select(POST_COLUMNS.map((column) => `guilds.${column}` as const))
    .where('claim_requests.id', '=', requestId)
    .where('claim_requests.guild_id', '=', guildId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!asked) return undefined;
  const { claimId, reference, ...guild } = asked;
  if (!readPostSettings(guild, 'moderators').on) return { reference, isTold: false };
  const once = `${userId} ${claimId}`;
  await queuePosts(db, store, [
    { kind: 'question', guildId, channel: 'moderators', once, claimId, detail: { requestId } },
  ]);
  return { reference, isTold: true };
}

async function claimOf(db: Queries, { id, guildId }: { id: string; guildId: string }): Promise<PastClaim | undefined> {
  const post = await db.selectFrom('posts').select('claim_id').where('id', '=', id).executeTakeFirst();
  const [claim] = post?.claim_id ? await readClaims(db, guildId, [post.claim_id]) : [];
  return claim;
}

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
