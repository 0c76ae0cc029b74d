import { HOUR_MS, MINUTE_MS } from '../work/clock.ts';
import type { Log } from '../work/log.ts';
import { createWorker, type Worker } from '../work/worker.ts';
import type { Panels } from './panels.ts';
import type { Goals } from './store/goals.ts';
import type { PanelPosts } from './store/panel-posts.ts';

/** The pause after an edit of a panel, because Discord limits edits; claims confirmed meanwhile are shown together. */
export const PANEL_RESTS_MS = MINUTE_MS;
/** The pause of a panel that is gone or out of reach: longer, because Discord counts the requests that it refuses. */
export const LOST_PANEL_RESTS_MS = HOUR_MS;
const GUILDS_AT_ONCE = 8;

/** Finishes panels that a process left behind, and updates a panel when its guild's count or period has changed. */
export function createPanelKeeping(options: {
  panelPosts: Pick<PanelPosts, 'dueGuilds'>;
  goals: Pick<Goals, 'guildsOfOutdatedPanels' | 'takeOutdatedPanel' | 'leavePanel'>;
  panels: Pick<Panels, 'goOn' | 'update'>;
  log: Log;
}): Worker {
  const { panelPosts, goals, panels, log } = options;

  async function showGoal(guildId: string): Promise<void> {
    if (!(await goals.takeOutdatedPanel(guildId, PANEL_RESTS_MS))) return;
    try {
      const { kind } = await panels.update(guildId);
      if (kind === 'gone' || kind === 'out-of-reach') await goals.leavePanel(guildId, LOST_PANEL_RESTS_MS);
    } catch (error) {
      log.warn({ err: error, guildId }, 'a panel does not show how far the goal is, it will later');
    }
  }

  return createWorker({
    name: 'panels',
    atOnce: GUILDS_AT_ONCE,
    async due() {
      const guildIds = [...(await panelPosts.dueGuilds()), ...(await goals.guildsOfOutdatedPanels())];
      return [...new Set(guildIds)].map((guildId) => ({ id: guildId, guildId }));
    },
    async next({ id: guildId }) {
      if (await panels.goOn(guildId)) return true;
      await showGoal(guildId);
      return false;
    },
    log,
  });
}
