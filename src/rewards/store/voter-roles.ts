import type { Store } from '../../database/store.ts';
import { holdGuild } from '../../guilds/store/guilds.ts';
import { forgive } from '../../people/store/owed.ts';
import { ROLE_STOPPED, type RoleProblem, type VoterRole } from '../voter-role.ts';

export type VoterRoles = ReturnType<typeof createVoterRoles>;

/** Columns `role_…` of `guilds`, and what a manager's change does to `voter_role_grants`. */
export function createVoterRoles(store: Store) {
  return {
    find: (guildId: string): Promise<VoterRole | undefined> =>
      store.read(async (db) => {
        const row = await db
          .selectFrom('guilds')
          .select(['role_id as roleId', 'role_hours as hours', 'role_state as state', 'role_problem as problem'])
          .where('id', '=', guildId)
          .$narrowType<{ hours: number; problem: RoleProblem | null }>()
          .executeTakeFirst();
        if (!row?.roleId) return undefined;
        return { ...row, roleId: row.roleId, problem: row.problem ?? undefined };
      }),

    /**
     * Turns a role on, or without one the role off. Whoever had another role loses it, and this one is given once more to
     * all who are to have it: it was off, or could not be given. @returns how many members lose a role
     */
    set: (guildId: string, role: Pick<VoterRole, 'roleId' | 'hours'> | undefined): Promise<number> =>
      store.write(async (db) => {
        await holdGuild(db, store, guildId);
        await forgive(db, ROLE_STOPPED, { guildId });
        const settings = role && { role_id: role.roleId, role_hours: role.hours };
        await db
          .updateTable('guilds')
          .set({ ...settings, role_state: role ? 'on' : 'off', role_problem: null })
          .where('id', '=', guildId)
          .execute();
        const roleId = role?.roleId ?? '';
        const grants = db
          .updateTable('voter_role_grants')
          .set({ due_at: store.now, tries: 0 })
          .where('guild_id', '=', guildId);
        const ended = await grants.set({ until_at: store.now }).where('role_id', '!=', roleId).executeTakeFirst();
        await grants
          .set((eb) => ({ revision: eb('revision', '+', 1) }))
          .where('role_id', '=', roleId)
          .execute();
        return Number(ended.numUpdatedRows);
      }),
  };
}
