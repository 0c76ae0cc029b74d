import { createHmac } from 'node:crypto';

import { Secret } from '../secret.ts';
import { hasHidden, trimmed } from '../formats.ts';
import { credentialAsMeant } from '../written-values.ts';
import type { Outcome } from './hook.ts';
import type { Reward } from './message.ts';

/**
 * NuVotifier's protocol 2. The server greets with a challenge, takes one vote that is signed with its token, answers it
 * with a line of JSON, and closes the connection. Source: github.com/NuVotifier/NuVotifier, `VotifierProtocol2Decoder`,
 * `VoteInboundHandler`; azurejelly/azuvotifier has the same.
 *
 * Others differ in how they refuse. VotifierPlus (BenCodez/VotifierPlus, `VoteConnectionHandler`) closes the connection
 * without an answer, and speaks protocol 1 alone until its `TokenSupport` is on. HytaleVotifier (Hyvote/hytale-votifier,
 * `VotifierSocketHandler`) has its own words, and no token but those of single services. Both answer before they hand
 * over.
 */
export const DEFAULT_VOTIFIER_PORT = 8192;

/** By which plugins and the `tokens` of NuVotifier's configuration tell us from server lists. */
export const SERVICE_NAME = 'plan-vote-bot';

/** More than a greeting has. */
export const MAX_GREETING_BYTES = 256;

const GREETING = /^VOTIFIER 2 ([!-~]{1,128})\r?\n$/;
const MAGIC = 0x73_3a;
const HEADER_BYTES = 4;
/** The voter's address, which we do not know; what NuVotifier's own test votes have. */
const VOTER_ADDRESS = '127.0.0.1';

/** How a server begins that speaks protocol 1 alone, as `VOTIFIER 1.9`. */
const PROTOCOL_1 = /^VOTIFIER 1\b/;

/** More than NuVotifier makes its tokens. */
export const MAX_TOKEN_LENGTH = 200;

/** What comes before the token in its line of the configuration. */
const TOKEN_NAME = /^(["']?)[\w.-]+\1\s*:\s+/;

/** @param typed - a token of NuVotifier's configuration, or its line. @returns undefined for a text that is none */
export function readToken(typed: string): Secret | undefined {
  const token = credentialAsMeant(trimmed(typed).replace(TOKEN_NAME, ''));
  return token === '' || token.length > MAX_TOKEN_LENGTH || /\s/.test(token) || hasHidden(token)
    ? undefined
    : new Secret(token);
}

/** @param greeting - the first line, with its end. @returns the challenge; undefined for any other server */
export function readGreeting(greeting: string): string | undefined {
  return GREETING.exec(greeting)?.[1];
}

export function isProtocol1(greeting: string): boolean {
  return PROTOCOL_1.test(greeting);
}

/** @param challenge - of the server's greeting */
export function votePacket(
  { playername, claimedAt }: Pick<Reward, 'playername' | 'claimedAt'>,
  challenge: string,
  token: Secret,
): Buffer {
  const payload = JSON.stringify({
    username: playername,
    serviceName: SERVICE_NAME,
    timestamp: claimedAt,
    address: VOTER_ADDRESS,
    challenge,
  });
  const signature = createHmac('sha256', token.reveal()).update(payload, 'utf8').digest('base64');
  const message = Buffer.from(JSON.stringify({ payload, signature }), 'utf8');
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(MAGIC, 0);
  header.writeUInt16BE(message.length, 2);
  return Buffer.concat([header, message]);
}

/** What servers say before they take a vote. Any other error may come from a plugin that was handing it over. */
const REFUSALS = [
  [/Challenge (?:is not valid|verification failed)/, 'bad-challenge'],
  [/Signature (?:is not valid|verification failed)/, 'bad-token'],
  [/Unknown service/, 'unknown-service'],
  [/Username too long/, 'bad-name'],
] as const;

/** Of Netty, whose decoders throw them before NuVotifier hands anything over. */
const OF_DECODERS = ['CorruptedFrameException', 'DecoderException', 'TooLongFrameException'];

/** @param answer - all that the server sent after the vote. @returns undefined when that is no answer */
export function readVoteAnswer(answer: string): Outcome | undefined {
  const { status, cause, error, errorMessage } = parsed(answer);
  if (status === 'ok') return { kind: 'vote-taken' };
  if (status !== 'error') return undefined;
  const said = error ?? errorMessage;
  const refusal = REFUSALS.find(([words]) => typeof said === 'string' && words.test(said));
  // HytaleVotifier says no more once it has taken a vote; the rest of what it says is about how the vote came.
  const isUnread = errorMessage !== undefined || OF_DECODERS.some((one) => one === cause);
  return { kind: refusal?.[1] ?? (isUnread ? 'garbled' : 'vote-failed') };
}

function parsed(answer: string): { status?: unknown; cause?: unknown; error?: unknown; errorMessage?: unknown } {
  try {
    const value: unknown = JSON.parse(answer);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
