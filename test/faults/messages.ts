import type { LostAnswer } from '../database/link.ts';
import type { Arm, Blow } from './kill-points.ts';

/** What a process of the bot is told before it starts. */
export type Orders = { arms: Arm[] };

/**
 * What it is told later. `skewMs`: how wrong its clock is from now on. `loseCommit`: of SQLite. `disarmed`: it dies of
 * itself no more, and loses no COMMIT.
 */
export type Command = { skewMs: number } | { loseCommit: LostAnswer } | 'disarmed';

/**
 * What it reports. `recovered`: a round of recovery has ended. `lost`: so has a COMMIT been. A {@link Blow}: what is about
 * to befall it.
 */
export type Notice = 'ready' | 'recovered' | 'lost' | Blow;

/** The exit code of a process that could not start because of what befell it. */
export const CANNOT_START = 3;
