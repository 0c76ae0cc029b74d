import type { Clock } from '../work/clock.ts';
import type { Log } from '../work/log.ts';
import { createWorker, type Worker } from '../work/worker.ts';
import type { DueRole, RoleGrants } from './store/role-grants.ts';
import { afterRole, type RoleCalls, type RoleOutcome } from './voter-role.ts';

/** Discord limits these calls for each guild, so within a guild one member follows the other. */
const GUILDS_AT_ONCE = 32;

/** Gives the voter role, and takes it when its time is over. */
export function createRoleKeeping(options: {
  grants: RoleGrants;
  calls: RoleCalls;
  clock: Pick<Clock, 'random'>;
  log: Log;
}): Worker {
  const { grants, calls, clock, log } = options;

  async function ask(due: DueRole): Promise<RoleOutcome> {
    const { todo, guildId, roleId } = due;
    if (todo === 'wait') return 'done';
    const answer = await calls[todo](due);
    if (answer !== 'forbidden') return answer;
    const problem = await calls.inspect(guildId, roleId);
    // A role that became powerful can still be given: it is refused only when it is chosen.
    return { problem: problem === undefined || problem === 'powerful' ? 'refused' : problem };
  }

  return createWorker({
    name: 'voter roles',
    atOnce: GUILDS_AT_ONCE,
    async due(serving) {
      const guildIds = await grants.dueGuilds(GUILDS_AT_ONCE + serving.length);
      return guildIds.map((guildId) => ({ id: guildId, guildId }));
    },
    async next({ id: guildId }) {
      const due = await grants.take(guildId);
      if (!due) return false;
      const outcome = await ask(due).catch((error: unknown) => {
        log.warn({ err: error, guildId }, 'Discord did not say why a voter role is refused');
        return 'failed' as const;
      });
      const result = await grants.record(due, afterRole(due, outcome, clock));
      const problem = typeof outcome === 'object' ? outcome.problem : outcome;
      if (result === 'stopped') log.warn({ guildId, outcome: problem }, 'a voter role was turned off');
      if (result === 'failed') log.warn({ guildId }, 'a voter role could not be given or taken, it will be later');
      return result === 'recorded';
    },
    log,
  });
}
