import { rewardNotice } from '../../src/rewards/views/hooks.ts';
import { voterRoleChanged, voterRoleNow, voterRoleStopped } from '../../src/rewards/views/voter-role.ts';
import type { RoleProblem, VoterRole } from '../../src/rewards/voter-role.ts';
import { GUILD_ID, type Replies, ROLE_ID } from './entries.ts';

const INVITE = `https://discord.com/oauth2/authorize?client_id=${GUILD_ID}&scope=bot+applications.commands`;
const ON: VoterRole = { roleId: ROLE_ID, hours: 12, state: 'on', problem: undefined };
export const STOPPED: VoterRole = { ...ON, hours: 720, state: 'stopped', problem: 'refused' };
const PROBLEMS: readonly RoleProblem[] = [
  'permission',
  'hierarchy',
  'deleted',
  'managed',
  'everyone',
  'powerful',
  'refused',
];

export const replies: Replies = {
  saved: (t) => voterRoleChanged({ kind: 'on', role: ON, lost: 0, isChecked: true }, INVITE, t),
  'saved, in place of another': (t) =>
    voterRoleChanged({ kind: 'on', role: ON, lost: 12_345, isChecked: true }, INVITE, t),
  'saved, unchecked': (t) => voterRoleChanged({ kind: 'on', role: ON, lost: 0, isChecked: false }, INVITE, t),
  'refused: whoever sets it could not give it': (t) =>
    voterRoleChanged({ kind: 'problem', roleId: ROLE_ID, problem: 'not-yours' }, INVITE, t),
  'turned off': (t) => voterRoleChanged({ kind: 'off', lost: 3 }, INVITE, t),
  'turned off, when nobody has it': (t) => voterRoleChanged({ kind: 'off', lost: 0 }, INVITE, t),
  'no role': (t) => voterRoleChanged({ kind: 'no-role' }, INVITE, t),
  'never set': (t) => voterRoleNow(undefined, INVITE, t),
  'as it is': (t) => voterRoleNow(ON, INVITE, t),
  'as it is, with something to mend': (t) => voterRoleNow({ ...ON, problem: 'permission' }, INVITE, t),
  'as it is, stopped': (t) => voterRoleNow(STOPPED, INVITE, t),
  ...Object.fromEntries(
    PROBLEMS.flatMap((problem): [string, Replies[string]][] => [
      [`refused: ${problem}`, (t) => voterRoleChanged({ kind: 'problem', roleId: ROLE_ID, problem }, INVITE, t)],
      [`stopped: ${problem}`, (t) => voterRoleStopped({ roleId: ROLE_ID, problem }, INVITE, t)],
    ]),
  ),
  'for everyone, that it is not given': (t) => rewardNotice('voter-role', t),
};
