import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

import { afterAll, describe, expect, onTestFinished, test } from 'vitest';

import { createHookSecret, rewardMessage } from '../../src/rewards/message.ts';
import { createSender } from '../../src/rewards/sender.ts';
import type { Target } from '../../src/rewards/store/hooks.ts';
import { Secret } from '../../src/secret.ts';
import { systemClock } from '../../src/work/clock.ts';
import { DEAD_ADDRESS, makeDead } from '../dead-address.ts';
import { DnsServer } from '../dns-server.ts';
import {
  CERTIFICATE,
  ENDLESS_KINDS,
  listenByHugeModulus,
  listenByTls,
  listenEndlessly,
  listenFor,
  type Receiver,
} from './hostile-receivers.ts';

const known = getCACertificates();
setDefaultCACertificates([...known, CERTIFICATE]);
// Other files are tested in the same process.
afterAll(() => {
  setDefaultCACertificates(known);
});

const MESSAGE = rewardMessage({ id: 'claim', reference: 'K7QX2MAB', playername: 'Steve', guildId: '1', claimedAt: 0 });

async function open(listen: Promise<Receiver>): Promise<Receiver> {
  const receiver = await listen;
  onTestFinished(receiver.close);
  return receiver;
}

function openSender(options: Partial<Parameters<typeof createSender>[0]> = {}) {
  const sender = createSender({ allowedHosts: new Set(['127.0.0.1', 'localhost']), clock: systemClock, ...options });
  onTestFinished(() => sender.close());
  return (address: string, { guildId = '1', kind = 'webhook' }: Partial<Target> = {}) => {
    const secret = kind === 'webhook' ? createHookSecret() : new Secret('token');
    return sender.send({ guildId, kind, address, secrets: [secret] }, MESSAGE);
  };
}

describe('a webhook that answers without an end is left at once:', () => {
  const kinds = ENDLESS_KINDS.filter((kind) => kind !== 'greetings');

  test.each(kinds)('%s', async (kind) => {
    const { port, server } = await open(listenEndlessly(kind));
    const connected = once(server, 'connection') as Promise<[Socket]>;
    const sent = await openSender()(`http://127.0.0.1:${port}/`);
    const [socket] = await connected;
    // A status that came counts; the rest is not waited for.
    expect(['answered', 'no-answer']).toContain(sent?.outcome.kind);
    expect(socket.bytesWritten).toBeLessThan(16 * 1024 * 1024);
  });

  test('an answer letter by letter', async () => {
    const { port } = await open(
      listenFor((socket) => {
        const timer = setInterval(() => socket.write('H'), 0);
        socket.setNoDelay().once('close', () => {
          clearInterval(timer);
        });
        socket.write('HTTP/1.1 200 ');
      }),
    );
    expect(await openSender()(`http://127.0.0.1:${port}/`)).toMatchObject({ outcome: { kind: 'no-answer' } });
  });
});

test.each(['greetings', 'a body'] as const)(
  'a game server that sends %s without an end is left at once',
  async (kind) => {
    const { port } = await open(listenEndlessly(kind, { isGreeting: true }));
    expect(await openSender()(`127.0.0.1:${port}`, { kind: 'votifier' })).toMatchObject({
      outcome: { kind: 'no-votifier' },
    });
  },
);

test('a game server that answers a vote without an end may have taken it', async () => {
  const { port } = await open(listenEndlessly('a body', { greeting: 'VOTIFIER 2 abc\n' }));
  const sent = await openSender()(`127.0.0.1:${port}`, { kind: 'votifier' });
  expect(sent).toMatchObject({ outcome: { kind: 'no-answer' } });
});

describe('by TLS', () => {
  test('an honest receiver is told, and again on the same connection', async () => {
    const { port, server } = await open(listenByTls());
    let connections = 0;
    server.on('connection', () => {
      connections += 1;
    });
    const send = openSender();
    for (let tries = 0; tries < 3; tries += 1) {
      expect(await send(`https://localhost:${port}/`)).toMatchObject({ outcome: { kind: 'answered', status: 204 } });
      // The pool knows of a free connection once what was read is dealt with.
      await setImmediate();
    }
    expect(connections).toBe(1);
  });

  test('a server that wants to calculate with a huge modulus is refused before it does', async () => {
    const { port, server } = await open(listenByHugeModulus());
    const refused = once(server, 'tlsClientError') as Promise<[NodeJS.ErrnoException]>;
    const sent = await openSender()(`https://localhost:${port}/`);
    expect(sent).toMatchObject({ outcome: { kind: 'unreachable' } });
    expect((await refused)[0].code).toBe('ERR_SSL_NO_SHARED_CIPHER');
  });

  test('neither is there a finite field in TLS 1.3', async () => {
    const { port } = await open(listenByTls({ ecdhCurve: 'ffdhe2048:ffdhe3072' }));
    expect(await openSender()(`https://localhost:${port}/`)).toMatchObject({ outcome: { kind: 'unreachable' } });
  });

  test('a long chain of certificates is not even read', async () => {
    const { port } = await open(listenByTls({ chain: 60 }));
    const sent = await openSender()(`https://localhost:${port}/`);
    expect(sent).toEqual({ outcome: { kind: 'unreachable' }, reason: 'more came than is read' });
  });

  test('a guild has one handshake at a time, and another guild does not wait for it', async () => {
    const hellos: Socket[] = [];
    const heard = [1, 2, 3].map(() => Promise.withResolvers<undefined>());
    const { port, server } = await open(
      listenFor((socket) => {
        socket.once('data', () => heard[hellos.push(socket) - 1]?.resolve(undefined));
      }),
    );
    let connections = 0;
    const allConnected = Promise.withResolvers<undefined>();
    server.on('connection', () => {
      if ((connections += 1) === 3) allConnected.resolve(undefined);
    });
    const send = openSender();
    const tries = [send(`https://localhost:${port}/a`)];
    await heard[0]?.promise;
    tries.push(send(`https://localhost:${port}/b`), send(`https://localhost:${port}/c`, { guildId: '2' }));
    await Promise.all([allConnected.promise, heard[1]?.promise]);
    expect(hellos).toHaveLength(2);

    hellos[0]?.destroy();
    await heard[2]?.promise;
    for (const socket of hellos) socket.destroy();
    expect((await Promise.all(tries)).map((sent) => sent?.outcome.kind)).toEqual(tries.map(() => 'unreachable'));
  });
});

test.each(['webhook', 'votifier'] as const)(
  'of two addresses of a %s, a dead one does not use up the try',
  async (kind) => {
    const reached = Promise.withResolvers<undefined>();
    const { port } = await open(
      listenFor((socket) => {
        reached.resolve(undefined);
        socket.destroy();
      }),
    );
    await makeDead(port);
    const dns = await DnsServer.listen((name) => (name === 'game.example' ? [DEAD_ADDRESS, '127.0.0.1'] : []));
    onTestFinished(() => {
      dns.close();
    });
    const send = openSender({ nameServers: [dns.address], isPublic: () => true });
    const address = kind === 'webhook' ? `https://game.example:${port}/` : `game.example:${port}`;
    const sending = send(address, { kind });
    await reached.promise;
    expect(await sending).toMatchObject({ outcome: { kind: kind === 'webhook' ? 'unreachable' : 'no-votifier' } });
  },
);
