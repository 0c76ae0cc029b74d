import type { APIApplicationCommandOptionChoice, APIModalInteractionResponseCallbackData } from 'discord.js';

import type { Translate } from '../../src/locales/index.ts';
import type { Reply } from '../../src/ui/reply.ts';
import * as alert from './alert.ts';
import * as claim from './claim.ts';
import * as claims from './claims.ts';
import * as entity from './entity.ts';
import type { Choices, Entries, Modals, Replies } from './entries.ts';
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

type Area = { replies: Replies; modals?: Modals; choices?: Choices };

/** By the name that each has in the gallery. */
export const AREAS = {
  ...{ claim, claims, plan, plans, escalation, alert, entity, setup, settings, rewards, 'voter role': voterRole },
  ...{ reminders, goal, names: ownNames, privacy, help, failure },
} satisfies Record<string, Area>;

export function createGallery(t: Translate, locale: string): Gallery {
  const areas = Object.entries<Area>({ ...AREAS, setup: { ...setup, modals: setup.modalsIn(locale) } });
  const inAll = <T>(entriesOf: (area: Area) => Entries<T> | undefined): Record<string, T> =>
    Object.fromEntries(
      areas.flatMap(([name, area]) =>
        Object.entries(entriesOf(area) ?? {}).map(([when, make]) => [`${name}: ${when}`, make(t)]),
      ),
    );
  return {
    replies: inAll(({ replies }) => replies),
    modals: inAll(({ modals }) => modals),
    choices: inAll(({ choices }) => choices),
  };
}
