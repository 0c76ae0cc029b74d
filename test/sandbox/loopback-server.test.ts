import { once } from 'node:events';
import { createServer, request } from 'node:http';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { LoopbackServer } from '../../src/sandbox/loopback-server.ts';
import { listening } from '../loopback.ts';

const MOST_BYTES = 256 * 1024;

async function listen(): Promise<LoopbackServer> {
  const server = new LoopbackServer();
  server.app.all('/', (context) => context.json({ answer: 42 }));
  return listening(server);
}

/** A server that is healed while another one has its port. */
async function healWithoutPort() {
  const server = await listen();
  server.inject({ kind: 'off' });
  const other = createServer().listen(Number(new URL(server.url).port), '127.0.0.1');
  await once(other, 'listening');
  server.heal();
  await once(server.http, 'error');
  return { server, other };
}

describe('faults', () => {
  test('end with the server, which may be waiting for its port', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { server, other } = await healWithoutPort();
    await server.close();
    other.close();
    await once(other, 'close');
    const listens = vi.spyOn(server.http, 'listen');
    vi.runAllTimers();
    expect(listens).not.toHaveBeenCalled();
  });

  test('are over even if somebody took its port meanwhile, as soon as they give it back', async () => {
    const { server, other } = await healWithoutPort();
    other.close();
    await once(server.http, 'listening');
    expect((await fetch(server.url)).status).toBe(200);
  });
});

/** A request as a script or a browser may send it, with headers that `fetch` does not allow. */
function send(server: LoopbackServer, options: { headers?: Record<string, string>; bytes?: number } = {}) {
  const { headers = {}, bytes = 0 } = options;
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const sent = request(`${server.url}/`, { method: 'POST', headers: { 'content-type': 'text/plain', ...headers } });
  sent.on('response', (response) => {
    response.resume();
    resolve(response.statusCode);
  });
  sent.on('error', reject);
  sent.end(Buffer.alloc(bytes));
  return promise;
}

describe('who is answered', () => {
  test.each<[string, Record<string, string>]>([
    ['a page of another site', { origin: 'https://evil.example' }],
    ['a page without a site', { origin: 'null' }],
    ['a host name that was made to point here', { host: 'evil.example' }],
  ])('is not %s', async (_, headers) => {
    const server = await listen();
    expect(await send(server, { headers })).toBe(403);
    expect(server.requests).toEqual([]);
  });

  test('is a program, and a page of its own', async () => {
    const server = await listen();
    expect(await send(server)).toBe(200);
    expect(await send(server, { headers: { origin: server.url } })).toBe(200);
  });

  test.each([undefined, 'chunked'])('has sent no more than 256 KiB, with the encoding %s', async (encoding) => {
    const server = await listen();
    const headers = encoding === undefined ? {} : { 'transfer-encoding': encoding };
    expect(await send(server, { headers, bytes: MOST_BYTES })).toBe(200);
    expect(await send(server, { headers, bytes: MOST_BYTES + 1 })).toBe(413);
    expect(server.requests).toHaveLength(1);
  });
});

describe('the record of a request', () => {
  test('goes when those after it are more than 32 MiB', async () => {
    const server = await listen();
    for (let count = 0; count < 130; count += 1) await send(server, { bytes: MOST_BYTES });
    expect(server.requests).toHaveLength(128);
  });

  test('holds the answer only when it is asked to', async () => {
    const server = await listen();
    await fetch(server.url);
    server.recordsResponses = true;
    await fetch(server.url);
    expect(server.requests.map(({ responseBody }) => responseBody)).toEqual([null, '{"answer":42}']);
  });
});
