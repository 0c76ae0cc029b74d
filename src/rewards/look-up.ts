import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';

import { SECOND_MS } from '../work/clock.ts';

/** The limit of a look-up with all its questions. */
const LOOK_UP_LASTS_MS = 5 * SECOND_MS;
/** After this time a question is repeated, since it may have been lost. */
const ASKED_AGAIN_AFTER_MS = SECOND_MS;
const ASKED_AT_MOST = 3;

/** The name leads to an address that is not public. */
export class BlockedError extends Error {}

/** No address was found for the name. */
export class LeadsNowhereError extends Error {}

type NameLookUp = ReturnType<typeof createNameLookUp>;

/**
 * Looks up names that strangers choose, by DNS alone and by their full name. The system's own look-up would also read
 * `/etc/hosts`, and each that waits holds one of libuv's four threads: a few names whose servers never answer would
 * keep files, cryptography and every other look-up waiting. Here a waiting look-up is a socket and a timer. Each has
 * its own resolver, so that silent servers do not change how long others are waited for.
 *
 * @param options.nameServers - `address:port` of the DNS servers; else those of the system
 */
export function createNameLookUp(
  options: { nameServers?: readonly string[] | undefined; lastsMs?: number | undefined } = {},
) {
  const { nameServers, lastsMs = LOOK_UP_LASTS_MS } = options;
  const underWay = new Set<Resolver>();

  return {
    /** Finds the addresses that a name leads to, as far as DNS answers in time. */
    async find(name: string): Promise<LookupAddress[]> {
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
    /** Ends the look-ups under way; they find nothing. */
    close(): void {
      for (const resolver of underWay) resolver.cancel();
    },
  };
}

/** Most names have addresses of one family only, and some servers answer for this one only. */
async function addresses(asking: Promise<string[]>, family: 4 | 6): Promise<LookupAddress[]> {
  const found = await asking.catch(() => []);
  return found.map((address) => ({ address, family }));
}

/** Refuses a name if any of its addresses is not public. */
export function publicLookup(names: NameLookUp, isPublic: (address: string) => boolean): LookupFunction {
  const find = async (name: string) => {
    const found = await names.find(name);
    const [first] = found;
    if (!first) throw new LeadsNowhereError('the name leads nowhere');
    if (found.every(({ address }) => isPublic(address))) return { found, first };
    throw new BlockedError('the name leads to an address that is not public');
  };
  return (name, { all }, done) => {
    find(name).then(
      ({ found, first }) => {
        if (all) done(null, found);
        else done(null, first.address, first.family);
      },
      (error: unknown) => {
        done(error as Error, '', 0);
      },
    );
  };
}
