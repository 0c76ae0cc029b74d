import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

import { Webhook } from 'standardwebhooks';
import { describe, expect, onTestFinished, test } from 'vitest';

import { createHookSecret, rewardMessage } from '../../src/rewards/message.ts';
import { createSender } from '../../src/rewards/sender.ts';
import type { Target } from '../../src/rewards/store/hooks.ts';
import { VotifierPort } from '../../src/sandbox/hosts/votifier-port.ts';
import { systemClock } from '../../src/work/clock.ts';
import { freePort } from '../database/free-port.ts';
import { DnsServer, type Found } from '../dns-server.ts';
import { listening, listenOnLoopback } from '../loopback.ts';
import { createManualClock } from '../manual-clock.ts';
import { listenFor } from './hostile-receivers.ts';

const MESSAGE = rewardMessage({ id: 'claim', reference: 'K7QX2MAB', playername: 'Steve', guildId: '1', claimedAt: 0 });
const SECRET = createHookSecret();

/** A receiver on loopback. @returns its port, and what it was sent */
async function listen(answer: RequestListener): Promise<{ port: number; url: string; received: string[] }> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    received.push(`${request.method ?? ''} ${request.url ?? ''}`);
    answer(request, response);
  });
  const port = await listenOnLoopback(server);
  return { port, url: `http://127.0.0.1:${port}/votes`, received };
}

/** Takes a connection on loopback. `spoken`: the first bytes that are sent */
async function listenForTls(): Promise<{ port: number; spoken: Promise<string> }> {
  const spoken = Promise.withResolvers<string>();
  const { port, close } = await listenFor((socket) => {
    socket.once('data', (bytes) => {
      spoken.resolve(bytes.toString('latin1'));
      socket.destroy();
    });
  });
  onTestFinished(close);
  return { port, spoken: spoken.promise };
}

const targetAt = (address: string, guildId = '1'): Target => ({ guildId, kind: 'webhook', address, secrets: [SECRET] });

function senderFor(options: Partial<Parameters<typeof createSender>[0]> = {}) {
  const sender = createSender({ allowedHosts: new Set(['127.0.0.1']), clock: systemClock, ...options });
  onTestFinished(() => sender.close());
  return async (address: string, stopping?: AbortSignal) => {
    const sent = await sender.send(targetAt(address), MESSAGE, stopping ? { stopping } : {});
    if (!sent) throw new Error('a message is always sent');
    return sent;
  };
}

/** A DNS server of which each look-up takes the next answer. */
async function startDns(...answers: Found[]) {
  const dns = await DnsServer.listen(() => answers[Math.min(dns.asked.length, answers.length) - 1] ?? []);
  onTestFinished(() => {
    dns.close();
  });
  return { dns, nameServers: [dns.address] };
}

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
    // Long enough to have sent the message.
    const send = senderFor({ tryLastsMs: 300 });
    expect(await send(silent.url)).toMatchObject({ outcome: { kind: 'no-answer' } });
    // That it accepted the message is known from its status; the rest is not waited for.
    expect(await send(dripping.url)).toMatchObject({ outcome: { kind: 'answered', status: 200 } });
  });

  test('ends when this process is to stop', async () => {
    const stopping = new AbortController();
    const { url } = await listen(() => {
      stopping.abort();
    });
    expect(await senderFor()(url, stopping.signal)).toMatchObject({ outcome: { kind: 'no-answer' } });
  });

  test('waits for no other at the same host', async () => {
    const waiting: (() => void)[] = [];
    const begun = Promise.withResolvers<undefined>();
    const { url } = await listen((request, response) => {
      const answer = () => response.writeHead(204).end();
      if (request.url === '/other') return answer();
      if (waiting.push(answer) === 100) begun.resolve(undefined);
      return undefined;
    });
    const send = senderFor();
    const hanging = Array.from({ length: 100 }, () => send(url));
    await begun.promise;
    expect(await send(new URL('/other', url).href)).toMatchObject({ outcome: { kind: 'answered', status: 204 } });

    for (const answer of waiting) answer();
    expect((await Promise.all(hanging)).map(({ outcome }) => outcome.kind)).toEqual(hanging.map(() => 'answered'));
  });

  test('that nobody takes was not sent', async () => {
    expect(await senderFor()(`http://127.0.0.1:${await freePort()}/`)).toMatchObject({
      outcome: { kind: 'unreachable' },
    });
  });
});

