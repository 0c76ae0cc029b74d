import { once } from 'node:events';
import { createServer } from 'node:http';

import type { Registry } from 'prom-client';

import { listen, type ListeningAddress } from './listen.ts';

export type Health = { close(): Promise<void> };

/**
 * Serves health checks: `/healthz` answers while the process runs, `/readyz` is 200 while it can serve people, and
 * `/metrics` is for Prometheus.
 *
 * @param options.isReady - whether interactions can arrive and the database takes writes
 * @throws FatalError when the address or the port cannot be used
 */
export async function serveHealth(
  address: ListeningAddress,
  { registry, isReady }: { registry: Registry; isReady: () => boolean },
): Promise<Health> {
  const server = createServer((request, response) => {
    if (request.url === '/healthz') {
      response.end('ok\n');
    } else if (request.url === '/readyz') {
      const ready = isReady();
      response.writeHead(ready ? 200 : 503).end(ready ? 'ready\n' : 'not ready\n');
    } else if (request.url === '/metrics') {
      registry.metrics().then(
        (text) => response.setHeader('content-type', registry.contentType).end(text),
        () => response.writeHead(500).end(),
      );
    } else {
      response.writeHead(404).end();
    }
  });
  await listen(server, address, 'METRICS');
  return {
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
