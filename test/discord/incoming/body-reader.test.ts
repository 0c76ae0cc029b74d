import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';

import { expect, test } from 'vitest';

import { createBodyReader } from '../../../src/discord/incoming/body-reader.ts';
import { listenOnLoopback } from '../../loopback.ts';

const MAX_UNFINISHED_BYTES = 1_000;

/** A reader, and requests whose bodies it reads. */
async function open() {
  const read = createBodyReader(MAX_UNFINISHED_BYTES);
  const server = createServer();
  const port = await listenOnLoopback(server);
  const begin = async () => {
    const outgoing = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'content-length': 5_000 } });
    outgoing.on('error', () => undefined);
    outgoing.flushHeaders();
    const [incoming] = (await once(server, 'request')) as [IncomingMessage];
    const body = read(incoming);
    body.catch(() => undefined);
    /** Resolves once so many bytes have arrived. */
    const send = async (bytes: number) => {
      outgoing.write('x'.repeat(bytes));
      for (let arrived = 0; arrived < bytes;) {
        const [piece] = (await once(incoming, 'data')) as [Buffer];
        arrived += piece.length;
      }
    };
    return { outgoing, body, send };
  };
  return { begin };
}

test('of bodies that have sent too much together, the one that began first is left', async () => {
  const { begin } = await open();
  const [first, second] = [await begin(), await begin()];
  await first.send(600);

  await second.send(300);
  second.outgoing.write('x'.repeat(4_700));

  expect(await first.body).toBeUndefined();
});

test('a body that breaks off makes room', async () => {
  const { begin } = await open();
  const [first, second] = [await begin(), await begin()];
  await first.send(600);
  first.outgoing.destroy();
  await expect(first.body).rejects.toThrow();

  await second.send(900);
  const third = await begin();
  third.outgoing.write('x'.repeat(200));

  expect(await second.body).toBeUndefined();
});
