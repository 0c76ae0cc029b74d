import { HOUR_MS, MINUTE_MS } from '../clock.ts';
import type { Log } from '../log.ts';
import { createWorker, type Worker } from '../worker.ts';
import type { Panels } from './panels.ts';
import type { Goals } from './store/goals.ts';
import type { PanelPosts } from './store/panel-posts.ts';

/**
 * How long a panel is left alone after it was edited. Discord lets a bot edit a few messages of a channel in a few
 * seconds; what is confirmed meanwhile is shown together.
 */
export const PANEL_RESTS_MS = MINUTE_MS;
/** One that is gone, or closed to the bot, is left alone for longer: Discord counts what it refuses. */
export const LOST_PANEL_RESTS_MS = HOUR_MS;
const GUILDS_AT_ONCE = 8;

/**
 * Goes on with the messages of panels that were left behind, and brings the panels up to date whose guild is nearer to its
 * goal, or in its next period.
 */
export function createPanelKeeping(options: {
  posts: Pick<PanelPosts, 'dueGuilds'>;
  goals: Pick<Goals, 'guildsOfOutdatedPanels' | 'takeOutdatedPanel' | 'leavePanel'>;
  panels: Pick<Panels, 'goOn' | 'update'>;
  log: Log;
}): Worker {
  const { posts, goals, panels, log } = options;

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
      const guildIds = [...(await posts.dueGuilds()), ...(await goals.guildsOfOutdatedPanels())];
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