const NO_EXCEPTIONS = { allowedHosts: new Set<string>() };
describe('a look at an address', () => {
  function look(to: Pick<Target, 'kind' | 'address'>, options: Partial<Parameters<typeof createSender>[0]> = {}) {
    const sender = createSender({ allowedHosts: new Set(['127.0.0.1']), clock: systemClock, ...options });
    onTestFinished(() => sender.close());
    return sender.look({ guildId: '1', secrets: [SECRET], ...to });
  }

  test('finds a receiver, and sends it nothing', async () => {
    const { url, received } = await listen((_request, response) => response.end());
    expect(await look({ kind: 'webhook', address: url })).toBeUndefined();
    expect(received).toEqual([]);
  });

  test('finds a game server that greets, and sends it no vote', async () => {
    const votifier = await listening(new VotifierPort());
    const ended = once(votifier, 'exchange');
    expect(await look({ kind: 'votifier', address: votifier.address })).toBeUndefined();
    expect(await ended).toMatchObject([{ requestBody: null }]);
  });

  test('ends soon at a server that never greets', async () => {
    const silent = await listenFor(() => undefined);
    onTestFinished(silent.close);
    const clock = createManualClock();
    const address = `127.0.0.1:${silent.port}`;
    const connected = once(silent.server, 'connection');
    const looking = look({ kind: 'votifier', address }, { clock });
    await connected;
    await clock.advance(5_000);
    expect(await looking).toMatchObject({ outcome: { kind: 'no-votifier' } });
  });

  test.each<[string, Target['kind'], string, outcome: string]>([
    ['a closed port', 'webhook', 'http://127.0.0.1:1/', 'unreachable'],
    ['a closed port of a game server', 'votifier', '127.0.0.1:1', 'no-votifier'],
    ['a private address', 'webhook', 'https://10.0.0.1/', 'blocked'],
    ['a private address of a game server', 'votifier', '10.0.0.1:8192', 'blocked'],
    ['a name that leads to a private address', 'webhook', 'https://game.example/', 'unreachable'],
    ['a game server whose name leads there', 'votifier', 'game.example:8192', 'no-votifier'],
  ])('names what is wrong: %s', async (_what, kind, address, outcome) => {
    const { nameServers } = await startDns(['10.0.0.1']);
    expect(await look({ kind, address }, { nameServers })).toMatchObject({ outcome: { kind: outcome } });
  });

  test('makes the handshake of TLS', async () => {
    const { port, spoken } = await listenForTls();
    const { nameServers } = await startDns(['127.0.0.1']);
    const address = `https://game.example:${port}/`;
    const seen = await look({ kind: 'webhook', address }, { nameServers, isPublic: () => true });
    expect(await spoken).toContain('game.example');
    expect(seen).toMatchObject({ outcome: { kind: 'unreachable' } });
  });
});

