import { type LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';

import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test } from 'vitest';

import { rewardMessage } from '../../src/rewards/message.ts';
import { createSender } from '../../src/rewards/sender.ts';
import { createHookSecret } from '../../src/rewards/signature.ts';

const MESSAGE = rewardMessage({
  claimId: 'claim',
  reference: 'K7QX2MAB',
  playername: 'Steve',
  guildId: '100000000000000001',
  claimedAt: 0,
});
const SECRET = createHookSecret();

/** A receiver on loopback. @returns its port, and what it was sent */
async function listen(answer: RequestListener): Promise<{ port: number; url: string; received: string[] }> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    received.push(`${request.method ?? ''} ${request.url ?? ''}`);
    answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}/votes`, received };
}

function senderFor(options: Partial<Parameters<typeof createSender>[0]> = {}) {
  const sender = createSender({ allowedHosts: new Set(['127.0.0.1']), now: Date.now, ...options });
  onTestFinished(() => sender.close());
  return (address: string, stopping?: AbortSignal) => sender.send(address, MESSAGE, [SECRET], stopping);
}

/** Looks names up as a test says: each look-up takes the next answer. */
function lookingUp(...answers: LookupAddress[][]) {
  let asked = 0;
  const lookUp = (_name: string, _options: unknown, done: (error: Error | null, found: LookupAddress[]) => void) => {
    const answer = answers[Math.min(asked, answers.length - 1)] ?? [];
    asked += 1;
    queueMicrotask(() => {
      done(null, answer);
    });
  };
  return { lookUp: lookUp as never, asked: () => asked };
}

const v4 = (address: string): LookupAddress => ({ address, family: 4 });
const v6 = (address: string): LookupAddress => ({ address, family: 6 });

describe('a message', () => {
  test('arrives signed, byte for byte', async () => {
    const bodies: { body: string; headers: Record<string, string> }[] = [];
    const { url } = await listen((request, response) => {
      void request.toArray().then((chunks: Buffer[]) => {
        bodies.push({ body: Buffer.concat(chunks).toString(), headers: request.headers as Record<string, string> });
        response.writeHead(204).end();
      });
    });
    expect(await senderFor()(url)).toMatchObject({ outcome: { kind: 'answered', status: 204 } });
    const [{ body, headers } = { body: '', headers: {} }] = bodies;
    expect(body).toBe(MESSAGE.body);
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'webhook-id': 'claim' });
    expect(new Webhook(SECRET.reveal()).verify(body, headers)).toEqual(JSON.parse(MESSAGE.body));
  });

  test.each([200, 299, 400, 404, 410, 500, 503])('is answered with %s', async (status) => {
    const { url } = await listen((_request, response) => response.writeHead(status).end('x'.repeat(100)));
    expect(await senderFor()(url)).toEqual({ outcome: { kind: 'answered', status }, retryAfterMs: undefined });
  });

  test('follows no redirect', async () => {
    const elsewhere = await listen((_request, response) => response.writeHead(204).end());
    const { url, received } = await listen((_request, response) =>
      response.writeHead(307, { location: elsewhere.url }).end(),
    );
    expect(await senderFor()(url)).toMatchObject({ outcome: { kind: 'answered', status: 307 } });
    expect([received.length, elsewhere.received]).toEqual([1, []]);
  });

  test('is told how long to wait', async () => {
    const { url } = await listen((_request, response) => response.writeHead(429, { 'retry-after': '120' }).end());
    expect(await senderFor()(url)).toEqual({ outcome: { kind: 'answered', status: 429 }, retryAfterMs: 120_000 });
  });

  test('ends with its time, whether the answer never begins or never ends', async () => {
    const silent = await listen(() => undefined);
    const dripping = await listen((_request, response) => {
      response.writeHead(200).write('x');
    });
    const send = senderFor({ tryLastsMs: 50 });
    expect(await send(silent.url)).toEqual({ outcome: { kind: 'no-answer' } });
    // That it accepted the message is known from its status; the rest is not waited for.
    expect(await send(dripping.url)).toMatchObject({ outcome: { kind: 'answered', status: 200 } });
  });

  test('ends when this process is to stop', async () => {
    const stopping = new AbortController();
    const { url } = await listen(() => {
      stopping.abort();
    });
    expect(await senderFor()(url, stopping.signal)).toEqual({ outcome: { kind: 'no-answer' } });
  });

  test('reads nothing of an endless answer, and of huge headers not even the status', async () => {
    let written = 0;
    const endless = await listen((_request, response) => {
      const more = () => {
        while (response.write('x'.repeat(64 * 1024))) written += 64 * 1024;
      };
      response.writeHead(200).on('drain', more);
      more();
    });
    expect(await senderFor()(endless.url)).toMatchObject({ outcome: { kind: 'answered', status: 200 } });
    expect(written).toBeLessThan(16 * 1024 * 1024);

    const tcp = createTcpServer((socket: Socket) => {
      socket.on('error', () => undefined);
      socket.write(`HTTP/1.1 200 OK\r\nX-Huge: ${'x'.repeat(1024 * 1024)}\r\n\r\n`);
    });
    tcp.listen(0, '127.0.0.1');
    await once(tcp, 'listening');
    onTestFinished(() => {
      tcp.close();
    });
    const { port } = tcp.address() as AddressInfo;
    expect(await senderFor()(`http://127.0.0.1:${port}/`)).toEqual({ outcome: { kind: 'no-answer' } });
  });

  test('that nobody takes was not sent', async () => {
    const { port } = await listen(() => undefined);
    const tcp = createTcpServer().listen(0, '127.0.0.1');
    await once(tcp, 'listening');
    const refused = (tcp.address() as AddressInfo).port;
    tcp.close();
    await once(tcp, 'close');
    expect(port).toBeGreaterThan(0);
    expect(await senderFor()(`http://127.0.0.1:${refused}/`)).toEqual({ outcome: { kind: 'unreachable' } });
  });
});

