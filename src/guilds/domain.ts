import type { Config } from '../config.ts';
import type { Store } from '../database/store.ts';
import type { Sealer } from '../secrets/sealer.ts';
import type { Clock } from '../work/clock.ts';
import type { Log } from '../work/log.ts';
import { createEntities } from './entities.ts';
import { createEntityLinks } from './entity-links.ts';
import { createPanelKeeping } from './panel-keeping.ts';
import type { PanelMessages } from './panel-message.ts';
import { createPanels } from './panels.ts';
import { createSettings } from './settings.ts';
import { createGoals } from './store/goals.ts';
import { createGuilds } from './store/guilds.ts';
import { createLinkedEntities } from './store/linked-entities.ts';
import { createStoredOwnNames } from './store/own-names.ts';
import { createPanelPosts } from './store/panel-posts.ts';

/** What a guild has set: its token, links, entities, goal and panel. @param discord - what only Discord can say or do */
export function createGuildDomain(
  { store, sealer, clock, log }: { store: Store; sealer: Sealer; clock: Clock; log: Log },
  config: Pick<Config, 'discord' | 'main' | 'links'>,
  discord: {
    messages: PanelMessages;
    isInGuild: (guildId: string) => Promise<boolean>;
    isOperator: (userId: string) => boolean;
  },
) {
  const { messages, isInGuild, isOperator } = discord;
  const guilds = createGuilds({ store, sealer });
  const settings = createSettings(guilds, config);
  const { isHome } = settings;
  const linked = createLinkedEntities(store);
  const goals = createGoals(store);
  const panelPosts = createPanelPosts(store);
  const panels = createPanels({ guilds, settings, goals, panelPosts, messages, clock, log });
  return {
    guilds,
    ownNames: createStoredOwnNames(store),
    services: {
      settings,
      entities: createEntities({ linked, isHome }),
      entityLinks: createEntityLinks({ linked, isHome, isInGuild, isOperator }),
      goals,
      panels,
    },
    panelKeeping: createPanelKeeping({ panelPosts, goals, panels, log }),
  };
}
