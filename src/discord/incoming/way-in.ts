import { Events, Routes, Status, type APIApplication, type Client } from 'discord.js';

import type { Config, ListeningAddress } from '../../config.ts';
import { type Clock, SECOND_MS } from '../../work/clock.ts';
import { BlockedError } from '../../work/errors.ts';
import type { Log } from '../../work/log.ts';
import type { ClockCheck } from '../rest/clock-check.ts';
import { unlessBlocked } from '../rest/block.ts';
import { receiveInteraction } from './event-filter.ts';
import { type InteractionsEndpoint, serveInteractions } from './interactions-endpoint.ts';

/** How long requests are taken once the process is not ready: two of the shortest health check intervals in use. */
export const LINGER_MS = 2 * SECOND_MS;

/** How all interactions arrive (Discord's documentation, "Receiving an Interaction"). discord.js emits them. */
export type WayIn = {
  /** how long interactions are taken before {@link close} */
  readonly lingersMs: number;
  /** Resolves once interactions can arrive. */
  open(application: APIApplication): Promise<void>;
  isReceiving(): boolean;
  /** Resolves when no interaction can arrive any more. */
  close(): Promise<void>;
};

export function throughGateway(
  client: Client,
  { token }: Config['discord'],
  waiting: { clock: Clock; stopping: AbortSignal },
): WayIn {
  const { clock, stopping } = waiting;
  return {
    lingersMs: 0,
    async open() {
      const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve));
      // A client whose login failed can log in no more, and asks for the same first.
      await unlessBlocked(() => client.rest.get(Routes.gatewayBot()), waiting);
      stopping.throwIfAborted();
      await client.login(token.reveal()).catch(async (error: unknown) => {
        // Each start asks again, and would prolong a block that begins here.
        if (error instanceof BlockedError) await clock.sleep(error.until - clock.now(), stopping);
        throw error;
      });
      await ready;
    },
    // `isReady` stays true when a shard loses its connection.
    isReceiving: () => client.isReady() && client.ws.shards.every(({ status }) => status === Status.Ready),
    async close() {
      client.removeAllListeners(Events.InteractionCreate);
      await client.destroy();
      // Posts under way still need the token, which `destroy` takes from REST.
      client.rest.setToken(token.reveal());
    },
  };
}

/** Takes the requests that Discord sends to this process, which is not connected to the gateway. */
export function byHttp(
  client: Client,
  around: { address: ListeningAddress; clock: Clock; log: Log; checkClock: ClockCheck },
): WayIn & { port(): number | undefined } {
  let endpoint: InteractionsEndpoint | undefined;
  return {
    get lingersMs() {
      return endpoint?.isListening ? LINGER_MS : 0;
    },
    async open({ verify_key: verifyKey }) {
      const onInteraction = receiveInteraction.bind(undefined, client, around.log);
      endpoint = await serveInteractions({ ...around, verifyKey, onInteraction });
    },
    isReceiving: () => endpoint?.isListening ?? false,
    async close() {
      await endpoint?.close();
      client.removeAllListeners(Events.InteractionCreate);
    },
    port: () => endpoint?.port,
  };
}
