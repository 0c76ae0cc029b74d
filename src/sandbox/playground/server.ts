import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createAdaptorServer } from '@hono/node-server';

import type { Playground } from './playground.ts';
import { playgroundRoutes } from './routes.ts';

/** `url` is the address of the page, token included. */
type PlaygroundServer = { url: string; close(): Promise<void> };

const DEFAULT_PORT = 4173;
const PORTS_TRIED = 20;
const LOOPBACK = '127.0.0.1';
const TOKEN_BYTES = 16;

/**
 * Serves the playground's page and its interface (see protocol.ts) on 127.0.0.1.
 *
 * @param options.port - the first port to try: each taken one leads to the next, and at last to any free port; 0 for
 * any free port
 */
export async function startPlaygroundServer(options: {
  playground: Playground;
  port?: number;
}): Promise<PlaygroundServer> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const app = playgroundRoutes({ playground: options.playground, token, ownHost: () => hostOf(http) });
  const http = createAdaptorServer({ fetch: app.fetch }) as Server;
  await listenFrom(http, options.port ?? DEFAULT_PORT);
  return {
    url: `http://${hostOf(http)}/?token=${token}`,
    async close() {
      const closed = once(http, 'close');
      http.close();
      http.closeAllConnections();
      await closed;
    },
  };
}

async function listenFrom(http: Server, first: number): Promise<void> {
  for (let port = first; port < first + PORTS_TRIED; port += 1) {
    if (await listens(http, port)) return;
  }
  await listens(http, 0);
}

/** @returns false when the port is taken */
async function listens(http: Server, port: number): Promise<boolean> {
  http.listen(port, LOOPBACK);
  try {
    await once(http, 'listening');
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false;
    throw error;
  }
}

function hostOf(http: Server): string {
  return `${LOOPBACK}:${(http.address() as AddressInfo).port}`;
}
