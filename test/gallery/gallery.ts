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
import * as ownNames from './own-names.ts';
import * as plan from './plan.ts';
import * as plans from './plans.ts';
import * as privacy from './privacy.ts';
import * as reminders from './reminders.ts';
import * as rewards from './rewards.ts';
import * as settings from './settings.ts';
import * as setup from './setup.ts';
import * as voterRole from './voter-role.ts';

/** Everything that people are shown, in one language, by the area that it belongs to and when it is shown. */
export type Gallery = {
  replies: Record<string, Reply>;
  modals: Record<string, APIModalInteractionResponseCallbackData>;
  choices: Record<string, APIApplicationCommandOptionChoice<string>[]>;
};

export function createGallery(t: Translate, locale: string): Gallery {
  const inArea = <T>(area: string, entries: Entries<T>): Record<string, T> =>
    Object.fromEntries(Object.entries(entries).map(([name, make]) => [`${area}: ${name}`, make(t)]));
  return {
    replies: {
      ...inArea('claim', claim.replies),
      ...inArea('claims', claims.replies),
      ...inArea('plan', plan.replies),
      ...inArea('plans', plans.replies),
      ...inArea('escalation', escalation.replies),
      ...inArea('alert', alert.replies),
      ...inArea('entity', entity.replies),
      ...inArea('setup', setup.replies),
      ...inArea('settings', settings.replies),
      ...inArea('rewards', rewards.replies),
      ...inArea('voter role', voterRole.replies),
      ...inArea('reminders', reminders.replies),
      ...inArea('goal', goal.replies),
      ...inArea('names', ownNames.replies),
      ...inArea('privacy', privacy.replies),
      ...inArea('help', help.replies),
      ...inArea('failure', failure.replies),
    },
    modals: {
      ...inArea('claim', claim.modals),
      ...inArea('claims', claims.modals),
      ...inArea('names', ownNames.modals),
      ...inArea('setup', setup.modalsIn(locale)),
      ...inArea('settings', settings.modals),
      ...inArea('rewards', rewards.modals),
    },
    choices: { ...inArea('claim', claim.choices), ...inArea('entity', entity.choices) },
  };
}
