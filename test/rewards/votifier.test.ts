import { once } from 'node:events';

import { describe, expect, onTestFinished, test } from 'vitest';

import type { Outcome } from '../../src/rewards/hook.ts';
import { rewardMessage } from '../../src/rewards/message.ts';
import { createSender } from '../../src/rewards/sender.ts';
import type { Target } from '../../src/rewards/store/hooks.ts';
import { readGreeting, readToken, readVoteAnswer, SERVICE_NAME } from '../../src/rewards/votifier.ts';
import type { Fault } from '../../src/sandbox/fault-switches.ts';
import { VotifierPort } from '../../src/sandbox/hosts/votifier-port.ts';
import { Secret } from '../../src/secret.ts';
import { systemClock } from '../../src/work/clock.ts';
import { standBetween } from '../between.ts';
import { listening } from '../loopback.ts';
import { listenFor } from './hostile-receivers.ts';
import { PLAYER_NAMES } from './player-names.ts';

const CLAIMED_AT = Date.parse('2026-03-01T12:00:00.000Z');
const reward = (playername = 'Steve') =>
  rewardMessage({ id: 'claim', reference: 'ABCD2345', playername, guildId: '1', claimedAt: CLAIMED_AT });

const listen = () => listening(new VotifierPort());

type Options = {
  tryLastsMs?: number;
  stoppingLastsMs?: number;
  begin?: () => Promise<boolean>;
  stopping?: AbortSignal;
};

/** Sends a vote. `begun`: how often it was recorded that it goes out */
async function send(to: Pick<VotifierPort, 'address' | 'token'>, playername?: string, options: Options = {}) {
  const { begin = () => Promise.resolve(true), stopping, ...times } = options;
  const sender = createSender({ allowedHosts: new Set(['127.0.0.1']), clock: systemClock, ...times });
  const token = new Secret(to.token.get('default') ?? 'none');
  const target: Target = { guildId: '1', kind: 'votifier', address: to.address, secrets: [token] };
  let begun = 0;
  const sent = await sender.send(target, reward(playername), {
    ...(stopping ? { stopping } : {}),
    begin: () => {
      begun += 1;
      return begin();
    },
  });
  await sender.close();
  return { outcome: sent?.outcome, begun };
}

describe('a vote', () => {
  test('is taken, with the player, when it was claimed, and whom it is from', async () => {
    const port = await listen();
    expect(await send(port)).toEqual({ outcome: { kind: 'vote-taken' }, begun: 1 });
    expect(port.votes).toMatchObject([
      { username: 'Steve', serviceName: SERVICE_NAME, timestamp: String(CLAIMED_AT), address: '127.0.0.1' },
    ]);
  });

  test('is sent for a name that is safe in a command, as the receiver to copy would write it, and for no other', async () => {
    const port = await listen();
    for (const [name, inVotes] of PLAYER_NAMES) {
      const expected = inVotes === undefined ? { kind: 'bad-name', begun: 0 } : { kind: 'vote-taken', begun: 1 };
      const { outcome, begun } = await send(port, name);
      expect({ kind: outcome?.kind, begun }, name).toEqual(expected);
    }
    const sent = PLAYER_NAMES.flatMap(([, inVotes]) => inVotes ?? []);
    expect(port.votes.map(({ username }) => username)).toEqual(sent);
  });

  test('to NuVotifier behind what adds the PROXY protocol was not taken', async () => {
    const port = await listen();
    const address = await standBetween(port.port, { adds: 'PROXY TCP4 192.0.2.1 192.0.2.2 40000 8192\r\n' });
    expect((await send({ address, token: port.token })).outcome).toEqual({ kind: 'closed' });
    expect(port.votes).toEqual([]);
  });

  test.each<VotifierPort['plugin']>(['NuVotifier', 'HytaleVotifier'])(
    'that %s took and whose answer was lost may have been taken, however often its answers are lost',
    async (plugin) => {
      const port = await listen();
      port.plugin = plugin;
      port.token = new Map([[SERVICE_NAME, 'its-token']]);
      port.inject({ kind: 'lost-answer' });
      const sent = await send({ address: port.address, token: new Map([['default', 'its-token']]) });
      expect([sent.outcome, port.votes.length]).toEqual([{ kind: 'no-answer' }, 1]);
    },
  );

  test.each<[string, Fault, Outcome['kind'], votes: number]>([
    ['lost', { kind: 'lost-answer' }, 'no-answer', 1],
    ['nonsense', { kind: 'garbage' }, 'no-answer', 1],
    ['never sent', { kind: 'hang' }, 'no-answer', 1],
    ['an error of a plugin', { kind: 'status', status: 500 }, 'vote-failed', 1],
    ['that of another server', { kind: 'greeting', text: 'SSH-2.0-OpenSSH_9.2\r\n' }, 'no-votifier', 0],
    ['that of Votifier 1', { kind: 'greeting', text: 'VOTIFIER 1.9\n' }, 'protocol-1', 0],
    ['cut off', { kind: 'greeting', text: 'VOTIFIER 2 ' }, 'no-votifier', 0],
  ])('whose answer is %s comes to what is known', async (_what, fault, kind, votes) => {
    const port = await listen();
    port.inject(fault, { times: 1 });
    expect(await send(port, 'Steve', { tryLastsMs: 1_000 })).toEqual({ outcome: { kind }, begun: votes });
    expect(port.votes).toHaveLength(votes);
  });

  test('does not reach a server that is off, or closes before it greets', async () => {
    const port = await listen();
    port.inject({ kind: 'reset' }, { times: 1 });
    // One word: a manager learns nothing of ports in the surroundings of the bot.
    expect(await send(port)).toEqual({ outcome: { kind: 'no-votifier' }, begun: 0 });
    await port.close();
    expect(await send(port)).toEqual({ outcome: { kind: 'no-votifier' }, begun: 0 });
  });

  test('is not sent when that cannot be recorded, or it is not due any more', async () => {
    const port = await listen();
    expect(await send(port, 'Steve', { begin: () => Promise.resolve(false) })).toEqual({
      outcome: undefined,
      begun: 1,
    });
    const failure = new Error('the database is away');
    await expect(send(port, 'Steve', { begin: () => Promise.reject(failure) })).rejects.toBe(failure);
    expect(port.votes).toEqual([]);
  });

  test('is not sent by a process that stops', async () => {
    const silent = await listenFor(() => undefined);
    onTestFinished(silent.close);
    const stopping = new AbortController();
    const address = `127.0.0.1:${silent.port}`;
    const asked = once(silent.server, 'connection');
    const sending = send({ address, token: new Map() }, 'Steve', { stopping: stopping.signal });
    await asked;
    stopping.abort();
    expect(await sending).toEqual({ outcome: undefined, begun: 0 });
  });

  test('that a server took and does not answer is unclear soon after its process is to stop', async () => {
    const port = await listen();
    port.inject({ kind: 'hang' });
    const stopping = new AbortController();
    const begin = () => {
      stopping.abort();
      return Promise.resolve(true);
    };
    const sent = await send(port, 'Steve', { stopping: stopping.signal, stoppingLastsMs: 500, begin });
    expect(sent).toEqual({ outcome: { kind: 'no-answer' }, begun: 1 });
    expect(port.votes).toHaveLength(1);
  });

  test.each(['10.0.0.1:8192', '[::1]:8192', 'localhost:8192', '0x7f.1:25'])('never goes to %s', async (address) => {
    const sender = createSender({ allowedHosts: new Set(), clock: systemClock });
    onTestFinished(() => sender.close());
    const target: Target = { guildId: '1', kind: 'votifier', address, secrets: [new Secret('token')] };
    expect(await sender.send(target, reward())).toEqual({ outcome: { kind: 'blocked' } });
  });
});

