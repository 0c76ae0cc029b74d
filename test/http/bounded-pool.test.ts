import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';

import { REST } from 'discord.js';
import { describe, expect, onTestFinished, test } from 'vitest';

import { createBlock } from '../../src/discord/rest/block.ts';
import { boundedRequests } from '../../src/discord/rest/bounded-requests.ts';
import { createInteractionRest } from '../../src/discord/rest/interaction-rest.ts';
import { createPool } from '../../src/http/bounded-pool.ts';
import { CONNECT_TIMEOUT_MS, HOST_BOUNDS } from '../../src/http/client.ts';
import { exchange } from '../../src/http/exchange.ts';
import { Secret } from '../../src/secret.ts';
import { systemClock } from '../../src/work/clock.ts';
import { UpstreamError } from '../../src/work/errors.ts';
import { DEAD_ADDRESS, makeDead } from '../dead-address.ts';
import { listenOnLoopback } from '../loopback.ts';
import { ENDLESS_KINDS, listenEndlessly } from '../rewards/hostile-receivers.ts';
import { clientAt } from './scripted-host.ts';

const KINDS = ENDLESS_KINDS.filter((kind) => kind !== 'greetings');
const LIVE = '127.0.0.1';
/** Of documentation: there is no route to it. */
const NO_ROUTE = '2001:db8::1';
/** So long that a test that waits for it fails. */
const PATIENT_MS = 60_000;

async function openEndless(kind: (typeof KINDS)[number]): Promise<string> {
  const { port, close } = await listenEndlessly(kind);
  onTestFinished(close);
  return `http://127.0.0.1:${port}`;
}

const block = createBlock({ clock: systemClock });

function openHost(url: string) {
  const http = clientAt(url);
  const signal = AbortSignal.timeout(PATIENT_MS);
  return () => http.send({ method: 'GET', path: '/', credential: new Secret('token'), signal });
}

describe.each(KINDS)('an answer with %s without an end is left at once', (kind) => {
  test('when a service sends it', async () => {
    await expect(openHost(await openEndless(kind))()).rejects.toThrow(UpstreamError);
  });

  test('when Discord sends it for an interaction', async () => {
    const rest = createInteractionRest(await openEndless(kind), block, systemClock, PATIENT_MS);
    onTestFinished(() => {
      rest.close();
    });
    await expect(rest.callback({ id: '1', token: 'token' }, {})).rejects.toThrow();
  });

  test('when Discord sends it for another call', async () => {
    const api = await openEndless(kind);
    const rest = new REST({ api, retries: 0, timeout: PATIENT_MS, ...boundedRequests(api, block) }).setToken('token');
    await expect(rest.get('/users/@me')).rejects.toThrow();
  });
});

test('each answer on a connection that is kept has the whole bound to itself', async () => {
  const body = JSON.stringify('x'.repeat(200 * 1024));
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    socket.on('data', () => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`));
  });
  const send = openHost(`http://127.0.0.1:${await listenOnLoopback(server)}`);
  for (let calls = 0; calls < 10; calls += 1) expect(JSON.stringify(await send())).toBe(body);
  expect(connections).toBeLessThan(4);
});

test.each([
  ['IPv6 without a route, and IPv4', [NO_ROUTE, LIVE]],
  ['a dead one first', [DEAD_ADDRESS, LIVE]],
  ['a dead one and IPv6 without a route first', [NO_ROUTE, DEAD_ADDRESS, LIVE]],
])('a service with several addresses is reached: %s', async (_, addresses) => {
  const port = await listenOnLoopback(createHttpServer((_request, response) => response.end('here')));
  if (addresses.includes(DEAD_ADDRESS)) await makeDead(port);
  const pool = createPool(`http://main.example:${port}`, {
    bounds: HOST_BOUNDS,
    connectTimeoutMs: CONNECT_TIMEOUT_MS,
    lookup: (_name, _options, done) => {
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      );
    },
  });
  onTestFinished(() => pool.destroy());
  const signal = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
  expect(await exchange(pool, { path: '/', method: 'GET' }, { maxBytes: 100, signal })).toMatchObject({ status: 200 });
});
