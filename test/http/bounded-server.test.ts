import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';

import { describe, expect, onTestFinished, test } from 'vitest';

import { createBoundedServer, readNoMore, type ServerBounds } from '../../src/http/bounded-server.ts';
import { MINUTE_MS } from '../../src/work/clock.ts';
import { listenOnLoopback } from '../loopback.ts';

const LOOPBACK = '127.0.0.1';
const SOON_MS = 20;
const GET = 'GET / HTTP/1.1\r\nhost: bot.example\r\n\r\n';
const BOUNDS: ServerBounds = { connections: 100, headWithinMs: MINUTE_MS, bodyWithinMs: MINUTE_MS };

const answerOk: RequestListener = (request, response) => {
  request.resume();
  response.end('ok');
};

const echo: RequestListener = (request, response) => {
  buffer(request).then(
    (body) => response.end(body),
    () => response.destroy(),
  );
};

async function serve({ answer = answerOk, ...bounds }: Partial<ServerBounds> & { answer?: RequestListener } = {}) {
  const server = createBoundedServer({ ...BOUNDS, ...bounds }, answer);
  const port = await listenOnLoopback(server);
  /** A connection that the server has. */
  const open = async (): Promise<Socket> => {
    const taken = once(server, 'connection');
    const socket = connect(port, LOOPBACK);
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    await taken;
    return socket;
  };
  return { server, open, url: `http://${LOOPBACK}:${port}/` };
}

/** Resolves once the other side has closed it, orderly or not. */
const isClosed = (socket: Socket) => new Promise((resolve) => void socket.resume().once('close', resolve));

describe('a connection is closed', () => {
  test.each([
    ['nothing is sent', ''],
    ['a head begins and never ends', 'POST / HTTP/1.1\r\nhost: bot.example\r\n'],
    ['a head begins and never ends, after a request that was answered', `${GET}POST / HTTP/1.1\r\n`],
    ['a body begins and never ends', 'POST / HTTP/1.1\r\nhost: bot.example\r\ncontent-length: 10\r\n\r\nx'],
  ])('on which %s', async (_, sent) => {
    const { open } = await serve({ headWithinMs: SOON_MS, bodyWithinMs: SOON_MS, answer: echo });
    const socket = await open();
    socket.write(sent);
    await isClosed(socket);
  });

  test.each([
    ['head', 'POST / HTTP/1.1\r\nx: '],
    ['body', 'POST / HTTP/1.1\r\nhost: bot.example\r\ncontent-length: 200000\r\n\r\n'],
  ])('on which a %s comes byte by byte', async (_, start) => {
    const { open } = await serve({ answer: echo });
    const socket = (await open()).resume().setNoDelay();
    socket.write(start);
    let bytes = 0;
    for (; !socket.destroyed && bytes < 8_000; bytes += 1) {
      socket.write('x');
      await setImmediate();
    }
    expect(bytes).toBeLessThan(8_000);
  });
});

describe('when there are too many connections', () => {
  test('the one that has been idle for longest is closed, and the newcomer is answered', async () => {
    const { open, url } = await serve({ connections: 3 });
    const [first, second, third] = [await open(), await open(), await open()];
    const closed = isClosed(first);

    expect(await (await fetch(url)).text()).toBe('ok');

    await closed;
    expect([second.readyState, third.readyState]).toEqual(['open', 'open']);
  });

  test('one whose answer came last counts as idle since then', async () => {
    const { open } = await serve({ connections: 2 });
    const [first, second] = [await open(), await open()];
    first.write(GET);
    await once(first, 'data');
    const closed = isClosed(second);

    await open();

    await closed;
    expect(first.readyState).toBe('open');
  });

  test('one that has sent a part of a request is idle', async () => {
    const { open } = await serve({ connections: 1, answer: echo });
    const socket = await open();
    socket.write('POST / HTTP/1.1\r\nhost: bot.example\r\ncontent-length: 10\r\n\r\nx');
    const closed = isClosed(socket);

    await open();

    await closed;
  });

  test('one whose request is being answered is kept', async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<ServerResponse>();
    const { open } = await serve({
      connections: 2,
      answer(_, response) {
        ask(response);
      },
    });
    const slow = await open();
    slow.write(GET);
    const response = await asked;
    const idle = isClosed(await open());

    await open();
    await idle;
    response.end('at last');

    const [answer] = (await once(slow, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('after a request of which nothing more is read', () => {
  const refuse: RequestListener = (request, response) => {
    readNoMore(request);
    response.writeHead(401).end();
  };

  test('the connection is closed with the answer, however much is still to come', async () => {
    const { open } = await serve({ answer: refuse });
    const socket = await open();
    socket.write('POST / HTTP/1.1\r\nhost: bot.example\r\ncontent-length: 1000000\r\n\r\n');

    expect(await text(socket)).toMatch(/^HTTP\/1\.1 401 [^]*\r\nconnection: close\r\n/i);
  });

  test('no other one on its connection is answered', async () => {
    const asked: IncomingMessage[] = [];
    const { open } = await serve({
      answer(request, response) {
        asked.push(request);
        refuse(request, response);
      },
    });
    const socket = await open();
    socket.write(GET.repeat(1_000));

    await isClosed(socket);

    expect(asked).toHaveLength(1);
  });

  test('next to nothing of one-byte chunks in one packet is read', async () => {
    const pieces: number[] = [];
    const { open } = await serve({
      answer(request, response) {
        request.on('data', (piece: Buffer) => {
          pieces.push(piece.length);
          readNoMore(request);
          if (!response.writableEnded) response.writeHead(401).end();
        });
      },
    });
    const socket = await open();
    socket.write(
      `POST / HTTP/1.1\r\nhost: bot.example\r\ntransfer-encoding: chunked\r\n\r\n${'1\r\nx\r\n'.repeat(10_000)}`,
    );

    await isClosed(socket);

    expect(pieces.length).toBeLessThan(200);
  });
});

test('bodies arrive byte for byte, one after the other on one connection', async () => {
  const { open } = await serve({ answer: echo });
  const socket = await open();
  const received: Buffer[] = [];
  socket.on('data', (data: Buffer) => received.push(data));
  const bodies = [0, 1, 511, 512, 513, 1_024, 100_000].map((bytes) =>
    Array.from({ length: bytes }, (_, index) => String(index % 10)).join(''),
  );

  socket.write(
    bodies.map((body) => `POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${body.length}\r\n\r\n${body}`).join(''),
  );
  socket.end('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  await once(socket, 'close');

  const answers = Buffer.concat(received).toString().split('HTTP/1.1 200 OK').slice(1);
  expect(answers.map((answer) => answer.slice(answer.indexOf('\r\n\r\n') + 4))).toEqual([...bodies, '']);
});

test('a body in chunks of whatever size an honest sender makes arrives', async () => {
  const { url } = await serve({ answer: echo });
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let chunk = 0; chunk < 100; chunk += 1) controller.enqueue(Buffer.alloc(1 + chunk * 30, String(chunk % 10)));
      controller.close();
    },
  });

  const answer = await fetch(url, { method: 'POST', body, duplex: 'half' });

  expect(await answer.text()).toHaveLength(100 + (99 * 100 * 30) / 2);
});

test('a server that closes leaves no connection behind', async () => {
  const { server, open } = await serve();
  const socket = await open();
  socket.write(GET);
  await once(socket, 'data');
  const closed = once(server, 'close');

  server.close();

  await isClosed(socket);
  await closed;
});
