import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

import type { VotifierPort } from '../../../src/sandbox/hosts/votifier-port.ts';

type Write = (part: Buffer, done: (error: Error | null) => void) => void;
type Port = Pick<VotifierPort, 'port' | 'token'>;
/** Fields of a payload; undefined leaves one out. */
export type Payload = Readonly<Record<string, unknown>>;

export const OK = '{"status":"ok"}\r\n';

/** A message as a voting site sends it. @param fields - replace those of the payload */
export function messageOf(
  challenge: string,
  token: string,
  fields: Payload = {},
): { payload: string; signature: string } {
  const usual = { serviceName: 'a-service', username: 'Steve', address: '127.0.0.1', timestamp: 1_764_000_000_000 };
  const payload = JSON.stringify({ ...usual, challenge, ...fields });
  return { payload, signature: signatureOf(payload, token) };
}

export function signatureOf(payload: string, token: string): string {
  return createHmac('sha256', token).update(payload).digest('base64');
}

/** The bytes of protocol 2. */
export function framed(message: string | object): Buffer {
  const body = Buffer.from(typeof message === 'string' ? message : JSON.stringify(message));
  const header = Buffer.alloc(4);
  header.writeUInt16BE(0x733a, 0);
  header.writeUInt16BE(body.length, 2);
  return Buffer.concat([header, body]);
}

/** Sends, in this many writes, what `write` makes of the challenge. @returns all that came after the greeting */
export async function converse(
  { port }: Pick<Port, 'port'>,
  write: (challenge: string) => Buffer | Buffer[],
): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const [greeting] = (await once(socket, 'data')) as [Buffer];
  const challenge = /^VOTIFIER 2 ([0-9a-v]+)\n$/.exec(greeting.toString())?.[1] ?? '';
  const rest = text(socket);
  for (const part of [write(challenge)].flat()) await promisify(socket.write.bind(socket) as Write)(part);
  return rest;
}

/** Votes as a voting site does. @returns the answer, empty when none came */
export async function sendVote(port: Port, fields: Payload = {}): Promise<string> {
  const token = port.token.get('default') ?? '';
  return converse(port, (challenge) => framed(messageOf(challenge, token, fields)));
}
