import type { REST } from 'discord.js';

import { MINUTE_MS } from '../clock.ts';
import type { Leases } from '../database/leases.ts';
import type { Log } from '../log.ts';

/** What Discord allows a bot in a second, all its processes together (its documentation, "Global Rate Limit"). */
const REQUESTS_PER_SECOND = 50;
/** A process that was killed keeps its share for this long. */
export const GONE_AFTER_MS = MINUTE_MS;
/** How the name of each process's lease begins. */
const PROCESS = 'process ';

/** The part that this process has of the requests that Discord allows all processes of the bot together. */
export type RequestShare = {
  /** Says that this process is there, and takes an equal part with all that are. */
  round: () => Promise<void>;
  /** Leaves its part to the others at once. Never rejects. */
  leave: () => Promise<void>;
};

export function createRequestShare(options: { id: string; leases: Leases; rest: REST; log: Log }): RequestShare {
  const { id, leases, rest, log } = options;
  const stay = (forMs: number) => leases.hold(PROCESS + id, id, forMs);

  return {
    async round() {
      await stay(GONE_AFTER_MS);
      const processes = await leases.count(PROCESS);
      rest.options.globalRequestsPerSecond = Math.max(1, Math.floor(REQUESTS_PER_SECOND / processes));
    },
    async leave() {
      await stay(0).catch((error: unknown) => {
        log.warn({ err: error }, 'the end of this process could not be put on record');
      });
    },
  };
}
