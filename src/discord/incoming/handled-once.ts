import type { Leases } from '../../database/leases.ts';
import { DISCORD_TOKEN_LASTS_MS } from '../../work/discord-patience.ts';
import { StorageUnavailableError, UnclearWriteError } from '../../work/errors.ts';
import { newId } from '../../work/ids.ts';
import type { Redis } from '../../work/redis.ts';
import { rememberIds } from './remembered-ids.ts';

const REMEMBERED_HERE = 50_000;

/** Discord may send an interaction again, and to more than one process: during a handover it does. */
export type HandledOnce = ReturnType<typeof createHandledOnce>;

/** @param now - ms since the epoch */
export function createHandledOnce(leases: Leases, now: () => number, redis?: Redis) {
  const seen = rememberIds({ name: 'interaction', max: REMEMBERED_HERE, keptMs: DISCORD_TOKEN_LASTS_MS, now, redis });
  return {
    /** Whether no process has seen the interaction, as far as this one knows: of the others by Redis. */
    isFirst: seen.add,
    /**
     * Holds an interaction before anything is changed in a person's name. Succeeds once for each id, in all processes
     * and across their restarts. @throws StorageUnavailableError
     */
    hold: (interactionId: string): Promise<boolean> =>
      leases.hold(`interaction ${interactionId}`, newId(), DISCORD_TOKEN_LASTS_MS).catch((error: unknown) => {
        // Held or not, nothing is changed in anybody's name.
        throw error instanceof UnclearWriteError
          ? new StorageUnavailableError('an interaction could not be held', { cause: error })
          : error;
      }),
  };
}
