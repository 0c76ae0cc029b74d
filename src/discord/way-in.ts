import { Events, Status, type APIApplication, type Client } from 'discord.js';

import type { ListeningAddress } from '../bounded-server.ts';
import { type Clock, SECOND_MS } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { receiveInteraction } from './event-filter.ts';
import { type InteractionsEndpoint, serveInteractions } from './interactions-endpoint.ts';

/** How long requests are taken after the process has said that it is not ready: two of the shortest intervals in use. */
export const LINGER_MS = 2 * SECOND_MS;

/** How interactions arrive: in one way only (Discord's documentation, "Receiving an Interaction"). discord.js emits them. */
export type WayIn = {
  /** how long {@link close} takes interactions before anything else */
  readonly lingersMs: number;
  /** Resolves once interactions can arrive. */
  open(application: APIApplication): Promise<void>;
  isOpen(): boolean;
  /** Resolves when no interaction can arrive any more. */
  close(): Promise<void>;
};

export function throughGateway(client: Client, { token }: Config['discord']): WayIn {
  return {
    lingersMs: 0,
    async open() {
      const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
      await client.login(token.reveal());
      await ready;
    },
    // Every shard has its connection, now and not only once.
    isOpen: () => client.isReady() && client.ws.shards.every(({ status }) => status === Status.Ready),
    async close() {
      client.removeAllListeners(Events.InteractionCreate);
      await client.destroy();
      // Posts in channels that are under way still need it.
      client.rest.setToken(token.reveal());
    },
  };
}

/** Requests that Discord sends to this process; it is not connected to the gateway at all. */
export function byHttp(
  client: Client,
  { address, clock, log }: { address: ListeningAddress; clock: Clock; log: Log },
): WayIn & { port(): number | undefined } {
  let endpoint: InteractionsEndpoint | undefined;
  return {
    get lingersMs() {
      return endpoint?.isListening ? LINGER_MS : 0;
    },
    async open({ verify_key: verifyKey }) {
      const onInteraction = receiveInteraction.bind(undefined, client, log);
      endpoint = await serveInteractions({ address, verifyKey, onInteraction, clock, log });
    },
    isOpen: () => endpoint?.isListening ?? false,
    async close() {
      await endpoint?.close();
      client.removeAllListeners(Events.InteractionCreate);
    },
    port: () => endpoint?.port,
  };
}
