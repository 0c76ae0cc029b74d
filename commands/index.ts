import type { Command, CommandOf } from '../src/discord/incoming/command.ts';
import type { CommandName } from '../src/ui/custom-ids.ts';
import claims from './claims.ts';
import claimvote from './claimvote.ts';
import entity from './entity.ts';
import help from './help.ts';
import plan from './plan.ts';
import plans from './plans.ts';
import privacy from './privacy.ts';
import remind from './remind.ts';
import settings from './settings/index.ts';
import setup from './setup.ts';

/** One for each name for which custom ids are declared. */
const COMMANDS = { claimvote, plan, plans, claims, entity, setup, settings, remind, privacy, help } satisfies {
  [Name in CommandName]: CommandOf<Name>;
};

export const commands: readonly Command[] = Object.values(COMMANDS);
