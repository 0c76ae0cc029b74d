import type { RequestListener } from 'node:http';

import type { LoopbackServer } from '../../src/sandbox/loopback-server.ts';

/** Serves each request within what remembers when it arrived. */
export function noteArrivals(
  { http }: LoopbackServer,
  inTransaction: (token: string, serve: () => void) => void,
): void {
  const serves = http.listeners('request') as RequestListener[];
  http.removeAllListeners('request');
  for (const serve of serves) {
    http.on('request', (request, response) => {
      inTransaction(request.headers.authorization ?? '', () => {
        serve(request, response);
      });
    });
  }
}
