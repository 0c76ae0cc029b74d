import { type Expression, sql, type SqlBool } from 'kysely';

import { HOUR_MS } from '../../clock.ts';
import type { Queries, Store } from '../../database/store.ts';
import {
  FORBIDDEN_PAUSE_MS,
  GIVEN_AGAIN_AFTER_MS,
  pauseOfRole,
  ROLE_LEASE_MS,
  type RoleAnswer,
  type RoleOfMember,
  type RoleProblem,
} from '../voter-role.ts';
import { addRewardNotice } from './notices.ts';

/**
 * What is to be done about a member's role. `wait`: nothing before its time is over, because the bot turned the role off
 * meanwhile. `revision`: what was done for an older one does not count
 */
export type DueRole = RoleOfMember & { id: number; todo: 'give' | 'take' | 'wait'; revision: number; tries: number };

/** What Discord said, and where it refused, why. */
export type RoleOutcome = Exclude<RoleAnswer, 'forbidden'> | { problem: RoleProblem } | 'waited';

/** Who is to get the voter role, and who to lose it. A process that takes a row holds it until it is recorded. */
export type RoleGrants = {
  /** Guilds with something due that nobody holds: those that have waited longest, at most `max`. */
  dueGuilds(max: number): Promise<string[]>;
  /** What is due in a guild: first those who are to get it, then those who are to lose it. */
  take(guildId: string): Promise<DueRole | undefined>;
  /**
   * Records what came of it. After a failure the others of this role wait along, for they would fail as well.
   *
   * @returns whether the guild can go on; `stopped` when that turned the role off
   */
  record(due: DueRole, outcome: RoleOutcome): Promise<'recorded' | 'failed' | 'stopped'>;
};

/** That the guild of a claim, a row of `claims`, gives a voter role. */
export const hasVoterRole: Expression<SqlBool> = sql`exists (
  select 1 from voter_roles where voter_roles.guild_id = claims.guild_id and voter_roles.state = 'on'
)`;

/**
 * Gives the voter role to whoever asked first for each of these claims, or prolongs it, within the transaction that
 * grants them. It never ends earlier than it would have. Rows are written in one order, so that no two transactions wait
 * for each other.
 */
export async function grantRoles(
  db: Queries,
  { now, given }: Pick<Store, 'now' | 'given'>,
  claims: readonly { id: string; guildId: string }[],
): Promise<void> {
  const rows = claims.map(({ id, guildId }) => ({ id, guild_id: guildId }));
  await sql`
    insert into voter_role_grants (guild_id, role_id, user_id, until_at, due_at, claimed_at)
    select guild_id, role_id, user_id, ${now} + hours * ${sql.lit(HOUR_MS)}, ${now}, ${now}
    from (
      select distinct voter_roles.guild_id, role_id, user_id, hours
      from ${given({ id: 'text', guild_id: 'text' }, rows)}
      join voter_roles on voter_roles.guild_id = given.guild_id and voter_roles.state = 'on'
      join claim_requests on claim_requests.id = (
        select first.id from claim_requests as first where first.claim_id = given.id
        order by first.created_at, first.id limit 1
      )
      where claim_requests.user_id is not null
    ) as asked
    where true
    order by guild_id, role_id, user_id
    on conflict (guild_id, role_id, user_id) do update set
      until_at = case when voter_role_grants.until_at > excluded.until_at
        then voter_role_grants.until_at else excluded.until_at end,
      due_at = excluded.due_at,
      claimed_at = excluded.claimed_at,
      tries = 0,
      revision = voter_role_grants.revision + 1`.execute(db);
}

/** Of a row: the voter role is in this state now. */
const roleIs = (state: 'on' | 'stopped') => sql`exists (
  select 1 from voter_roles where voter_roles.guild_id = voter_role_grants.guild_id
    and voter_roles.role_id = voter_role_grants.role_id and voter_roles.state = ${sql.lit(state)})`;

