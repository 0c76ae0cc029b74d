import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

import type { FaultSwitches } from './fault-switches.ts';

const LOOPBACK = '127.0.0.1';
/** How long to wait for the port, which a connection of somebody else may have taken. */
const LISTENS_AGAIN_AFTER_MS = 50;

/** Keeps a server listening on one port of 127.0.0.1, save while a fault has switched it off. */
export class LoopbackListener {
  #port = 0;
  readonly #server: Server;
  readonly #hangUp: () => void;
  #isOff = false;
  #isClosed = false;

  /** @param hangUp - ends all connections of the server */
  constructor(server: Server, switches: FaultSwitches, hangUp: () => void) {
    this.#server = server;
    this.#hangUp = hangUp;
    switches.on('change', () => {
      this.#switch(switches.isOff);
    });
  }

  get port(): number {
    return this.#port;
  }

  /** `127.0.0.1:PORT` */
  get host(): string {
    return `${LOOPBACK}:${this.#port}`;
  }

  /** @param port - 0 takes any free port */
  async listen(port: number): Promise<void> {
    this.#server.listen(port, LOOPBACK);
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#hangUp();
    await closed;
  }

  #switch(isOff: boolean): void {
    if (this.#isClosed || isOff === this.#isOff) return;
    this.#isOff = isOff;
    if (!isOff) this.#listenAgain();
    else {
      this.#server.close();
      this.#hangUp();
    }
  }

  #listenAgain(): void {
    const retry = (): void => {
      setTimeout(() => {
        if (!this.#isOff && !this.#isClosed) this.#listenAgain();
      }, LISTENS_AGAIN_AFTER_MS).unref();
    };
    this.#server.once('error', retry);
    this.#server.listen(this.#port, LOOPBACK, () => {
      this.#server.off('error', retry);
      if (this.#isClosed) this.#server.close();
    });
  }
}
