import type { Log } from '../log.ts';
import type { DueRole, RoleGrants, RoleOutcome } from './store/role-grants.ts';
import type { RoleCalls } from './voter-role.ts';

/**
 * How many guilds a process serves at once. Within a guild one member comes after the other: Discord limits these calls
 * for each guild.
 */
const GUILDS_AT_ONCE = 32;

export type RoleKeeping = {
  /** Begins to serve the guilds with something due, as far as there are places, and does not wait for them. */
  round: (stopping: AbortSignal) => Promise<void>;
  /** Resolves when no guild is being served any more. */
  idle: () => Promise<void>;
};

/** Gives the voter role to those who are to get it, and takes it when its time is over, until `stopping` aborts. */
export function createRoleKeeping({
  grants,
  calls,
  log,
}: {
  grants: RoleGrants;
  calls: RoleCalls;
  log: Log;
}): RoleKeeping {
  const underWay = new Map<string, Promise<void>>();

  async function ask(due: DueRole): Promise<RoleOutcome> {
    const { todo, guildId, roleId } = due;
    if (todo === 'wait') return 'waited';
    const answer = await calls[todo](due);
    if (answer !== 'forbidden') return answer;
    const problem = await calls.inspect(guildId, roleId);
    // That is for whoever chooses a role to know, and keeps nobody from giving it.
    return { problem: problem === undefined || problem === 'powerful' ? 'refused' : problem };
  }

  /** @returns whether the guild can go on */
  async function serveNext(guildId: string): Promise<boolean> {
    const due = await grants.take(guildId);
    if (!due) return false;
    const outcome = await ask(due).catch((error: unknown) => {
      log.warn({ err: error, guildId }, 'Discord did not say why a voter role is refused');
      return 'failed' as const;
    });
    const result = await grants.record(due, outcome);
    if (result === 'stopped') log.warn({ guildId, outcome: problemOf(outcome) }, 'a voter role was turned off');
    if (result === 'failed') log.warn({ guildId }, 'a voter role could not be given or taken, it will be later');
    return result === 'recorded';
  }

  async function serve(guildId: string, stopping: AbortSignal): Promise<void> {
    try {
      while (!stopping.aborted && (await serveNext(guildId)));
    } catch (error) {
      log.warn({ err: error, guildId }, 'the voter roles of a guild could not be looked after, they will be later');
    }
  }

  return {
    async round(stopping) {
      for (const guildId of await grants.dueGuilds(GUILDS_AT_ONCE + underWay.size)) {
        if (underWay.has(guildId) || underWay.size >= GUILDS_AT_ONCE) continue;
        const served = serve(guildId, stopping).finally(() => underWay.delete(guildId));
        underWay.set(guildId, served);
      }
    },
    async idle() {
      await Promise.all(underWay.values());
    },
  };
}

function problemOf(outcome: RoleOutcome): string {
  return typeof outcome === 'object' ? outcome.problem : outcome;
}