export function createRoleGrants(store: Store): RoleGrants {
  const { now } = store;
  const todo = sql<DueRole['todo']>`case
    when until_at <= ${now} then 'take'
    when ${roleIs('on')} then 'give'
    when ${roleIs('stopped')} then 'wait'
    else 'take' end`;

  /** The row, unless it was prolonged meanwhile: then what was done is outdated, and it stays due. */
  const same = ({ id, revision }: DueRole) => sql<boolean>`id = ${id} and revision = ${revision}`;

  /** When a role that was given is due again: at its end, or before if Discord may have been about to take it. */
  const madeSureOf = sql<number>`case
    when take_begun_at is not null and until_at > ${store.after(GIVEN_AGAIN_AFTER_MS)}
      then ${store.after(GIVEN_AGAIN_AFTER_MS)}
    else until_at end`;

  const release = (db: Queries, { id }: DueRole) =>
    db.updateTable('voter_role_grants').set({ held_until: 0 }).where('id', '=', id).execute();

  async function postpone(db: Queries, { guildId, roleId, id, tries }: DueRole, pauseMs: number): Promise<void> {
    const later = store.after(pauseMs);
    await db
      .updateTable('voter_role_grants')
      .set({ due_at: later })
      .where('guild_id', '=', guildId)
      .where('role_id', '=', roleId)
      .where('due_at', '<', later)
      .execute();
    await db
      .updateTable('voter_role_grants')
      .set({ tries: tries + 1, held_until: 0 })
      .where('id', '=', id)
      .execute();
  }

  /** Turns the role off, unless a manager has changed it meanwhile. @returns whether it did */
  async function stop(db: Queries, { guildId, roleId }: RoleOfMember, problem: RoleProblem): Promise<boolean> {
    const stopped = await db
      .updateTable('voter_roles')
      .set({ state: 'stopped', problem, stopped_at: now })
      .where('guild_id', '=', guildId)
      .where('role_id', '=', roleId)
      .where('state', '=', 'on')
      .returning('guild_id')
      .executeTakeFirst();
    if (stopped) await addRewardNotice(db, store, guildId, 'voter-role');
    return stopped !== undefined;
  }

  return {
    dueGuilds: (max) =>
      store.read(async (db) => {
        const guilds = await db
          .selectFrom('voter_role_grants')
          .select('guild_id')
          .where('due_at', '<=', now)
          .where('held_until', '<=', now)
          .groupBy('guild_id')
          .orderBy((eb) => eb.fn.min('due_at'))
          .limit(max)
          .execute();
        return guilds.map(({ guild_id }) => guild_id);
      }),

    async take(guildId) {
      const row = await store.write((db) =>
        db
          .updateTable('voter_role_grants')
          .set({
            held_until: store.after(ROLE_LEASE_MS),
            take_begun_at: sql`case when ${todo} = 'take' then ${now} else take_begun_at end`,
          })
          .where('id', 'in', (eb) =>
            eb
              .selectFrom('voter_role_grants')
              .select('id')
              .where('guild_id', '=', guildId)
              .where('due_at', '<=', now)
              .where('held_until', '<=', now)
              .orderBy(sql`case when until_at > ${now} then 0 else 1 end`)
              .orderBy('due_at')
              .orderBy('id')
              .limit(1)
              .modifyEnd(store.skipLocked),
          )
          .returning(['id', 'guild_id', 'role_id', 'user_id', 'revision', 'tries', todo.as('todo')])
          .executeTakeFirst(),
      );
      if (!row) return undefined;
      const { guild_id, role_id: roleId, user_id: userId, ...rest } = row;
      return { ...rest, guildId: guild_id, roleId, userId };
    },

    record: (due, outcome) =>
      store.write(async (db) => {
        const { guildId, roleId } = due;
        if (outcome === 'failed') {
          await postpone(db, due, pauseOfRole(due.tries + 1));
          return 'failed';
        }
        if (typeof outcome === 'object') {
          await postpone(db, due, FORBIDDEN_PAUSE_MS);
          return (await stop(db, due, outcome.problem)) ? 'stopped' : 'failed';
        }
        if (outcome === 'no-role') {
          await db
            .deleteFrom('voter_role_grants')
            .where('guild_id', '=', guildId)
            .where('role_id', '=', roleId)
            .execute();
          return (await stop(db, due, 'deleted')) ? 'stopped' : 'recorded';
        }
        if (outcome === 'no-member' || due.todo === 'take') {
          await db.deleteFrom('voter_role_grants').where(same(due)).execute();
        } else {
          await db
            .updateTable('voter_role_grants')
            .set({ tries: 0, due_at: madeSureOf, take_begun_at: null })
            .where(same(due))
            .execute();
        }
        await release(db, due);
        return 'recorded';
      }),
  };
}

/** Ends the role of all members of a guild who have it, but for one role. @returns how many those are */
export async function endRoles(
  db: Queries,
  { now }: Pick<Store, 'now'>,
  guildId: string,
  butFor: string | undefined,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('voter_role_grants')
    .set({ until_at: now, due_at: now, tries: 0 })
    .where('guild_id', '=', guildId)
    .where('role_id', '!=', butFor ?? '')
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Gives the role once more to all members who are to have it: it was off, or could not be given. */
export async function giveAgain(
  db: Queries,
  { now }: Pick<Store, 'now'>,
  { guildId, roleId }: Omit<RoleOfMember, 'userId'>,
): Promise<void> {
  await db
    .updateTable('voter_role_grants')
    .set((eb) => ({ due_at: now, tries: 0, revision: eb('revision', '+', 1) }))
    .where('guild_id', '=', guildId)
    .where('role_id', '=', roleId)
    .execute();
}
