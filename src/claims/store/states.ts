import { type Expression, type SqlBool, sql } from 'kysely';

import type { Parameter } from '../../database/parameter.ts';
import type { Queries, Store } from '../../database/store.ts';
import { claimsWhoseRewardNeedsAttention } from '../../rewards/store/of-claim.ts';
import type { Claim } from '../claim.ts';
import { type ClaimState, type TransitionName, TRANSITIONS, type VerdictOf } from '../states.ts';
import { type ClaimRow, type StoredVerdict, writeVerdict } from './rows.ts';

/**
 * 1 for a claim that is parked and not resolved, else 0. The database uses the index `claims_history` only while this
 * expression is identical to the one in the index.
 */
const awaitsModerator = sql<number>`case when state = 'parked' and resolved_at is null then 1 else 0 end`;

/** That moderators are, or were, asked about a row of `claims`. Literals, for the index `claims_in_doubt`. */
export const isQuestion = (table: string): Expression<SqlBool> =>
  sql`${sql.ref(`${table}.verdict`)} in ('pending', 'likely-granted')`;

/** The ids of a guild's claims that were likely granted, and that no moderator has decided. Literals, for `claims_undecided`. */
const undecidedClaims = (guildId: string) => sql`(
  select undecided.id from claims as undecided
  where undecided.guild_id = ${guildId} and undecided.verdict = 'likely-granted' and undecided.resolved_at is null)`;

/**
 * The ids of a guild's claims about which a member has asked, and that no moderator has decided. Those that can be decided
 * are here or above. Literals, for `posts_questions`.
 */
const askedClaims = (guildId: string) => sql`(
  select asked.id from posts inner join claims as asked on asked.id = posts.claim_id
  where posts.guild_id = ${guildId} and posts.kind = 'question'
    and asked.verdict = 'already' and asked.resolved_at is null)`;

/**
 * Which claims of a guild somebody has to look at: parked and undecided ones, those that a member asks about, and those
 * with a reward that needs it.
 */
export const claimNeedsAttention = (guildId: string) =>
  sql<SqlBool>`(${awaitsModerator} = 1 or claims.id in ${undecidedClaims(guildId)}
    or claims.id in ${askedClaims(guildId)} or claims.id in ${claimsWhoseRewardNeedsAttention(guildId)})`;

/** Which others there are. Apart from {@link claimNeedsAttention}, so that `claims_history` gives them in their order. */
export const claimNeedsNoAttention = (guildId: string) =>
  sql<SqlBool>`${awaitsModerator} = 0 and claims.id not in ${undecidedClaims(guildId)}
    and claims.id not in ${askedClaims(guildId)} and claims.id not in ${claimsWhoseRewardNeedsAttention(guildId)}`;

/** Which rows of `claims` are in a state. Literals, so that the partial indexes on open claims are used. */
const IN_STATE: Readonly<Record<ClaimState, Expression<SqlBool>>> = {
  open: sql`claims.state = 'open'`,
  closed: sql`claims.state = 'closed'`,
  parked: sql`(claims.state = 'parked' and claims.resolved_at is null)`,
  resolved: sql`(claims.state = 'parked' and claims.resolved_at is not null)`,
};

export function isIn(...states: readonly ClaimState[]): Expression<SqlBool> {
  return sql`(${sql.join(
    states.map((state) => IN_STATE[state]),
    sql` or `,
  )})`;
}

export function stateOf({ state, resolved_at }: Pick<ClaimRow, 'state' | 'resolved_at'>): ClaimState {
  return state === 'parked' && resolved_at !== null ? 'resolved' : state;
}

type Writes<N extends TransitionName> = [VerdictOf<N>] extends [never] ? [] : [verdict: VerdictOf<N> & StoredVerdict];

/**
 * Takes claims from one state to another, as {@link TRANSITIONS} allows: an update to which the caller adds the claims,
 * and further values. The schema lets no other update write a state or a verdict.
 */
export function transition<N extends Exclude<TransitionName, 'opened'>>(
  db: Queries,
  store: Store,
  name: N,
  ...[verdict]: Writes<N>
) {
  const { from, to } = TRANSITIONS[name];
  const values: object = {
    state: to === 'resolved' ? 'parked' : to,
    ...(name === 'resolved' || name === 'decided' ? { resolved_at: store.now } : {}),
    ...(verdict ? writeVerdict(verdict) : {}),
  };
  return db
    .updateTable('claims')
    .set(values)
    .where(isIn(...from));
}

export type ToBeClosed = ReturnType<typeof toBeClosed>;

export function toBeClosed({ id, epoch }: Claim, verdict: VerdictOf<'closed'>) {
  return { id, epoch, ...writeVerdict(verdict) };
}

/** Closes those of many claims that the caller still holds, each with its verdict. */
export function closeHeld(db: Queries, store: Store, rows: Parameter<readonly ToBeClosed[]>) {
  const { from, to } = TRANSITIONS.closed;
  const values: object = {
    state: to,
    verdict: sql.ref('given.verdict'),
    verdict_detail: sql.ref('given.verdict_detail'),
    closed_at: store.now,
  };
  return db
    .updateTable('claims')
    .from(store.given({ id: 'text', epoch: 'bigint', verdict: 'text', verdict_detail: 'text' }, rows))
    .set(values)
    .whereRef('claims.id', '=', 'given.id')
    .whereRef('claims.epoch', '=', 'given.epoch')
    .where(isIn(...from));
}
