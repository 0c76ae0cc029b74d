import type { Arm } from './kill-points.ts';

/** What a process of the bot is told before it starts. */
export type Orders = { arms: Arm[] };

/** What it is told later. `skewMs`: how wrong its clock is from now on. `disarmed`: it dies of itself no more. */
export type Command = { skewMs: number } | 'disarmed';

/** What it reports. `recovered`: a round of recovery has ended. `dies`: the point at which it is about to die. */
export type Notice = 'ready' | 'recovered' | { dies: Arm['point'] };

/** The exit code of a process that could not start because of what befell it. */
export const CANNOT_START = 3;
