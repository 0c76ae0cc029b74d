import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';

import { type Clock, SECOND_MS } from '../work/clock.ts';
import { isPublicAddress } from './public-address.ts';

/** The limit of a look-up with all its questions. */
const LOOK_UP_LASTS_MS = 5 * SECOND_MS;
/** After this time a question is repeated, since it may have been lost. */
const ASKED_AGAIN_AFTER_MS = SECOND_MS;
const ASKED_AT_MOST = 3;

/** `nameServers`: `address:port` of the DNS servers; else those of the system */
export type LookUpOptions = {
  nameServers?: readonly string[] | undefined;
  lookUpLastsMs?: number;
  isPublic?: typeof isPublicAddress;
};

/**
 * Looks up names that strangers choose, by DNS alone and by their full name, and refuses those with an address that is
 * not public. The system's own look-up would also read `/etc/hosts`, and each that waits holds one of libuv's four
 * threads: a few names whose servers never answer would keep files, cryptography and every other look-up waiting. Here a
 * waiting look-up is a socket and a timer. Each has its own resolver, so that silent servers do not change how long
 * others are waited for.
 */
export function createPublicLookUp(clock: Clock, options: LookUpOptions) {
  const { nameServers, lookUpLastsMs = LOOK_UP_LASTS_MS, isPublic = isPublicAddress } = options;
  const underWay = new Set<Resolver>();

  /** Asks for all addresses of a name, as far as DNS answers in time. */
  async function find(name: string): Promise<{ found: LookupAddress[]; first: LookupAddress }> {
    const resolver = new Resolver({ timeout: ASKED_AGAIN_AFTER_MS, tries: ASKED_AT_MOST });
    if (nameServers) resolver.setServers(nameServers);
    underWay.add(resolver);
    const cancelEnd = clock.after(lookUpLastsMs, () => {
      resolver.cancel();
    });
    try {
      const asked = [addresses(resolver.resolve4(name), 4), addresses(resolver.resolve6(name), 6)];
      const found = (await Promise.all(asked)).flat();
      const [first] = found;
      if (!first) throw new Error('the name leads nowhere');
      const interfaces = networkInterfaces();
      if (found.every(({ address }) => isPublic(address, interfaces))) return { found, first };
      throw new Error('the name leads to an address that is not public');
    } finally {
      cancelEnd();
      underWay.delete(resolver);
    }
  }

  const lookup: LookupFunction = (name, { all }, done) => {
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

  return {
    lookup,
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
