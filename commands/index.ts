import type { Command } from '../src/discord/command.ts';
import claims from './claims.ts';
import claimvote from './claimvote.ts';
import entity from './entity/index.ts';
import plan from './plan.ts';
import plans from './plans.ts';
import privacy from './privacy/index.ts';
import settings from './settings/index.ts';

/** Every command of the bot: what is registered with Discord, and what answers. */
export const commands: readonly Command[] = [claimvote, plan, plans, claims, entity, settings, privacy];
