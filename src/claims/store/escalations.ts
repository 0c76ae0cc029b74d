import { sql } from 'kysely';
import { z } from 'zod';

import { givenIds, type Queries, type Store } from '../../database/store.ts';
import { POST_COLUMNS, type PostChannel, readPostSettings } from '../../guilds/store/post-settings.ts';
import { changePosts, type PostShape, queuePosts } from '../../guilds/store/posts.ts';
import type { Member } from '../../member.ts';
import { countDecisions } from '../../rewards/store/decisions.ts';
import type { Claim } from '../claim.ts';
import {
  channelOf,
  ESCALATED,
  type EscalatedVerdict,
  escalatedVerdict,
  isDecidedSince,
  isOver,
  troubleWith,
} from '../escalation.ts';
import type { Verdict } from '../states.ts';
import { doubtsBeside, type PastClaim, type PastRequest, readClaim } from './history.ts';

/** What a post for moderators is about. */
type AboutClaim = {
  claim: PastClaim;
  /** what it asks has been decided, as the message that is there is to say */
  isSettled: boolean;
  /** the claim was opened in another guild, whose moderators have it on their list */
  isElsewhere: boolean;
};

/** A claim that somebody has to look at. */
export type Escalation = AboutClaim & { channel: PostChannel; verdict: EscalatedVerdict };

export const escalation: PostShape<{ verdict: EscalatedVerdict }, Escalation> = {
  detail: z.object({ verdict: z.enum(ESCALATED) }),
  async read(db, post) {
    const { guildId, channel, messageId } = post;
    const { verdict } = post.detail;
    const claim = await claimOf(db, post);
    const isSettled = claim !== undefined && isOver(verdict, claim);
    if (!claim || (isSettled && messageId === undefined)) return undefined;
    return { channel, verdict, claim, isSettled, isElsewhere: claim.guildId !== guildId };
  },
};

export type TroubledDelivery = Omit<AboutClaim, 'isElsewhere'>;

/**
 * A claim with a reward whose hook is failing, or that may or may not have arrived: unless that has passed since, or
 * another post says it as well. Each hook asks for one.
 */
export const troubledDelivery: PostShape<object, TroubledDelivery> = {
  detail: z.object({}),
  async read(db, post) {
    const claim = await claimOf(db, post);
    if (!claim) return undefined;
    const trouble = troubleWith(claim);
    const isOut = post.messageId !== undefined;
    if (!isOut && (trouble === undefined || (await isSaidBeside(db, post, claim)))) return undefined;
    const isDecided = trouble === 'failing' && isDecidedSince(post.createdAt, claim);
    return { claim, isSettled: trouble === undefined || isDecided };
  },
};

/** Whether a later post is to say it, or one that is there says so much, and nobody has decided anything since. */
async function isSaidBeside(db: Queries, { id }: { id: string }, claim: PastClaim): Promise<boolean> {
  const isToBeDecided = troubleWith(claim) === 'parked';
  const decidedAt = Math.max(claim.resolution?.at ?? 0, ...claim.decisions.map(({ at }) => at));
  const beside = await db
    .selectFrom('posts as other')
    .innerJoin('posts as this', 'this.claim_id', 'other.claim_id')
    .select('other.id')
    .where('this.id', '=', id)
    .whereRef('other.id', '<>', 'this.id')
    .where('other.kind', '=', 'delivery')
    .where((eb) => {
      const later = eb.and([eb('other.posted_at', 'is', null), eb('other.number', '>', eb.ref('this.number'))]);
      // One that was changed may say that nothing is left to do: a place had accepted its reward.
      const stillAsks = eb.and([eb('other.message_id', 'is not', null), eb('other.arrived_at', 'is', null)]);
      const earlier = eb.and([stillAsks, eb('other.created_at', '>', decidedAt)]);
      return isToBeDecided ? later : eb.or([later, earlier]);
    })
    .executeTakeFirst();
  return beside !== undefined;
}

/** What a member asks the moderators about their claim. */
export type Question = AboutClaim & { asking: Pick<PastRequest, 'userId' | 'told'> };

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
    const isSettled = isDecidedSince(post.createdAt, claim);
    return { claim, asking, isSettled, isElsewhere: claim.guildId !== post.guildId };
  },
};

/**
 * Queues a member's question about a claim that they asked for, once: a decision of a moderator settles it, and they may
 * ask again.
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
    .select(['claims.id as claimId', 'reference', 'resolved_at'])
    .select(POST_COLUMNS.map((column) => `guilds.${column}` as const))
    .where('claim_requests.id', '=', requestId)
    .where('claim_requests.guild_id', '=', guildId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!asked) return undefined;
  const { claimId, reference, resolved_at: resolvedAt, ...guild } = asked;
  if (!readPostSettings(guild, 'moderators').on) return { reference, isTold: false };
  const decisions = await countDecisions(db, claimId);
  const once = [userId, claimId, ...(resolvedAt === null && decisions === 0 ? [] : [resolvedAt, decisions])].join(' ');
  await queuePosts(db, store, [
    { kind: 'question', guildId, channel: 'moderators', once, claimId, detail: { requestId } },
  ]);
  return { reference, isTold: true };
}

async function claimOf(db: Queries, { id, guildId }: { id: string; guildId: string }): Promise<PastClaim | undefined> {
  const post = await db.selectFrom('posts').select('claim_id').where('id', '=', id).executeTakeFirst();
  return post?.claim_id ? readClaim(db, guildId, post.claim_id) : undefined;
}

/**
 * Queues posts about claims that were just given these verdicts, in every guild whose people asked for one. Those about
 * others in doubt for the same player name them from then on.
 */
export async function escalate(
  db: Queries,
  store: Store,
  closed: readonly (Pick<Claim, 'id' | 'guildId'> & { verdict: Verdict })[],
): Promise<void> {
  const claims = new Map(closed.map((claim) => [claim.id, claim]));
  const ids = [...claims.keys()];
  const asking = await db
    .selectFrom(givenIds(store, ids))
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
  await changePostsBeside(db, store, ids);
}

/** Has the newest posts about others in doubt for the same player say what is known of these claims. */
export async function changePostsBeside(db: Queries, store: Store, ids: readonly string[]): Promise<void> {
  const undecided = doubtsBeside(db, ids, sql`other.guild_id = one.guild_id and other.resolved_at is null`);
  const posted = await undecided.select('id').distinct().orderBy('id').execute();
  for (const { id } of posted) await changePosts(db, store, id);
}
