import { createServer } from 'node:net';

import { REST } from 'discord.js';
import { describe, expect, onTestFinished, test } from 'vitest';

import { createBlock } from '../../src/discord/rest/block.ts';
import { boundedRequests } from '../../src/discord/rest/bounded-requests.ts';
import { createInteractionRest } from '../../src/discord/rest/interaction-rest.ts';
import { Secret } from '../../src/secret.ts';
import { systemClock } from '../../src/work/clock.ts';
import { UpstreamError } from '../../src/work/errors.ts';
import { listenOnLoopback } from '../loopback.ts';
import { ENDLESS_KINDS, listenEndlessly } from '../rewards/hostile-receivers.ts';
import { clientAt } from './scripted-host.ts';

const KINDS = ENDLESS_KINDS.filter((kind) => kind !== 'greetings');
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
