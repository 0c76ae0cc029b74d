import type { VoterRoles } from './store/voter-roles.ts';
import { ROLE_HOURS, type RoleCalls, type RoleProblem, type VoterRole } from './voter-role.ts';

/**
 * What a manager gives. Naming a role also turns it on, unless `on` says otherwise. `mayManageRoles`: whether the bot
 * may where the command was used, which counts only when Discord says no more than that
 */
export type VoterRoleChange = {
  roleId?: string | undefined;
  hours?: number | undefined;
  on?: boolean | undefined;
  mayManageRoles: boolean;
};

/**
 * What came of it. `lost`: how many members lose a role with that; `isChecked`: Discord was asked whether the role can
 * be given; `problem`: nothing was changed
 */
export type VoterRoleOutcome =
  | { kind: 'on'; role: VoterRole; lost: number; isChecked: boolean }
  | { kind: 'off'; lost: number }
  | { kind: 'problem'; roleId: string; problem: RoleProblem }
  | { kind: 'no-role' };

/** What managers do with the voter role of their guild. */
export type VoterRoleService = {
  /** With what is wrong with it now. */
  show(guildId: string): Promise<VoterRole | undefined>;
  change(guildId: string, change: VoterRoleChange): Promise<VoterRoleOutcome>;
};

export function createVoterRoleService({
  roles,
  calls,
}: {
  roles: VoterRoles;
  calls: Pick<RoleCalls, 'inspect'>;
}): VoterRoleService {
  /** What is wrong, and whether Discord said. */
  async function check(guildId: string, roleId: string): Promise<{ problem?: RoleProblem; isChecked: boolean }> {
    return calls.inspect(guildId, roleId).then(
      (problem) => ({ isChecked: true, ...(problem ? { problem } : {}) }),
      () => ({ isChecked: false }),
    );
  }

  return {
    async show(guildId) {
      const role = await roles.find(guildId);
      if (!role || role.state === 'off') return role;
      const { problem, isChecked } = await check(guildId, role.roleId);
      return role.state === 'on' || isChecked ? { ...role, problem } : role;
    },

    async change(guildId, { roleId: named, hours: given, on = true, mayManageRoles }) {
      if (!on) return { kind: 'off', lost: await roles.turnOff(guildId) };
      const before = await roles.find(guildId);
      const roleId = named ?? before?.roleId;
      if (roleId === undefined) return { kind: 'no-role' };
      const { problem, isChecked } = await check(guildId, roleId);
      const wrong = problem ?? (isChecked || mayManageRoles ? undefined : 'permission');
      if (wrong) return { kind: 'problem', roleId, problem: wrong };
      const hours = given ?? before?.hours ?? ROLE_HOURS.unlessSaid;
      const lost = await roles.set(guildId, { roleId, hours });
      return { kind: 'on', role: { roleId, hours, state: 'on', problem: undefined }, lost, isChecked };
    },
  };
}
