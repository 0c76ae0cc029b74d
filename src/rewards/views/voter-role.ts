import { settingButtons, settingTitle } from '../../guilds/views/overview.ts';
import type { Translate } from '../../locales/index.ts';
import { type Button, createReply, linkButton, type Reply, textReply } from '../../ui/reply.ts';
import type { Maybe } from '../../ui/text.ts';
import type { VoterRoleOutcome } from '../voter-role-service.ts';
import type { RoleProblem, VoterRole } from '../voter-role.ts';

/** @param inviteUrl - gives the bot the permission that it lacks */
export function voterRoleChanged(outcome: VoterRoleOutcome, inviteUrl: string, t: Translate): Reply {
  switch (outcome.kind) {
    case 'on': {
      const { role, lost, isChecked } = outcome;
      const description = [voterRoleState(role, t), !isChecked && t('voterRole.unchecked'), lostText(lost, t)];
      const colour = isChecked ? 'green' : 'amber';
      const title = t('voterRole.savedTitle');
      return createReply({ colour, title, description }, settingButtons('voter-role', t, { isOn: true }));
    }
    case 'off': {
      const description = [t('voterRole.off'), lostText(outcome.lost, t)];
      const title = t('voterRole.stopped.title');
      return createReply({ colour: 'green', title, description }, settingButtons('voter-role', t));
    }
    case 'problem': {
      const { roleId, problem } = outcome;
      const description = [voterRoleProblem(problem, roleId, t), t('voterRole.unchanged')];
      const title = t('voterRole.problemTitle');
      return createReply({ colour: 'amber', title, description }, [allowButton(problem, inviteUrl, t)]);
    }
    case 'no-role':
      return textReply('amber', 'voterRole.none')(t);
  }
}

/** The setting, and what is wrong with it. */
export function voterRoleNow(role: VoterRole | undefined, inviteUrl: string, t: Translate): Reply {
  const problem = role?.problem;
  return createReply(
    {
      colour: problem ? 'amber' : 'blurple',
      title: settingTitle('voter-role', t),
      description: [voterRoleState(role, t), problem && voterRoleProblem(problem, role.roleId, t)],
    },
    settingButtons('voter-role', t, {
      isOn: role !== undefined && role.state !== 'off',
      more: [allowButton(problem, inviteUrl, t)],
    }),
  );
}

function voterRoleState(role: VoterRole | undefined, t: Translate): string {
  if (!role || role.state === 'off') return t('voterRole.off');
  const values = { role: role.roleId, duration: t('common.hours', { count: role.hours }) };
  return t(role.state === 'on' ? 'voterRole.on' : 'voterRole.stoppedState', values);
}

export function voterRoleProblem(problem: RoleProblem | 'not-yours', roleId: string, t: Translate): string {
  return t(`voterRole.problems.${problem}`, { role: roleId });
}

/** Nothing mends these but another role. */
const NEED_ANOTHER: readonly RoleProblem[] = ['deleted', 'managed', 'everyone'];

/** Told to a manager once: the role was turned off. */
export function voterRoleStopped(
  { roleId, problem }: { roleId: string; problem: RoleProblem },
  inviteUrl: string,
  t: Translate,
): Reply {
  const mend = t(`voterRole.stopped.${NEED_ANOTHER.includes(problem) ? 'another' : 'description'}`);
  const description = [voterRoleProblem(problem, roleId, t), mend];
  const title = t('voterRole.stopped.title');
  return createReply({ colour: 'amber', title, description }, [allowButton(problem, inviteUrl, t)]);
}

function lostText(lost: number, t: Translate): Maybe<string> {
  return lost > 0 && t('voterRole.lost', { count: lost });
}

function allowButton(problem: RoleProblem | 'not-yours' | undefined, inviteUrl: string, t: Translate): Button {
  return problem === 'permission' && linkButton(t('buttons.allowRoles'), inviteUrl);
}
