import type { LostCommit } from '../database/lost-commits.ts';
import type { Arm } from './kill-points.ts';

/** What a process of the bot is told before it starts. */
export type Orders = { arms: Arm[] };

/**
 * What it is told later. `skewMs`: how wrong its clock is from now on. `loseCommit`: of SQLite. `disarmed`: it dies of
 * itself no more, and loses no COMMIT.
 */
export type Command = { skewMs: number } | { loseCommit: LostCommit } | 'disarmed';

/**
 * What it reports. `recovered`: a round of recovery has ended. `lost`: so has a COMMIT been. `dies`: the point at which it
 * is about to die.
 */
export type Notice = 'ready' | 'recovered' | 'lost' | { dies: Arm['point'] };

/** The exit code of a process that could not start because of what befell it. */
export const CANNOT_START = 3;
