import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import { type HookKind, mayHaveTaken, type Outcome } from '../../src/rewards/hook.ts';
import { createHookSecret, rewardMessage } from '../../src/rewards/message.ts';
import { createSender } from '../../src/rewards/sender.ts';
import { SERVICE_NAME } from '../../src/rewards/votifier.ts';
import { type VotifierPlugin, VotifierPort } from '../../src/sandbox/hosts/votifier-port.ts';
import { Secret } from '../../src/secret.ts';
import { standBetween } from '../between.ts';
import { listening } from '../loopback.ts';
import { createManualClock } from '../manual-clock.ts';

const MESSAGE = rewardMessage({ id: 'claim', reference: 'ABCD2345', playername: 'Steve', guildId: '1', claimedAt: 0 });
/** One way. */
const PATH_MS = 280;

/** A sender whose time passes on the way alone. */
async function farFrom(port: number, { kind, secret }: { kind: HookKind; secret: Secret }) {
  const clock = createManualClock();
  const transit = () => {
    const arrived = clock.sleep(PATH_MS);
    void clock.advance(PATH_MS);
    return arrived;
  };
  const between = await standBetween(port, { transit });
  const sender = createSender({ allowedHosts: new Set(['127.0.0.1']), clock });
  onTestFinished(() => sender.close());
  const address = kind === 'webhook' ? `http://${between}/` : between;
  return { clock, sender, target: { guildId: '1', kind, address, secrets: [secret] } };
}

async function votifierFar(plugin: VotifierPlugin, token = 'right') {
  const port = new VotifierPort();
  port.plugin = plugin;
  port.token = new Map([[SERVICE_NAME, 'right']]);
  await listening(port);
  return { port, ...(await farFrom(port.port, { kind: 'votifier', secret: new Secret(token) })) };
}

test.each<[VotifierPlugin, token: string, Outcome['kind'], pieces: number, of?: string]>([
  ['NuVotifier', 'right', 'vote-taken', 3],
  ['NuVotifier', 'wrong', 'bad-token', 3],
  ['NuVotifier', 'right', 'unknown-service', 3, 'another-service'],
  ['HytaleVotifier', 'right', 'vote-taken', 3],
  ['HytaleVotifier', 'wrong', 'bad-token', 3],
  ['HytaleVotifier', 'right', 'bad-token', 3, 'another-service'],
  ['VotifierPlus', 'right', 'vote-taken', 3],
  // It is asked once more by what is no vote.
  ['VotifierPlus', 'wrong', 'closed', 6],
  ['VotifierPlus', 'right', 'closed', 6, 'another-service'],
  ['VotifierPlus without tokens', 'right', 'protocol-1', 1],
])('a vote for a %s far away, by the %s token, comes to %s', async (plugin, token, kind, pieces, of = SERVICE_NAME) => {
  const { port, clock, sender, target } = await votifierFar(plugin, token);
  port.token = new Map([[of, 'right']]);
  expect(await sender.send(target, MESSAGE)).toMatchObject({ outcome: { kind } });
  expect([clock.monotonic(), port.votes.length]).toEqual([pieces * PATH_MS, kind === 'vote-taken' ? 1 : 0]);
  expect(mayHaveTaken({ kind } as Outcome)).toBe(false);
});

test('a vote for a server far away is taken, also while the process stops', async () => {
  const { sender, target } = await votifierFar('NuVotifier');
  const stopping = new AbortController();
  const begin = () => {
    stopping.abort();
    return Promise.resolve(true);
  };
  const sent = await sender.send(target, MESSAGE, { stopping: stopping.signal, begin });
  expect(sent).toEqual({ outcome: { kind: 'vote-taken' } });
});

test('a message for a receiver far away is accepted', async () => {
  const receiver = createServer((_request, response) => response.writeHead(204).end()).listen(0, '127.0.0.1');
  onTestFinished(() => void receiver.close());
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const { clock, sender, target } = await farFrom(port, { kind: 'webhook', secret: createHookSecret() });
  expect(await sender.send(target, MESSAGE)).toMatchObject({ outcome: { kind: 'answered', status: 204 } });
  expect(clock.monotonic()).toBe(2 * PATH_MS);
});
