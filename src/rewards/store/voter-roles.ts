import type { Store } from '../../database/store.ts';
import { holdGuild } from '../../guilds/store/guilds.ts';
import { forgive } from '../../people/store/owed.ts';
import { ROLE_STOPPED, type RoleProblem, type VoterRole } from '../voter-role.ts';
import { endRoles, giveAgain } from './role-grants.ts';

/** Table `voter_roles`. Each function is one transaction. */
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
        const row = await db.selectFrom('voter_roles').selectAll().where('guild_id', '=', guildId).executeTakeFirst();
        if (!row) return undefined;
        const { role_id: roleId, hours, state, problem } = row;
        return { roleId, hours, state, problem: (problem ?? undefined) as RoleProblem | undefined };
      }),

    set: (guildId, { roleId, hours }) =>
      store.write(async (db) => {
        await holdGuild(db, store, guildId);
        await forgive(db, ROLE_STOPPED, { guildId });
        const values = { role_id: roleId, hours, state: 'on' as const, problem: null };
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
        await forgive(db, ROLE_STOPPED, { guildId });
        await db
          .updateTable('voter_roles')
          .set({ state: 'off', problem: null })
          .where('guild_id', '=', guildId)
          .execute();
        return endRoles(db, store, guildId, undefined);
      }),
  };
}
