import { LRUCache } from 'lru-cache';

import { atMost } from '../work/at-most.ts';
import type { Clock } from '../work/clock.ts';
import type { Log } from '../work/log.ts';
import { createWorker, type Worker } from '../work/worker.ts';
import type { DueRole, RoleGrants } from './store/role-grants.ts';
import { afterRole, ROLE_LOOK_LASTS_MS, type RoleCalls, type RoleOfMember, type RoleOutcome } from './voter-role.ts';

/** Discord limits these calls for each guild, so within a guild one member follows the other. */
const GUILDS_AT_ONCE = 32;
const LOOKS_KEPT = 10_000;

/** Gives the voter role, and removes it when its time is over. */
export function createRoleKeeping(options: {
  grants: RoleGrants;
  calls: RoleCalls;
  clock: Pick<Clock, 'now' | 'random'>;
  log: Log;
}): Worker {
  const { grants, calls, clock, log } = options;

  /** the roles that were looked at within the last minute */
  const looks = new LRUCache<string, true>({
    ...atMost(LOOKS_KEPT),
    ttl: ROLE_LOOK_LASTS_MS,
    ttlResolution: 0,
    perf: clock,
  });

  /** Whether a role has become powerful since it was chosen: Discord would let the bot give it all the same. */
  async function isPowerful({ guildId, roleId }: Omit<RoleOfMember, 'userId'>): Promise<boolean> {
    if (looks.has(roleId)) return false;
    if ((await calls.inspect(guildId, roleId)) === 'powerful') return true;
    looks.set(roleId, true);
    return false;
  }

  async function ask(due: DueRole): Promise<RoleOutcome> {
    const { todo, guildId, roleId } = due;
    if (todo === 'wait') return 'done';
    if (todo === 'give' && (await isPowerful(due))) return { problem: 'powerful' };
    const answer = await calls[todo](due);
    if (answer !== 'forbidden') return answer;
    return { problem: (await calls.inspect(guildId, roleId)) ?? 'refused' };
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
        log.warn({ err: error, guildId }, 'Discord did not say what is wrong with a voter role');
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
