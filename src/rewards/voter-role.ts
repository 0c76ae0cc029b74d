import { z } from 'zod';

import { type Clock, HOUR_MS, SECOND_MS } from '../clock.ts';
import type { OwedKind } from '../people/store/owed.ts';
import { pauseAfter } from '../retry.ts';

/**
 * The life of a voter role, told once. A confirmed claim gives it to whoever asked first, until some hours later, and
 * the next one prolongs it: both write the row of that member, in the transaction of the verdict. The row says until
 * when, and when Discord is to be asked next: at once to give the role, at the end to take it. Then the row goes. Both
 * calls can be repeated, so a process that is killed between the call and its record does no harm, and however long no
 * process ran, what is due is done by the next one. While one process asks, no other does: a role that is prolonged at
 * that moment is given afterwards, never taken. Discord may still apply a call to take it whose answer was lost. So a
 * role that is given after such a call is given once more, most of a minute later.
 *
 * A manager who turns it off, or chooses another role, ends all rows. When Discord says that the bot may not give the
 * role, or that there is none, we turn it off: members keep it until its time is over.
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
 * Why a role cannot be the voter role. `permission`: the bot lacks Manage Roles; `hierarchy`: it is not below the bot's
 * highest role; `managed`: Discord or another application gives it; `powerful`: it lets members moderate or manage;
 * `refused`: Discord does not say.
 */
export type RoleProblem = (typeof ROLE_PROBLEMS)[number];
const ROLE_PROBLEMS = ['permission', 'hierarchy', 'deleted', 'managed', 'everyone', 'powerful', 'refused'] as const;

/** Owed to the managers when we turned the role off. */
export const ROLE_STOPPED = {
  name: 'role-stopped',
  detail: z.object({ roleId: z.string(), problem: z.enum(ROLE_PROBLEMS) }),
} satisfies OwedKind<unknown>;

export const ROLE_HOURS = { min: 1, max: 720, unlessSaid: 24 } as const;

/** Whose role it is. */
export type RoleOfMember = { guildId: string; roleId: string; userId: string };

/**
 * What Discord says. `no-member`: they have left; `forbidden`: not for the bot to give or take; `failed`: nothing for
 * good, so it is worth another try
 */
export type RoleAnswer = 'done' | 'no-member' | 'no-role' | 'forbidden' | 'failed';

/** The calls to Discord about roles. */
export type RoleCalls = {
  give(role: RoleOfMember): Promise<RoleAnswer>;
  take(role: RoleOfMember): Promise<RoleAnswer>;
  /** What keeps the bot from giving a role. Rejects when Discord does not say. */
  inspect(guildId: string, roleId: string): Promise<RoleProblem | undefined>;
};

/** How long one call may take, with the wait for a rate limit. */
export const ROLE_CALL_LASTS_MS = 15 * SECOND_MS;
/** How long a process holds a row without a sign of life: longer than a call, and than finding out why it was refused. */
export const ROLE_LEASE_MS = 4 * ROLE_CALL_LASTS_MS;
/** How long after it was given a role is given once more that Discord may have taken in between. */
export const GIVEN_AGAIN_AFTER_MS = 45 * SECOND_MS;
/** For what only a manager can mend. */
export const FORBIDDEN_PAUSE_MS = HOUR_MS;

/**
 * What is to be done about a member's role. `wait`: nothing before its time is over, because the bot turned the role off
 * meanwhile
 */
export type RoleTodo = 'give' | 'take' | 'wait';

/** @param state - of the guild's voter role, if it still is this one */
export function roleTodo({ isOver, state }: { isOver: boolean; state: VoterRole['state'] | undefined }): RoleTodo {
  if (isOver) return 'take';
  if (state === 'on') return 'give';
  return state === 'stopped' ? 'wait' : 'take';
}

/** What Discord said, and where it refused, why. */
export type RoleOutcome = Exclude<RoleAnswer, 'forbidden'> | { problem: RoleProblem };

/**
 * What follows. `given`: it is due at its end; `ended`: nothing is left to do for the member; `later`: the others of this
 * role wait along, for they would fail as well; `stops`: that turns the role off, and why; `no-role`: that too, and
 * nothing is left to do for anybody
 */
export type AfterRole =
  { kind: 'given' | 'ended' | 'no-role' } | { kind: 'later'; restsMs: number; stops: RoleProblem | undefined };

export function afterRole(
  { todo, tries }: { todo: RoleTodo; tries: number },
  outcome: RoleOutcome,
  clock: Pick<Clock, 'random'>,
): AfterRole {
  if (typeof outcome === 'object') return { kind: 'later', restsMs: FORBIDDEN_PAUSE_MS, stops: outcome.problem };
  if (outcome === 'failed') return { kind: 'later', restsMs: pauseAfter(tries + 1, clock), stops: undefined };
  if (outcome === 'no-role') return { kind: 'no-role' };
  return { kind: outcome === 'no-member' || todo === 'take' ? 'ended' : 'given' };
}
