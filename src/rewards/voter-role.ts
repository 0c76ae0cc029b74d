import { z } from 'zod';

import type { OwedKind } from '../people/store/owed.ts';
import { type Clock, HOUR_MS, MINUTE_MS, SECOND_MS } from '../work/clock.ts';
import { pauseAfter } from '../work/retry.ts';

/**
 * The life of a voter role, told once. A confirmed claim gives the role for some hours to the member who asked first,
 * and the next claim prolongs it: both write the member's row, in the transaction of the verdict. The row says when the
 * role ends, and when Discord is called next: at once to give it, at the end to remove it. Then the row is deleted. Both
 * calls can be repeated, so a process that is killed between a call and its record does no harm, and after any outage
 * the next process does what is due. One process calls at a time: a role that is prolonged during a call is given
 * afterwards, never removed. Discord may still carry out a call to remove a role after its answer was lost. So a role that
 * is given after such a call is given once more, most of a minute later.
 *
 * A manager who turns the role off, or chooses another one, ends all rows. When Discord says that the bot may not give
 * the role, that there is none, or that it has become powerful since it was chosen, we turn it off: members keep it until
 * its end.
 */
export type VoterRole = {
  roleId: string;
  /** how long a confirmed claim gives it */
  hours: number;
  /** `off`: by a manager; `stopped`: by us */
  state: 'on' | 'off' | 'stopped';
  /** why it was stopped */
  problem: RoleProblem | undefined;
};

/**
 * Why a role cannot be the voter role. `permission`: the bot lacks Manage Roles; `hierarchy`: the role is not below the
 * bot's highest; `managed`: Discord or another application gives it; `powerful`: it lets members moderate or manage;
 * `refused`: Discord does not say why
 */
export type RoleProblem = (typeof ROLE_PROBLEMS)[number];
const ROLE_PROBLEMS = ['permission', 'hierarchy', 'deleted', 'managed', 'everyone', 'powerful', 'refused'] as const;

/** Owed to the managers when we turned the role off. */
export const ROLE_STOPPED = {
  name: 'role-stopped',
  detail: z.object({ roleId: z.string(), problem: z.enum(ROLE_PROBLEMS) }),
} satisfies OwedKind<unknown>;

export const ROLE_HOURS = { min: 1, max: 720, unlessSaid: 24 } as const;

export type RoleOfMember = { guildId: string; roleId: string; userId: string };

/** `no-member`: they have left; `forbidden`: the bot may not give or remove it; `failed`: another try may succeed */
export type RoleAnswer = 'done' | 'no-member' | 'no-role' | 'forbidden' | 'failed';

export type RoleCalls = {
  give(role: RoleOfMember): Promise<RoleAnswer>;
  remove(role: RoleOfMember): Promise<RoleAnswer>;
  /** What keeps the bot from giving a role. Rejects when Discord does not say. */
  inspect(guildId: string, roleId: string): Promise<RoleProblem | undefined>;
  /** Whether the member stands above the role, as whoever gives it has to. Rejects when Discord does not say. */
  isBelow(role: RoleOfMember): Promise<boolean>;
};

/** The limit of one call, with the wait for a rate limit. */
export const ROLE_CALL_LASTS_MS = 15 * SECOND_MS;
/** How long a process holds a row: longer than a call, with a look at the role before it, and one after a refusal. */
export const ROLE_LEASE_MS = 4 * ROLE_CALL_LASTS_MS;
/** How long a look at a role counts for the members who get it. */
export const ROLE_LOOK_LASTS_MS = MINUTE_MS;
/** When a role is given once more, because Discord may have carried out an earlier call to remove it. */
export const GIVEN_AGAIN_AFTER_MS = 45 * SECOND_MS;
/** The pause when only a manager can mend it. */
const FORBIDDEN_PAUSE_MS = HOUR_MS;
/** A permission may be away for a moment: so many tries, and so long a pause, are the hour before the role is turned off. */
export const REFUSED_TRIES = 40;
const REFUSED_PAUSE_MS = 90 * SECOND_MS;

/** What a member's row needs. `wait`: nothing before its end, because the bot has turned the role off */
export type RoleTodo = 'give' | 'remove' | 'wait';

/** @param state - of the guild's voter role, if it is still this one */
export function roleTodo({ isOver, state }: { isOver: boolean; state: VoterRole['state'] | undefined }): RoleTodo {
  if (isOver) return 'remove';
  if (state === 'on') return 'give';
  return state === 'stopped' ? 'wait' : 'remove';
}

/** What Discord said, and why it refused. */
export type RoleOutcome = Exclude<RoleAnswer, 'forbidden'> | { problem: RoleProblem };

/**
 * What follows. `given`: the row is due at its end; `ended`: it is deleted; `later`: all rows of the role rest, for
 * they would fail as well; `stops`: why the role is turned off, if it is; `no-role`: it is turned off, and all rows are
 * deleted
 */
export type AfterRole =
  { kind: 'given' | 'ended' | 'no-role' } | { kind: 'later'; restsMs: number; stops: RoleProblem | undefined };

export function afterRole(
  { todo, tries }: { todo: RoleTodo; tries: number },
  outcome: RoleOutcome,
  clock: Pick<Clock, 'random'>,
): AfterRole {
  if (typeof outcome === 'object') {
    const { problem } = outcome;
    const mayPass = problem !== 'powerful' && problem !== 'deleted' && tries < REFUSED_TRIES;
    return mayPass
      ? { kind: 'later', restsMs: REFUSED_PAUSE_MS, stops: undefined }
      : { kind: 'later', restsMs: FORBIDDEN_PAUSE_MS, stops: problem };
  }
  if (outcome === 'failed') return { kind: 'later', restsMs: pauseAfter(tries + 1, clock), stops: undefined };
  if (outcome === 'no-role') return { kind: 'no-role' };
  return { kind: outcome === 'no-member' || todo === 'remove' ? 'ended' : 'given' };
}
