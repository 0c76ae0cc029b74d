import { once } from 'node:events';
import { createServer } from 'node:http';

import { collectDefaultMetrics, Registry } from 'prom-client';

import { FatalError } from './errors.ts';

const LOOPBACK = '127.0.0.1';

export type Health = { close(): Promise<void> };

/**
 * Serves health checks on loopback: `/healthz` answers while the process runs, `/readyz` is 200 while it can serve
 * people, and `/metrics` has Prometheus's default metrics of a process.
 *
 * @param isReady - whether Discord is connected and the database takes writes
 * @throws {@link FatalError} when the port is taken
 */
export async function serveHealth(port: number, isReady: () => boolean): Promise<Health> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const server = createServer((request, response) => {
    if (request.url === '/healthz') {
      response.end('ok\n');
    } else if (request.url === '/readyz') {
      const ready = isReady();
      response.writeHead(ready ? 200 : 503).end(ready ? 'ready\n' : 'not ready\n');
    } else if (request.url === '/metrics') {
      void registry.metrics().then((text) => response.setHeader('content-type', registry.contentType).end(text));
    } else {
      response.writeHead(404).end();
    }
  });
  server.listen(port, LOOPBACK);
  await once(server, 'listening').catch((error: unknown) => {
    const { code, message } = error as Error & { code?: unknown };
    const reason =
      code === 'EADDRINUSE' ? 'is in use by another program; choose another' : `cannot be used: ${message}`;
    throw new FatalError(`METRICS_PORT ${port} ${reason}.`, { cause: error });
  });
  return {
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
