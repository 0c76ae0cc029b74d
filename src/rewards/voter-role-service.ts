import type { VoterRoles } from './store/voter-roles.ts';
import { ROLE_HOURS, type RoleCalls, type RoleProblem, type VoterRole } from './voter-role.ts';

/**
 * What a manager sets. Anything but `on: false` turns the role on. `userId`: the manager; `mayManageRoles`: whether the
 * bot may in the channel of the command, which counts only when Discord does not answer
 */
type VoterRoleChange = {
  userId: string;
  roleId?: string | undefined;
  hours?: number | undefined;
  on?: boolean | undefined;
  mayManageRoles: boolean;
};

/**
 * `lost`: how many members lose a role; `isChecked`: Discord said that it can be given; `problem`: nothing changed;
 * `not-yours`: the manager could not give the role by hand
 */
export type VoterRoleOutcome =
  | { kind: 'on'; role: VoterRole; lost: number; isChecked: boolean }
  | { kind: 'off'; lost: number }
  | { kind: 'problem'; roleId: string; problem: RoleProblem | 'not-yours' }
  | { kind: 'no-role' };

/** What managers do with the voter role of their guild. */
export function createVoterRoleService({
  roles,
  calls,
}: {
  roles: VoterRoles;
  calls: Pick<RoleCalls, 'inspect' | 'isBelow'>;
}) {
  /** `isChecked`: whether Discord answered */
  async function check(guildId: string, roleId: string) {
    return calls.inspect(guildId, roleId).then(
      (problem) => ({ problem, isChecked: true }),
      () => ({ problem: undefined, isChecked: false }),
    );
  }

  return {
    /** As it was set: Discord is not asked. */
    find: roles.find,

    /** With what is wrong with it now, or was when it was stopped if Discord does not answer. */
    async read(guildId: string): Promise<VoterRole | undefined> {
      const role = await roles.find(guildId);
      if (!role || role.state === 'off') return role;
      const { problem, isChecked } = await check(guildId, role.roleId);
      return isChecked ? { ...role, problem } : role;
    },

    async change(
      guildId: string,
      { userId, on = true, mayManageRoles, ...change }: VoterRoleChange,
    ): Promise<VoterRoleOutcome> {
      if (!on) return { kind: 'off', lost: await roles.set(guildId, undefined) };
      const before = await roles.find(guildId);
      const roleId = change.roleId ?? before?.roleId;
      if (roleId === undefined) return { kind: 'no-role' };
      const { problem, isChecked } = await check(guildId, roleId);
      const wrong = problem ?? (isChecked || mayManageRoles ? undefined : 'permission');
      if (wrong) return { kind: 'problem', roleId, problem: wrong };
      const isTheirs = !isChecked || (await calls.isBelow({ guildId, roleId, userId }));
      if (!isTheirs) return { kind: 'problem', roleId, problem: 'not-yours' };
      const hours = change.hours ?? before?.hours ?? ROLE_HOURS.unlessSaid;
      const lost = await roles.set(guildId, { roleId, hours });
      return { kind: 'on', role: { roleId, hours, state: 'on', problem: undefined }, lost, isChecked };
    },
  };
}
