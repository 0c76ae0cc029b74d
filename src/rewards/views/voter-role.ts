import type { APIButtonComponent } from 'discord.js';

import type { Translate } from '../../locales/index.ts';
import { createEmbed, createReply, linkButtons, noticeReply, type Reply } from '../../ui/reply.ts';
import { ROLE_HOURS, type RoleProblem, type VoterRole } from '../voter-role.ts';
import type { VoterRoleOutcome } from '../voter-role-service.ts';

/** What a manager reads after a change. @param inviteUrl - where the bot is given the permission that it lacks */
export function voterRoleChanged(outcome: VoterRoleOutcome, inviteUrl: string, t: Translate): Reply {
  switch (outcome.kind) {
    case 'on': {
      const { role, lost, isChecked } = outcome;
      return changedReply(
        isChecked ? 'green' : 'amber',
        [voterRoleState(role, t), ...(isChecked ? [] : [t('voterRole.unchecked')]), ...lostLines(lost, t)],
        t,
      );
    }
    case 'off':
      return changedReply('green', [t('voterRole.off'), ...lostLines(outcome.lost, t)], t);
    case 'problem': {
      const { roleId, problem } = outcome;
      const description = [voterRoleProblem(problem, roleId, t), t('voterRole.unchanged')].join('\n\n');
      const embed = createEmbed({ colour: 'amber', title: t('voterRole.problemTitle'), description });
      return createReply(embed, allowButtons(problem, inviteUrl, t));
    }
    case 'no-role':
      return noticeReply({ colour: 'amber', text: 'voterRole.none' }, t);
  }
}

function changedReply(colour: 'green' | 'amber', lines: readonly string[], t: Translate): Reply {
  return createReply(createEmbed({ colour, title: t('voterRole.savedTitle'), description: lines.join('\n\n') }));
}

/** How the voter role is set, with what is wrong with it, when nothing was to be changed. */
export function voterRoleNow(role: VoterRole | undefined, inviteUrl: string, t: Translate): Reply {
  const problem = role?.problem;
  const description = [
    voterRoleState(role, t),
    ...(role && problem ? [voterRoleProblem(problem, role.roleId, t)] : []),
    t('voterRole.howTo', { min: ROLE_HOURS.min, max: ROLE_HOURS.max }),
  ].join('\n\n');
  const embed = createEmbed({ colour: problem ? 'amber' : 'blurple', title: t('voterRole.title'), description });
  return createReply(embed, problem ? allowButtons(problem, inviteUrl, t) : []);
}

/** In one sentence. */
export function voterRoleState(role: VoterRole | undefined, t: Translate): string {
  if (!role || role.state === 'off') return t('voterRole.off');
  const { roleId, hours } = role;
  return t(role.state === 'on' ? 'voterRole.on' : 'voterRole.stoppedState', {
    role: roleId,
    duration: t('common.hours', { count: hours }),
  });
}

/** As `/settings show` has it. */
export function voterRoleField(role: VoterRole | undefined, t: Translate): { name: string; value: string } {
  return { name: t('voterRole.title'), value: voterRoleState(role, t) };
}

/** What has to be mended. */
export function voterRoleProblem(problem: RoleProblem, roleId: string, t: Translate): string {
  return t(`voterRole.problems.${problem}`, { role: roleId });
}

/** Told to a manager once: the role cannot be given any more. */
export function voterRoleStopped(
  { roleId, problem }: { roleId: string; problem: RoleProblem },
  inviteUrl: string,
  t: Translate,
): Reply {
  const description = [
    voterRoleProblem(problem, roleId, t),
    t(problem === 'deleted' ? 'voterRole.stopped.another' : 'voterRole.stopped.description'),
  ].join('\n\n');
  const embed = createEmbed({ colour: 'amber', title: t('voterRole.stopped.title'), description });
  return createReply(embed, allowButtons(problem, inviteUrl, t));
}

function lostLines(lost: number, t: Translate): string[] {
  return lost === 0 ? [] : [t('voterRole.lost', { count: lost })];
}

function allowButtons(problem: RoleProblem, inviteUrl: string, t: Translate): APIButtonComponent[] {
  return problem === 'permission' ? linkButtons(t('buttons.allowRoles'), inviteUrl) : [];
}