test.each([
  ['VOTIFIER 2 abc\n', 'abc'],
  ['VOTIFIER 2 abc\r\n', 'abc'],
  ['VOTIFIER 2 abc', undefined],
  ['VOTIFIER 2 \n', undefined],
  ['VOTIFIER 1.9\n', undefined],
  ['HTTP/1.1 400 Bad Request\r\n', undefined],
])('the greeting %j has the challenge %s', (greeting, challenge) => {
  expect(readGreeting(greeting)).toBe(challenge);
});

test.each<readonly [string, string | undefined]>([
  ['{"status":"ok"}\r\n', 'vote-taken'],
  ['{"status":"error","cause":"CorruptedFrameException","error":"Challenge is not valid"}', 'bad-challenge'],
  ['{"status":"error","cause":"CorruptedFrameException","error":"Username too long"}', 'bad-name'],
  ['{"status":"error","cause":"NullPointerException"}', 'vote-failed'],
  ['{"status":"error","cause":"IllegalStateException","error":"plugin disabled"}', 'vote-failed'],
  ['{"status":"error","cause":"TooLongFrameException","error":"Adjusted frame length exceeds 1024"}', 'garbled'],
  ['{"status":"error","cause":"DecoderException","error":"com.google.gson.JsonSyntaxException: x"}', 'garbled'],
  ['{"status":"error","cause":"CorruptedFrameException"}', 'garbled'],
  ...[
    ['Signature verification failed', 'bad-token'],
    ['Challenge verification failed', 'bad-challenge'],
    ['V1 protocol is disabled', 'garbled'],
    ['Decryption failed', 'garbled'],
    ['Invalid message length', 'garbled'],
    ['Invalid vote format: V2 payload missing serviceName', 'garbled'],
  ].map(
    ([said = '', kind = '']) => [JSON.stringify({ status: 'error', cause: said, errorMessage: said }), kind] as const,
  ),
  ['{"status":"fine"}', undefined],
  ['"ok"', undefined],
  ['null', undefined],
  ['', undefined],
])('the answer %s is read as %s', (answer, kind) => {
  expect(readVoteAnswer(answer)?.kind).toBe(kind);
});

test.each<readonly [string, string | undefined]>([
  ...[
    ' abc123 \n',
    '"abc123"',
    "'abc123'",
    '`abc123`',
    '“abc123”',
    '„abc123“',
    '\u200babc123\u200b',
    '" abc123 "',
    String.raw`abc123\n`,
  ].map((typed) => [typed, 'abc123'] as const),
  ...['default: abc123', "default: 'abc123'", '"plan-vote-bot": "abc123"', '  default:  abc123'].map(
    (line) => [line, 'abc123'] as const,
  ),
  ['abc:123', 'abc:123'],
  ['abc\u200b123', undefined],
  ['', undefined],
  ['two words', undefined],
  ['x'.repeat(201), undefined],
])('%j is read as the token %s', (typed, token) => {
  expect(readToken(typed)?.reveal()).toBe(token);
});
