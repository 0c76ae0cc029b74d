import type { Command } from '../src/discord/command.ts';
import claimvote from './claimvote.ts';
import plan from './plan.ts';

/** Every command of the bot: what is registered with Discord, and what answers. */
export const commands: readonly Command[] = [claimvote, plan];
