import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { describe, expect, test } from 'vitest';

import { VotifierPort, type VotifierExchange } from '../../../src/sandbox/hosts/votifier-port.ts';
import { listening } from '../../loopback.ts';
import { converse, framed, messageOf, OK, sendVote, signatureOf, type Payload } from './send-vote.ts';

const TOKEN = 'a-token';
const FRAME_BYTES_MOST = 1024;
const NO_MEMBER =
  'java.lang.NullPointerException: Cannot invoke "com.google.gson.JsonElement.getAsString()" because the return value of "com.google.gson.JsonObject.get(String)" is null';

async function open(): Promise<VotifierPort> {
  const port = await listening(new VotifierPort());
  port.token = new Map([['default', TOKEN]]);
  return port;
}

/** What NuVotifier answers, quotation marks as Gson escapes them. */
const refusal = (cause: string, error: string): string =>
  `{"status":"error","cause":"${cause}","error":${JSON.stringify(error).replaceAll("'", '\\u0027')}}\r\n`;
const decoderException = (error: string): string => refusal('DecoderException', error);
const illegal = (error: string): string => decoderException(`java.lang.IllegalArgumentException: ${error}`);

describe('the Votifier port', () => {
  test('takes a vote that is signed', async () => {
    const port = await open();
    const additionalData = Buffer.from('more').toString('base64');
    expect(await sendVote(port, { timestamp: '2026-11-25', additionalData })).toBe(OK);
    const vote = { serviceName: 'a-service', username: 'Steve', address: '127.0.0.1', timestamp: '2026-11-25' };
    expect(port.votes).toEqual([{ ...vote, additionalData: Buffer.from('more') }]);
  });

  test('takes a vote that comes byte by byte, and one with letters of two bytes', async () => {
    const port = await open();
    const answer = await converse(port, (challenge) => {
      const bytes = framed(messageOf(challenge, TOKEN, { serviceName: 'Zoë’s' }));
      return Array.from(bytes, (byte) => Buffer.of(byte));
    });
    expect(answer).toBe(OK);
    expect(port.votes).toMatchObject([{ serviceName: 'Zoë’s' }]);
  });

  test('prefers the token of the service', async () => {
    const port = await open();
    port.token.set('a-service', 'its-own');
    const vote = (token: string) => converse(port, (challenge) => framed(messageOf(challenge, token)));
    expect(await vote('its-own')).toBe(OK);
    expect(await vote(TOKEN)).toBe(refusal('CorruptedFrameException', 'Signature is not valid (invalid token?)'));
  });

  test('takes a frame of 1024 bytes, and none that is longer', async () => {
    const port = await open();
    const ofSize = (size: number) => (challenge: string) => {
      const bare = framed(messageOf(challenge, TOKEN, { filler: '' })).length;
      return framed(messageOf(challenge, TOKEN, { filler: 'x'.repeat(size - bare) }));
    };
    expect(await converse(port, ofSize(FRAME_BYTES_MOST))).toBe(OK);
    const tooLong = refusal('TooLongFrameException', 'Adjusted frame length exceeds 1024: 1025 - discarded');
    expect(await converse(port, ofSize(FRAME_BYTES_MOST + 1))).toBe(tooLong);
    expect(await converse(port, (challenge) => ofSize(FRAME_BYTES_MOST + 1)(challenge).subarray(0, 4))).toBe(tooLong);
    expect(port.votes).toHaveLength(1);
  });

  test.each<[string, Payload, string]>([
    ['another challenge', { challenge: 'x' }, refusal('CorruptedFrameException', 'Challenge is not valid')],
    ['no challenge', { challenge: undefined }, decoderException(NO_MEMBER)],
    ['no service', { serviceName: undefined }, decoderException(NO_MEMBER)],
    ['a long name', { username: 'x'.repeat(17) }, refusal('CorruptedFrameException', 'Username too long')],
    ['no name', { username: undefined }, decoderException(NO_MEMBER)],
    ['a name that is null', { username: null }, decoderException('java.lang.UnsupportedOperationException: JsonNull')],
    ['a list of names', { username: [] }, decoderException('java.lang.IllegalStateException')],
    ['a uuid that is none', { uuid: 'zz' }, illegal('Invalid UUID string: zz')],
    ['additional data that is no base64', { additionalData: 'a!b' }, illegal('Illegal base64 character 21')],
  ])('refuses a vote with %s', async (_, fields, answer) => {
    const port = await open();
    expect(await sendVote(port, fields)).toBe(answer);
    expect(port.votes).toEqual([]);
  });

  test('refuses a service without a token, before it looks at the signature', async () => {
    const port = await open();
    port.token = new Map([['other', TOKEN]]);
    const unsigned = (challenge: string) => framed({ payload: messageOf(challenge, TOKEN).payload });
    const answer = decoderException("java.lang.RuntimeException: Unknown service 'a-service'");
    expect(await converse(port, unsigned)).toBe(answer);
    expect(answer).toContain('\\u0027');
  });

  test.each([
    ['of another token', (payload: string) => signatureOf(payload, 'x'), undefined],
    ['of other bytes', (payload: string) => signatureOf(`${payload} `, TOKEN), undefined],
    ['that is short', () => 'abc=', undefined],
    ['that is hex', () => '0-', 'Illegal base64 character 2d'],
  ])('refuses a signature %s', async (_, sign, reason) => {
    const port = await open();
    const answer = await converse(port, (challenge) => {
      const { payload } = messageOf(challenge, TOKEN);
      return framed({ payload, signature: sign(payload) });
    });
    const wrong = refusal('CorruptedFrameException', 'Signature is not valid (invalid token?)');
    expect(answer).toBe(reason === undefined ? wrong : illegal(reason));
    expect(port.votes).toEqual([]);
  });
});

test('an exchange is told when its connection has ended', async () => {
  const port = await open();
  const next = async (): Promise<VotifierExchange> => ((await once(port, 'exchange')) as [VotifierExchange])[0];
  const exchanges = [next()];
  await sendVote(port);
  port.inject({ kind: 'reset' }, { times: 1 });
  await Promise.all(exchanges);
  exchanges.push(next());
  // A connection that says nothing by itself.
  await text(connect(port.port, '127.0.0.1'));
  expect(await Promise.all(exchanges)).toMatchObject([
    { status: 'ok', responseBody: OK, requestBody: expect.stringContaining('Steve') as string, fault: null },
    { status: null, responseBody: null, requestBody: null, fault: { kind: 'reset' } },
  ]);
});
