import type { REST } from 'discord.js';

import type { Leases } from '../../database/leases.ts';
import { MINUTE_MS } from '../../work/clock.ts';
import type { Log } from '../../work/log.ts';

/** Allowed to all processes of a bot together (Discord's documentation, "Global Rate Limit"). */
const REQUESTS_PER_SECOND = 50;
/** A process that was killed keeps its share for this long. */
export const GONE_AFTER_MS = MINUTE_MS;
/** How the name of each process's lease begins. */
const PROCESS = 'process ';

/** This process's share of the requests that Discord allows all processes of the bot together. */
export function createRequestShare(options: { id: string; leases: Leases; rest: REST; log: Log }) {
  const { id, leases, rest, log } = options;
  const stay = (forMs: number) => leases.hold(PROCESS + id, id, forMs);

  return {
    /** Puts this process on record for a minute, and takes an equal share with all that are. */
    async round(): Promise<void> {
      await stay(GONE_AFTER_MS);
      const processes = await leases.count(PROCESS);
      rest.options.globalRequestsPerSecond = Math.max(1, Math.floor(REQUESTS_PER_SECOND / processes));
    },
    /** Leaves the share to the others at once. Never rejects. */
    async leave(): Promise<void> {
      await stay(0).catch((error: unknown) => {
        log.warn({ err: error }, 'the end of this process could not be put on record');
      });
    },
  };
}
