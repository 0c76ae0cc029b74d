import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../clock.ts';

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
export type RoleProblem = 'permission' | 'hierarchy' | 'deleted' | 'managed' | 'everyone' | 'powerful' | 'refused';

/** One that was turned off, which no manager knows yet. `at`: ms since the epoch */
export type StoppedRole = { roleId: string; problem: RoleProblem; at: number };

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
/** The pauses after calls that failed; the last one goes on. */
const PAUSES_MS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS] as const;
/** How long after it was given a role is given once more that Discord may have taken in between. */
export const GIVEN_AGAIN_AFTER_MS = 45 * SECOND_MS;
/** For what only a manager can mend. */
export const FORBIDDEN_PAUSE_MS = HOUR_MS;

/** How long a role is left alone after so many calls in a row failed, in ms. */
export function pauseOfRole(tries: number): number {
  return PAUSES_MS[tries - 1] ?? 30 * MINUTE_MS;
}
