import { chunksOf } from '../chunks.ts';
import { HOUR_MS, MINUTE_MS } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Panels } from './panels.ts';
import type { Goals } from './store/goals.ts';
import { DEFAULT_LOCALE, type Guilds } from './store/guilds.ts';

/**
 * How long a panel is left alone after it was edited. Discord lets a bot edit a few messages of a channel in a few
 * seconds; what is confirmed meanwhile is shown together.
 */
export const PANEL_RESTS_MS = MINUTE_MS;
/** One that is gone, or closed to the bot, is left alone for longer: Discord counts what it refuses. */
export const LOST_PANEL_RESTS_MS = HOUR_MS;
const PANELS_A_ROUND = 100;
const AT_ONCE = 8;

/** One round: brings the panels up to date whose guild is nearer to its goal, or in its next period. */
export function createGoalPanels({
  goals,
  guilds,
  panels,
  log,
}: {
  goals: Pick<Goals, 'takeOutdatedPanels' | 'leavePanel'>;
  guilds: Pick<Guilds, 'find'>;
  panels: Pick<Panels, 'update'>;
  log: Log;
}): (stopping: AbortSignal) => Promise<void> {
  async function update(guildId: string): Promise<void> {
    try {
      const locale = (await guilds.find(guildId))?.locale ?? DEFAULT_LOCALE;
      const { kind } = await panels.update(guildId, locale);
      if (kind === 'gone' || kind === 'out-of-reach') await goals.leavePanel(guildId, LOST_PANEL_RESTS_MS);
    } catch (error) {
      log.warn({ err: error, guildId }, 'a panel does not show how far the goal is, it will later');
    }
  }

  return async (stopping) => {
    for (const some of chunksOf(await goals.takeOutdatedPanels(PANELS_A_ROUND, PANEL_RESTS_MS), AT_ONCE)) {
      if (stopping.aborted) return;
      await Promise.all(some.map(update));
    }
  };
}
