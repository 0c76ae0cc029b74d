import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

import { SECOND_MS } from '../clock.ts';

/** How long the look-up of one name may take, all its questions together. */
const LOOK_UP_LASTS_MS = 5 * SECOND_MS;
/** A question that is lost is asked again. */
const ASKED_AGAIN_AFTER_MS = SECOND_MS;
const ASKED_AT_MOST = 3;

export type NameLookUp = {
  /** Finds the addresses that a name leads to, as far as DNS answered in time: none for a name that leads nowhere. */
  find(name: string): Promise<LookupAddress[]>;
  /** Ends the look-ups under way; they find nothing. */
  close(): void;
};

/**
 * Looks up names that strangers choose, by DNS alone and by their full name. The system's own look-up would also read
 * `/etc/hosts`, and each that waits holds one of libuv's four threads: a few names whose servers never answer would keep
 * files, cryptography and every other look-up waiting. Here one that waits is a socket and a timer. Each has a resolver
 * to itself, so that silent servers change nothing about how long others are waited for.
 *
 * @param options.nameServers - `address:port` of the DNS servers; else those of the system
 */
export function createNameLookUp(
  options: { nameServers?: readonly string[] | undefined; lastsMs?: number | undefined } = {},
): NameLookUp {
  const { nameServers, lastsMs = LOOK_UP_LASTS_MS } = options;
  const underWay = new Set<Resolver>();

  return {
    async find(name) {
      const resolver = new Resolver({ timeout: ASKED_AGAIN_AFTER_MS, tries: ASKED_AT_MOST });
      if (nameServers) resolver.setServers(nameServers);
      underWay.add(resolver);
      const ending = setTimeout(() => {
        resolver.cancel();
      }, lastsMs);
      try {
        const found = await Promise.all([addresses(resolver.resolve4(name), 4), addresses(resolver.resolve6(name), 6)]);
        return found.flat();
      } finally {
        clearTimeout(ending);
        underWay.delete(resolver);
      }
    },
    close: () => {
      for (const resolver of underWay) resolver.cancel();
    },
  };
}

/** Most names lead to addresses of one family only, and some servers answer for that one only. */
async function addresses(asking: Promise<string[]>, family: 4 | 6): Promise<LookupAddress[]> {
  const found = await asking.catch(() => []);
  return found.map((address) => ({ address, family }));
}