describe('where a message may go', () => {
  const BLOCKED = { outcome: { kind: 'blocked' } };
  const NO_EXCEPTIONS = { allowedHosts: new Set<string>() };

  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'http://game.example/',
    'https://localhost/',
  ])('not to %s, whatever is stored', async (address) => {
    const names = lookingUp([v4('1.1.1.1')]);
    expect(await senderFor({ ...NO_EXCEPTIONS, lookUp: names.lookUp })(address)).toEqual(BLOCKED);
    expect(names.asked()).toBe(0);
  });

  test.each([
    ['127.0.0.1', [v4('127.0.0.1')]],
    ['a private network', [v4('10.1.2.3')]],
    ['the metadata of a cloud', [v4('169.254.169.254')]],
    ['::1', [v6('::1')]],
    ['a mapped address', [v6('::ffff:127.0.0.1')]],
    ['a public address and a private one', [v4('1.1.1.1'), v4('192.168.0.1')]],
  ])('not to a name that leads to %s', async (_what, found) => {
    const { port, received } = await listen((_request, response) => response.writeHead(204).end());
    const names = lookingUp(found);
    const send = senderFor({ ...NO_EXCEPTIONS, lookUp: names.lookUp });
    expect(await send(`https://game.example:${port}/`)).toEqual(BLOCKED);
    expect([names.asked(), received]).toEqual([1, []]);
  });

  test('not to a name that leads elsewhere by the time it is connected to', async () => {
    const names = lookingUp([v4('192.0.2.1')], [v4('127.0.0.1')]);
    const send = senderFor({ ...NO_EXCEPTIONS, lookUp: names.lookUp });
    expect(await send('https://game.example/')).toEqual(BLOCKED);
    expect(await send('https://game.example/')).toEqual(BLOCKED);
    // Each connection has one look-up, and goes to what that found.
    expect(names.asked()).toBe(2);
  });

  test('to a private host and by plain HTTP where the operator says so, and only with that port', async () => {
    const { port, url, received } = await listen((_request, response) => response.writeHead(204).end());
    const send = senderFor({ allowedHosts: new Set([`127.0.0.1:${port}`]) });
    expect(await send(url)).toMatchObject({ outcome: { kind: 'answered', status: 204 } });
    expect(await send('http://127.0.0.1:1/')).toEqual(BLOCKED);
    expect(received).toEqual(['POST /votes']);
  });
});
