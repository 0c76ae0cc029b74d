import { type Expression, sql, type SqlBool } from 'kysely';

import { takeHeld } from '../../database/held-rows.ts';
import { lockRows } from '../../database/lock-rows.ts';
import type { Queries, Store } from '../../database/store.ts';
import { joinOwner, rewardedMember } from '../../guilds/store/name-owners.ts';
import { owe } from '../../people/store/owed.ts';
import { HOUR_MS } from '../../work/clock.ts';
import {
  type AfterRole,
  GIVEN_AGAIN_AFTER_MS,
  ROLE_LEASE_MS,
  ROLE_STOPPED,
  type RoleOfMember,
  type RoleProblem,
  type RoleTodo,
  roleTodo,
} from '../voter-role.ts';
import { addRewardNotice } from './notices.ts';

/** What is to be done about a member's role. `revision`: what was done for an older one does not count */
export type DueRole = RoleOfMember & { id: number; todo: RoleTodo; revision: number; tries: number };

export type RoleGrants = ReturnType<typeof createRoleGrants>;

/** That the guild of a claim, a row of `claims`, gives a voter role. */
export const hasVoterRole: Expression<SqlBool> = sql`exists (
  select 1 from guilds where guilds.id = claims.guild_id and guilds.role_state = 'on'
)`;

/**
 * Gives the voter role to whoever asked first for each of these claims, or to the owner of the name where names have
 * owners, or prolongs it, within the transaction that grants them. It never ends earlier than it would have. Rows are written in one order, so that no two transactions wait
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
    select guild_id, role_id, user_id, ${now} + role_hours * ${sql.lit(HOUR_MS)}, ${now}, ${now}
    from (
      select distinct given.guild_id, guilds.role_id, ${rewardedMember} as user_id, guilds.role_hours
      from ${given({ id: 'text', guild_id: 'text' }, rows)}
      join guilds on guilds.id = given.guild_id and guilds.role_state = 'on'
      join claims on claims.id = given.id
      join claim_requests on claim_requests.id = (
        select first.id from claim_requests as first where first.claim_id = given.id
        order by first.is_recheck, first.created_at, first.id limit 1
      )
      ${joinOwner}
    ) as asked
    where user_id is not null
    order by guild_id, role_id, user_id
    on conflict (guild_id, role_id, user_id) do update set
      until_at = case when voter_role_grants.until_at > excluded.until_at
        then voter_role_grants.until_at else excluded.until_at end,
      due_at = excluded.due_at,
      claimed_at = excluded.claimed_at,
      tries = 0,
      revision = voter_role_grants.revision + 1`.execute(db);
}

/** Table `voter_role_grants`: who is to get the voter role, and who to lose it. Each function is one transaction. */
export function createRoleGrants(store: Store) {
  const { now } = store;

  /** When a role that was given is due again: at its end, or before if Discord may have been about to remove it. */
  const madeSureOf = sql<number>`case
    when take_begun_at is not null and until_at > ${store.after(GIVEN_AGAIN_AFTER_MS)}
      then ${store.after(GIVEN_AGAIN_AFTER_MS)}
    else until_at end`;

  const ofRole = ({ guildId, roleId }: Omit<RoleOfMember, 'userId'>) =>
    sql<boolean>`guild_id = ${guildId} and role_id = ${roleId}`;

  /** Turns the role off, unless a manager has changed it meanwhile. @returns whether it did */
  async function turnOff(db: Queries, due: DueRole, problem: RoleProblem): Promise<boolean> {
    const { guildId, roleId } = due;
    const stopped = await db
      .updateTable('guilds')
      .set({ role_state: 'stopped', role_problem: problem })
      .where('id', '=', guildId)
      .where('role_id', '=', roleId)
      .where('role_state', '=', 'on')
      .returning('id')
      .executeTakeFirst();
    if (!stopped) return false;
    await owe(db, store, ROLE_STOPPED, { guildId }, { roleId, problem });
    await addRewardNotice(db, store, guildId, 'voter-role');
    return true;
  }

  async function putOff(db: Queries, due: DueRole, restsMs: number): Promise<void> {
    const later = store.after(restsMs);
    await db
      .updateTable('voter_role_grants')
      .set({ due_at: later })
      .where(ofRole(due))
      .where('due_at', '<', later)
      .execute();
    await db
      .updateTable('voter_role_grants')
      .set({ tries: due.tries + 1, held_until: 0 })
      .where('id', '=', due.id)
      .execute();
  }

  return {
    /**
     * Guilds with something due that nobody holds: those that have waited longest, at most `max`. `coalesce` hides the
     * index by guild from SQLite, which would go through all members with a role.
     */
    dueGuilds: (max: number): Promise<string[]> =>
      store.read(async (db) => {
        const { rows } = await sql<{ guild_id: string }>`
          select coalesce(guild_id, '') as guild_id from voter_role_grants where due_at <= ${now} and held_until <= ${now}
          group by 1 order by min(due_at) limit ${sql.lit(max)}`.execute(db);
        return rows.map(({ guild_id }) => guild_id);
      }),

    /** Takes what is due in a guild: first those who are to get it, then those who are to lose it. */
    take: (guildId: string): Promise<DueRole | undefined> =>
      store.write(async (db) => {
        const [row] = await takeHeld(db, store, 'voter_role_grants', {
          where: sql<boolean>`guild_id = ${guildId} and due_at <= ${now}`,
          orderBy: sql`case when until_at > ${now} then 0 else 1 end, due_at, id`,
          limit: 1,
          leaseMs: ROLE_LEASE_MS,
        });
        if (!row) return undefined;
        const { id, role_id: roleId, user_id: userId, revision, tries } = row;
        const role = await db
          .selectFrom('guilds')
          .select('role_state as state')
          .where('id', '=', guildId)
          .where('role_id', '=', roleId)
          .executeTakeFirst();
        const todo = roleTodo({ isOver: row.until_at <= row.taken_at, state: role?.state });
        if (todo === 'remove') {
          await db.updateTable('voter_role_grants').set({ take_begun_at: now }).where('id', '=', id).execute();
        }
        return { id, guildId, roleId, userId, revision, tries, todo };
      }),

    /** @returns whether the guild can go on; `stopped` when that turned the role off */
    record: (due: DueRole, after: AfterRole): Promise<'recorded' | 'failed' | 'stopped'> =>
      store.write(async (db) => {
        // Whoever changes the role locks the guild before the grants.
        if (after.kind === 'no-role' || (after.kind === 'later' && after.stops)) {
          await lockRows(db, store, 'guilds', [due.guildId]);
        }
        if (after.kind === 'later') {
          await putOff(db, due, after.restsMs);
          return after.stops && (await turnOff(db, due, after.stops)) ? 'stopped' : 'failed';
        }
        if (after.kind === 'no-role') {
          await db.deleteFrom('voter_role_grants').where(ofRole(due)).execute();
          return (await turnOff(db, due, 'deleted')) ? 'stopped' : 'recorded';
        }
        // One that was prolonged meanwhile stays due.
        const isSame = sql<boolean>`id = ${due.id} and revision = ${due.revision}`;
        if (after.kind === 'ended') await db.deleteFrom('voter_role_grants').where(isSame).execute();
        else {
          await db
            .updateTable('voter_role_grants')
            .set({ tries: 0, due_at: madeSureOf, take_begun_at: null })
            .where(isSame)
            .execute();
        }
        await db.updateTable('voter_role_grants').set({ held_until: 0 }).where('id', '=', due.id).execute();
        return 'recorded';
      }),
  };
}
