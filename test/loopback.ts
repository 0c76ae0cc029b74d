import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

import { onTestFinished } from 'vitest';

/** Has a server listen on loopback until the test ends. @returns its port */
export async function listenOnLoopback(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    if (server instanceof HttpServer) server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

type Host = { listen(): Promise<void>; close(): Promise<void> };

/** Has a host of the sandbox listen until the test ends. */
export async function listening<Any extends Host>(host: Any): Promise<Any> {
  await host.listen();
  onTestFinished(() => host.close());
  return host;
}