describe('where a message may go', () => {
  const BLOCKED = { outcome: { kind: 'blocked' } };
  /** Why is for the log alone: a name that leads nowhere reads the same, so that nobody can ask the bot's own DNS. */
  const UNREACHABLE = { outcome: { kind: 'unreachable' }, reason: 'the name leads to an address that is not public' };

  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'http://game.example/',
    'https://localhost/',
  ])('not to %s, whatever is stored', async (address) => {
    const { dns, nameServers } = await startDns(['1.1.1.1']);
    expect(await senderFor({ ...NO_EXCEPTIONS, nameServers })(address)).toEqual(BLOCKED);
    expect(dns.asked).toEqual([]);
  });

  test.each([
    ['127.0.0.1', ['127.0.0.1']],
    ['a private network', ['10.1.2.3']],
    ['the metadata of a cloud', ['169.254.169.254']],
    ['::1', ['::1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['a public address and a private one', ['1.1.1.1', '192.168.0.1']],
    ['a public address and a private one of the other family', ['1.1.1.1', 'fd00::1']],
  ])('not to a name that leads to %s', async (_what, found) => {
    const { port, received } = await listen((_request, response) => response.writeHead(204).end());
    const { dns, nameServers } = await startDns(found);
    const send = senderFor({ ...NO_EXCEPTIONS, nameServers });
    expect(await send(`https://game.example:${port}/`)).toEqual(UNREACHABLE);
    expect([dns.asked, received]).toEqual([['game.example'], []]);
  });

  test('not to a name that leads elsewhere by the time it is connected to', async () => {
    const { dns, nameServers } = await startDns(['192.0.2.1'], ['127.0.0.1']);
    const send = senderFor({ ...NO_EXCEPTIONS, nameServers });
    expect(await send('https://game.example/')).toEqual(UNREACHABLE);
    expect(await send('https://game.example/')).toEqual(UNREACHABLE);
    // Each connection has one look-up, and goes to what that found.
    expect(dns.asked).toHaveLength(2);
  });

  test('to the address that was found for its name, and by that name', async () => {
    const { port, spoken } = await listenForTls();
    const { dns, nameServers } = await startDns(['127.0.0.1']);
    const send = senderFor({ ...NO_EXCEPTIONS, nameServers, isPublic: () => true });
    await send(`https://game.example:${port}/`);
    expect(await spoken).toContain('game.example');
    expect(dns.asked).toEqual(['game.example']);
  });

  test('to a private host and by plain HTTP where the operator says so, and only with that port', async () => {
    const { port, url, received } = await listen((_request, response) => response.writeHead(204).end());
    const send = senderFor({ allowedHosts: new Set([`127.0.0.1:${port}`]) });
    expect(await send(url)).toMatchObject({ outcome: { kind: 'answered', status: 204 } });
    expect(await send('http://127.0.0.1:1/')).toEqual(BLOCKED);
    expect(received).toEqual(['POST /votes']);
  });
});

describe('a name', () => {
  const UNREACHABLE = { outcome: { kind: 'unreachable' }, reason: 'the name leads nowhere' };

  test('that there is not cannot be reached', async () => {
    const { nameServers } = await startDns([]);
    expect(await senderFor({ ...NO_EXCEPTIONS, nameServers })('https://game.example/')).toEqual(UNREACHABLE);
  });

  test('whose servers never answer cannot be reached once its time is over', async () => {
    const { nameServers } = await startDns('silence');
    const send = senderFor({ ...NO_EXCEPTIONS, nameServers, lookUpLastsMs: 50 });
    expect(await send('https://silent.example/')).toEqual(UNREACHABLE);
  });

  test('whose servers never answer keeps no other waiting, nor the look-ups of the system', async () => {
    const dns = await DnsServer.listen((name) => (name.startsWith('silent') ? 'silence' : ['10.0.0.1']));
    onTestFinished(() => {
      dns.close();
    });
    const sender = createSender({ ...NO_EXCEPTIONS, clock: systemClock, nameServers: [dns.address] });
    const ended: string[] = [];
    const silent = Array.from({ length: 100 }, (_, index) =>
      sender.send(targetAt(`https://silent-${index}.example/`), MESSAGE).finally(() => ended.push('silent')),
    );
    await dns.hasBeenAsked(100);
    await sender.send(targetAt('https://game.example/'), MESSAGE).finally(() => ended.push('other'));
    await lookup('localhost').finally(() => ended.push('system'));
    expect(ended).toEqual(['other', 'system']);

    // Whatever is still being looked up ends with the sender.
    await sender.close();
    await Promise.all(silent);
  });

  test('that the operator allows is looked up by the system, which knows those of this machine', async () => {
    const { port } = await listen((_request, response) => response.writeHead(204).end());
    const { dns, nameServers } = await startDns('silence');
    const send = senderFor({ allowedHosts: new Set(['localhost']), nameServers });
    expect(await send(`http://localhost:${port}/`)).toMatchObject({ outcome: { kind: 'answered', status: 204 } });
    expect(dns.asked).toEqual([]);
  });
});
