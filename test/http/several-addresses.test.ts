import { createServer } from 'node:http';

import { expect, onTestFinished, test } from 'vitest';

import { createPool } from '../../src/http/bounded-pool.ts';
import { CONNECT_TIMEOUT_MS, HOST_BOUNDS } from '../../src/http/client.ts';
import { exchange } from '../../src/http/exchange.ts';
import { rewardMessage } from '../../src/rewards/message.ts';
import { createSender } from '../../src/rewards/sender.ts';
import { VotifierPort } from '../../src/sandbox/hosts/votifier-port.ts';
import { Secret } from '../../src/secret.ts';
import { systemClock } from '../../src/work/clock.ts';
import { DEAD_ADDRESS, makeDead } from '../dead-address.ts';
import { DnsServer } from '../dns-server.ts';
import { listenOnLoopback } from '../loopback.ts';

const LIVE = '127.0.0.1';
/** Of documentation: there is no route to it. */
const NO_ROUTE = '2001:db8::1';
const ONE_TRY_MS = 15_000;

test.each([
  ['IPv6 without a route, and IPv4', [NO_ROUTE, LIVE]],
  ['a dead one first', [DEAD_ADDRESS, LIVE]],
  ['a dead one and IPv6 without a route first', [NO_ROUTE, DEAD_ADDRESS, LIVE]],
])('a service with several addresses is reached: %s', async (_, addresses) => {
  const port = await listenOnLoopback(createServer((_request, response) => response.end('here')));
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

test('a game server of whose addresses one is dead gets its vote in one try', async () => {
  const votifier = new VotifierPort();
  await votifier.listen();
  await makeDead(votifier.port);
  const dns = await DnsServer.listen(() => [DEAD_ADDRESS, LIVE]);
  const sender = createSender({
    allowedHosts: new Set(),
    clock: systemClock,
    tryLastsMs: ONE_TRY_MS,
    nameServers: [dns.address],
    isPublic: () => true,
  });
  onTestFinished(async () => {
    dns.close();
    await Promise.all([sender.close(), votifier.close()]);
  });
  const secrets = [new Secret(votifier.token.get('default') ?? '')];
  const target = { guildId: '1', kind: 'votifier', address: `game.example:${votifier.port}`, secrets } as const;
  const reward = { id: 'claim', reference: 'ABCD2345', playername: 'Steve', guildId: '1', claimedAt: 0 };
  expect(await sender.send(target, rewardMessage(reward))).toEqual({ outcome: { kind: 'vote-taken' } });
});
