import type { Store } from '../../database/store.ts';
import { holdGuild } from '../../guilds/store/guilds.ts';
import { forgive } from '../../people/store/owed.ts';
import { ROLE_STOPPED, type RoleProblem, type VoterRole } from '../voter-role.ts';
import { endRoles, giveAgain } from './role-grants.ts';

/** Columns `role_…` of `guilds`. Each function is one transaction. */
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
};

export function createVoterRoles(store: Store): VoterRoles {
  return {
    find: (guildId) =>
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

    set: (guildId, { roleId, hours }) =>
      store.write(async (db) => {
        await holdGuild(db, store, guildId);
        await forgive(db, ROLE_STOPPED, { guildId });
        await db
          .updateTable('guilds')
          .set({ role_id: roleId, role_hours: hours, role_state: 'on', role_problem: null })
          .where('id', '=', guildId)
          .execute();
        const ended = await endRoles(db, store, guildId, roleId);
        await giveAgain(db, store, { guildId, roleId });
        return ended;
      }),

    turnOff: (guildId) =>
      store.write(async (db) => {
        await holdGuild(db, store, guildId);
        await forgive(db, ROLE_STOPPED, { guildId });
        await db
          .updateTable('guilds')
          .set({ role_state: 'off', role_problem: null })
          .where('id', '=', guildId)
          .execute();
        return endRoles(db, store, guildId, undefined);
      }),
  };
}
