import { createHmac, randomBytes } from 'node:crypto';

/** A vote as NuVotifier hands it to voting plugins. */
export type Vote = {
  readonly serviceName: string;
  readonly username: string;
  readonly address: string;
  readonly timestamp: string;
  readonly additionalData?: Buffer;
};

/** What NuVotifier answers. `cause`: the simple class name of an exception; `error`: its message. */
export type VotifierAnswer = { status: 'ok' } | { status: 'error'; cause: string; error: string };

type Json = Readonly<Record<string, unknown>>;

const MAGIC = 0x733a;
const HEADER_BYTES = 4;
const FRAME_BYTES_MOST = 1024;
const USERNAME_LENGTH_MOST = 16;
const TOKEN_BITS = 130;
const TOKEN_BYTES = 17;
const DIGITS_BASE = 32;
/** The characters that Gson escapes, beside those of every JSON. */
const ESCAPED = /[<>&='\u2028\u2029]/g;
const UUID = /^[\da-f]+(?:-[\da-f]+){4}$/i;

/** An exception of NuVotifier. */
export class VotifierException extends Error {
  readonly simpleName: string;

  constructor(simpleName: string, message: string) {
    super(message);
    this.simpleName = simpleName;
  }
}

/** A token or challenge as NuVotifier makes them. */
export function newToken(): string {
  const bits = BigInt(`0x${randomBytes(TOKEN_BYTES).toString('hex')}`);
  return BigInt.asUintN(TOKEN_BITS, bits).toString(DIGITS_BASE);
}

export function nuVotifierAnswer(answer: VotifierAnswer): string {
  const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `${JSON.stringify(answer).replace(ESCAPED, escaped)}\r\n`;
}

/** In the words of HytaleVotifier, which ends no line. It has no default token, and no own words for a service without one. */
export function hytaleAnswer(answer: VotifierAnswer): string {
  if (answer.status === 'ok') return JSON.stringify(answer);
  const { error } = answer;
  const [cause] = /^(?:Challenge|Signature)/.exec(error) ?? [error.includes('Unknown service') && 'Signature'];
  return hytaleRefusal(cause ? `${cause} verification failed` : `Invalid vote format: ${error}`);
}

export function hytaleRefusal(errorMessage: string): string {
  return JSON.stringify({ status: 'error', cause: errorMessage, errorMessage });
}

/** Whether these bytes begin as protocol 2 does; undefined while there are too few of them. */
export function isProtocol2(received: Buffer): boolean | undefined {
  return received.length < 2 ? undefined : received.readUInt16BE(0) === MAGIC;
}

/** The text of the first frame; undefined until it has come as a whole. @throws VotifierException as soon as it is too long */
export function frameIn(received: Buffer): string | undefined {
  if (received.length < HEADER_BYTES) return undefined;
  const end = HEADER_BYTES + received.readUInt16BE(2);
  if (end > FRAME_BYTES_MOST) {
    const message = `Adjusted frame length exceeds ${FRAME_BYTES_MOST}: ${end} - discarded`;
    throw new VotifierException('TooLongFrameException', message);
  }
  return received.length < end ? undefined : received.toString('utf8', HEADER_BYTES, end);
}

/**
 * Checks a message, in the order in which NuVotifier does. `tokens`: by the name of a service, or `default`.
 *
 * @throws VotifierException
 */
export function readVote(text: string, session: { challenge: string; tokens: ReadonlyMap<string, string> }): Vote {
  const message = parse(text, 'voteMessage');
  const payload = textOf(message, 'payload');
  const vote = parse(payload, 'votePayload');
  if (textOf(vote, 'challenge') !== session.challenge) throw corrupted('Challenge is not valid');

  const serviceName = textOf(vote, 'serviceName');
  const token = session.tokens.get(serviceName) ?? session.tokens.get('default');
  if (token === undefined) throw undecodable(`java.lang.RuntimeException: Unknown service '${serviceName}'`);
  const signature = decodeBase64(textOf(message, 'signature'));
  const own = createHmac('sha256', token).update(payload).digest();
  if (!own.equals(signature)) throw corrupted('Signature is not valid (invalid token?)');

  if (Object.hasOwn(vote, 'uuid') && !UUID.test(textOf(vote, 'uuid'))) {
    throw illegalArgument(`Invalid UUID string: ${textOf(vote, 'uuid')}`);
  }
  const username = textOf(vote, 'username');
  if (username.length > USERNAME_LENGTH_MOST) throw corrupted('Username too long');
  return {
    serviceName,
    username,
    address: textOf(vote, 'address'),
    timestamp: textOf(vote, 'timestamp', '"object"'),
    ...(Object.hasOwn(vote, 'additionalData') && { additionalData: decodeBase64(textOf(vote, 'additionalData')) }),
  };
}

/** Gson forgives more, such as a missing quote, and names a fault of the JSON in other words. */
function parse(text: string, variable: string): Json {
  if (text.trim() === '') throw nullPointer('JsonObject.get(String)', `"${variable}"`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw undecodable(`com.google.gson.JsonSyntaxException: ${String(error)}`);
  }
  if (gsonClassOf(json) === 'JsonObject') return json as Json;
  throw undecodable(
    `com.google.gson.JsonSyntaxException: Expected a com.google.gson.JsonObject but was com.google.gson.${gsonClassOf(json)}`,
  );
}

/** @param variable - what is null when there is no such member */
function textOf(
  json: Json,
  name: string,
  variable = 'the return value of "com.google.gson.JsonObject.get(String)"',
): string {
  if (!Object.hasOwn(json, name)) throw nullPointer('JsonElement.getAsString()', variable);
  const value = json[name];
  const type = gsonClassOf(value);
  if (type === 'JsonPrimitive') return String(value);
  throw undecodable(
    type === 'JsonArray' ? 'java.lang.IllegalStateException' : `java.lang.UnsupportedOperationException: ${type}`,
  );
}

function gsonClassOf(value: unknown): 'JsonNull' | 'JsonArray' | 'JsonObject' | 'JsonPrimitive' {
  if (value === null) return 'JsonNull';
  if (Array.isArray(value)) return 'JsonArray';
  return typeof value === 'object' ? 'JsonObject' : 'JsonPrimitive';
}

/** Java's decoder: padding may be left out, but not be wrong. */
function decodeBase64(text: string): Buffer {
  const [digits] = /^[A-Za-z\d+/]*/.exec(text) ?? [''];
  const rest = text.slice(digits.length);
  const inLastUnit = digits.length % 4;
  const missing = 4 - inLastUnit;
  if (text.length === 1) throw illegalArgument('Input byte[] should at least have 2 bytes for base64 bytes');
  if (rest !== '' && !rest.startsWith('=')) {
    throw illegalArgument(`Illegal base64 character ${rest.charCodeAt(0).toString(16)}`);
  }
  if (inLastUnit === 1) throw illegalArgument('Last unit does not have enough valid bits');
  if (rest === '') return Buffer.from(digits, 'base64');
  if (inLastUnit === 0 || !rest.startsWith('='.repeat(missing))) {
    throw illegalArgument('Input byte array has wrong 4-byte ending unit');
  }
  if (rest.length > missing) {
    throw illegalArgument(`Input byte array has incorrect ending byte at ${digits.length + missing}`);
  }
  return Buffer.from(digits, 'base64');
}

function corrupted(message: string): VotifierException {
  return new VotifierException('CorruptedFrameException', message);
}

/** Netty wraps what its decoders throw, unless it is an exception of its own. */
function undecodable(cause: string): VotifierException {
  return new VotifierException('DecoderException', cause);
}

function illegalArgument(message: string): VotifierException {
  return undecodable(`java.lang.IllegalArgumentException: ${message}`);
}

function nullPointer(called: string, variable: string): VotifierException {
  return undecodable(
    `java.lang.NullPointerException: Cannot invoke "com.google.gson.${called}" because ${variable} is null`,
  );
}
