import type { Store } from '../../database/store.ts';
import { holdGuild } from '../../guilds/store/guilds.ts';
import type { RoleProblem, StoppedRole, VoterRole } from '../voter-role.ts';
import { endRoles, giveAgain } from './role-grants.ts';

/** The voter roles of guilds. Each function is one transaction. */
export type VoterRoles = {
  find(guildId: string): Promise<VoterRole | undefined>;
  /**
   * Turns it on. Whoever had another one loses it.
   *
   * @returns how many those are
   */
  set(guildId: string, role: Pick<VoterRole, 'roleId' | 'hours'>): Promise<number>;
  /** Turns it off. Everybody loses it. @returns how many those are */
  turnOff(guildId: string): Promise<number>;
  /** What no manager of the guild knows yet. */
  stopped(guildId: string): Promise<StoppedRole | undefined>;
  markStopTold(guildId: string, stopped: StoppedRole): Promise<void>;
};

export function createVoterRoles(store: Store): VoterRoles {
  return {
    find: (guildId) =>
      store.read(async (db) => {
        const row = await db.selectFrom('voter_roles').selectAll().where('guild_id', '=', guildId).executeTakeFirst();
        if (!row) return undefined;
        const { role_id: roleId, hours, state, problem } = row;
        return { roleId, hours, state, problem: (problem ?? undefined) as RoleProblem | undefined };
      }),

    set: (guildId, { roleId, hours }) =>
      store.write(async (db) => {
        await holdGuild(db, store, guildId);
        const values = { role_id: roleId, hours, state: 'on' as const, problem: null, stopped_at: null };
        await db
          .insertInto('voter_roles')
          .values({ guild_id: guildId, ...values })
          .onConflict((conflict) => conflict.column('guild_id').doUpdateSet(values))
          .execute();
        const ended = await endRoles(db, store, guildId, roleId);
        await giveAgain(db, store, { guildId, roleId });
        return ended;
      }),

    turnOff: (guildId) =>
      store.write(async (db) => {
        await holdGuild(db, store, guildId);
        await db
          .updateTable('voter_roles')
          .set({ state: 'off', problem: null, stopped_at: null })
          .where('guild_id', '=', guildId)
          .execute();
        return endRoles(db, store, guildId, undefined);
      }),

    stopped: (guildId) =>
      store.read(async (db) => {
        const row = await db
          .selectFrom('voter_roles')
          .select(['role_id', 'problem', 'stopped_at'])
          .where('guild_id', '=', guildId)
          .where('stopped_at', 'is not', null)
          .executeTakeFirst();
        if (typeof row?.stopped_at !== 'number') return undefined;
        return { roleId: row.role_id, problem: row.problem as RoleProblem, at: row.stopped_at };
      }),

    markStopTold: (guildId, { at }) =>
      store.write(async (db) => {
        await db
          .updateTable('voter_roles')
          .set({ stopped_at: null })
          .where('guild_id', '=', guildId)
          .where('stopped_at', '=', at)
          .execute();
      }),
  };
}
