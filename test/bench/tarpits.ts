import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

import { startSandbox } from '../../src/sandbox/sandbox.ts';
import { quantile } from './quantile.ts';
import type { Scenario } from './scenario.ts';
import { type House, Street } from './street.ts';

const GUILDS = 60;
const RECEIVERS_EACH = 5;
const ACCEPTED_AFTER_MS = 14_000;
/** Enough for all places to be taken, and for as long as is measured. */
const CLAIMS_EACH = 3;
const TARPIT = '/tarpit';
/** Not a divisor of the two seconds after which a bot looks for what is due. */
const CLAIMED_EVERY_MS = 470;

/** Receivers that share a host. */
class Receivers extends EventEmitter<{ received: [] }> {
  /** when each player's reward was told, for those that are no tarpits */
  readonly told = new Map<string, number>();
  tarpitted = 0;
  readonly #server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.url?.startsWith(TARPIT)) {
        this.tarpitted += 1;
        setTimeout(() => response.writeHead(204).end(), ACCEPTED_AFTER_MS);
      } else {
        const { data } = JSON.parse(body) as { data: { player: string } };
        this.told.set(data.player, performance.now());
        response.writeHead(204).end();
      }
      this.emit('received');
    });
  });

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await once(this, 'received');
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** @returns how long after each claim its reward was told, in ms */
async function claimAndWait(street: Street, receivers: Receivers, house: House, count: number): Promise<number[]> {
  const claims = Array.from({ length: count }, async (_, index) => {
    await delay(index * CLAIMED_EVERY_MS);
    const { playername } = await street.claim(house);
    const claimedAt = performance.now();
    await receivers.until(() => receivers.told.has(playername));
    return (receivers.told.get(playername) ?? NaN) - claimedAt;
  });
  return Promise.all(claims);
}

/**
 * 60 guilds, each with five receivers that accept after 14 seconds and with more rewards due than are told until then:
 * how long the rewards of another guild take, whose receiver is at the same host, with and without.
 */
export const TARPITS: Scenario = {
  name: 'tarpits',
  async run(quick) {
    const count = quick ? 12 : 25;
    const receivers = new Receivers().setMaxListeners(0);
    const origin = await receivers.listen();
    const street = await Street.open(await startSandbox(), 'src/main.ts', {
      WEBHOOK_ALLOWED_HOSTS: new URL(origin).host,
    });
    try {
      const other = await street.addHouse([`${origin}/other`]);
      const quiet = await claimAndWait(street, receivers, other, count);

      const tarpits: House[] = [];
      for (let guild = 0; guild < GUILDS; guild += 1) {
        tarpits.push(
          await street.addHouse(
            Array.from({ length: RECEIVERS_EACH }, (_, hook) => `${origin}${TARPIT}/${guild}/${hook}`),
          ),
        );
      }
      await street.claimPaced(tarpits, { count: GUILDS * CLAIMS_EACH, perSecond: 60 });
      await receivers.until(() => receivers.tarpitted >= GUILDS);
      const then = await claimAndWait(street, receivers, other, count);

      return {
        'reward told, quiet median, ms': quantile(quiet, 0.5),
        'reward told, quiet slowest, ms': quantile(quiet, 1),
        'reward told, then median, ms': quantile(then, 0.5),
        'reward told, then slowest, ms': quantile(then, 1),
        'slowest delayed by, ms': quantile(then, 1) - quantile(quiet, 1),
        'tarpits that were told': receivers.tarpitted,
      };
    } finally {
      receivers.close();
      await street.close();
    }
  },
};
