import { once } from 'node:events';
import type { RequestListener } from 'node:http';

import { LRUCache } from 'lru-cache';
import type { Registry } from 'prom-client';

import type { ListeningAddress } from '../config.ts';
import { createBoundedServer, listen, readNoMore, type ServerBounds } from '../http/bounded-server.ts';
import { type Clock, SECOND_MS } from '../work/clock.ts';

export const METRICS_KEPT_MS = SECOND_MS;
const BOUNDS: ServerBounds = { connections: 64, headWithinMs: 5 * SECOND_MS, bodyWithinMs: SECOND_MS };

export type Health = Awaited<ReturnType<typeof serveHealth>>;

/**
 * `/healthz` answers while the process runs, `/readyz` is 200 while it can serve people, and `/metrics` is for
 * Prometheus. Each connection gets one answer.
 */
export async function serveHealth(
  address: ListeningAddress,
  { registry, isReady, clock }: { registry: Registry; isReady: () => boolean; clock: Clock },
) {
  /** made once for all who ask meanwhile */
  const texts = new LRUCache<'metrics', string>({
    max: 1,
    ttl: METRICS_KEPT_MS,
    ttlResolution: 0,
    perf: { now: clock.monotonic },
    fetchMethod: () => registry.metrics(),
  });

  const answer: RequestListener = (request, response) => {
    readNoMore(request);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
    } else if (request.url === '/healthz') {
      response.end('ok\n');
    } else if (request.url === '/readyz') {
      const ready = isReady();
      response.writeHead(ready ? 200 : 503).end(ready ? 'ready\n' : 'not ready\n');
    } else if (request.url === '/metrics') {
      texts.fetch('metrics').then(
        (text) => response.setHeader('content-type', registry.contentType).end(text),
        () => response.writeHead(500).end(),
      );
    } else {
      response.writeHead(404).end();
    }
  };

  const server = createBoundedServer(BOUNDS, answer);
  await listen(server, address, 'METRICS');
  return {
    async close(): Promise<void> {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
