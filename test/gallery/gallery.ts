import type { APIApplicationCommandOptionChoice, APIModalInteractionResponseCallbackData } from 'discord.js';

import type { Translate } from '../../src/locales/index.ts';
import type { Reply } from '../../src/ui/reply.ts';
import * as alert from './alert.ts';
import * as claim from './claim.ts';
import * as claims from './claims.ts';
import * as entity from './entity.ts';
import type { Entries } from './entries.ts';
import * as escalation from './escalation.ts';
import * as failure from './failure.ts';
import * as goal from './goal.ts';
import * as help from './help.ts';
import * as plan from './plan.ts';
import * as plans from './plans.ts';
import * as privacy from './privacy.ts';
import * as reminders from './reminders.ts';
import * as rewards from './rewards.ts';
import * as settings from './settings.ts';
import * as voterRole from './voter-role.ts';

/** Everything that people are shown, in one language, by the area that it belongs to and when it is shown. */
export type Gallery = {
  replies: Record<string, Reply>;
  modals: Record<string, APIModalInteractionResponseCallbackData>;
  choices: Record<string, APIApplicationCommandOptionChoice<string>[]>;
};

export function createGallery(t: Translate): Gallery {
  return {
    replies: {
      ...inArea('claim', claim.replies, t),
      ...inArea('claims', claims.replies, t),
      ...inArea('plan', plan.replies, t),
      ...inArea('plans', plans.replies, t),
      ...inArea('escalation', escalation.replies, t),
      ...inArea('alert', alert.replies, t),
      ...inArea('entity', entity.replies, t),
      ...inArea('settings', settings.replies, t),
      ...inArea('rewards', rewards.replies, t),
      ...inArea('voter role', voterRole.replies, t),
      ...inArea('reminders', reminders.replies, t),
      ...inArea('goal', goal.replies, t),
      ...inArea('privacy', privacy.replies, t),
      ...inArea('help', help.replies, t),
      ...inArea('failure', failure.replies, t),
    },
    modals: {
      ...inArea('claim', claim.modals, t),
      ...inArea('claims', claims.modals, t),
      ...inArea('settings', settings.modals, t),
      ...inArea('rewards', rewards.modals, t),
    },
    choices: { ...inArea('claim', claim.choices, t), ...inArea('entity', entity.choices, t) },
  };
}

function inArea<T>(area: string, entries: Entries<T>, t: Translate): Record<string, T> {
  return Object.fromEntries(Object.entries(entries).map(([name, make]) => [`${area}: ${name}`, make(t)]));
}
