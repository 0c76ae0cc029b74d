/** What the values of the configuration look like: each format says, after "must be", what it takes. */
import { isIP } from 'node:net';

import { z } from 'zod';

import { SNOWFLAKE } from './digits.ts';
import { Secret } from './secret.ts';

const ENCRYPTION_KEY_BYTES = 32;

export type EncryptionKey = { id: string; key: Secret };

/** A credential travels in a header, where nothing else can stand. */
export const secret = z
  .string()
  .regex(/^[!-~]+$/, 'one word of plain characters, without spaces')
  .transform((text) => new Secret(text));
export const snowflake = z.string().regex(SNOWFLAKE, 'a Discord id (17 to 20 digits)');

export const hostUrl = z
  .string()
  .refine((text) => isSafeUrl(text, ['https:'], ['http:']), 'an https: URL (http: only for a loopback address)')
  .transform((text) => text.replace(/(?<!\/)\/+$/, ''));

export const linkUrl = z
  .string()
  .refine((text) => isSafeUrl(text.replaceAll(/\{(?:entity_id|player)\}/g, 'x'), ['https:'], []), 'an https: URL');

export const databaseUrl = z
  .string()
  .refine((text) => /^sqlite:.+/.test(text) || isSafeUrl(text, ['postgres:', 'postgresql:'], []), {
    error: 'sqlite:PATH or postgres://…',
  })
  .transform((text) =>
    text.startsWith('sqlite:')
      ? { kind: 'sqlite' as const, path: text.slice('sqlite:'.length) }
      : { kind: 'postgres' as const, url: new Secret(text) },
  );

export const redisUrl = z
  .string()
  .refine((text) => isSafeUrl(text, ['redis:', 'rediss:'], []), 'redis://… or rediss://…')
  .transform((text) => new Secret(text));

export const encryptionKeys = z
  .string()
  .transform(parseKeyRing)
  .refine((keys) => keys !== undefined, {
    error: `a key ring "id:base64 of ${ENCRYPTION_KEY_BYTES} bytes[,older…]", each id once`,
  });

export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `a whole number from ${min} to ${max}`);

export const hosts = z
  .string()
  .transform(parseHosts)
  .refine(
    (found) => found !== undefined,
    'names or IP addresses, each with a port or without, for example game.lan,10.0.0.5:8080',
  );

export const address = z.string().refine((text) => isIP(text) > 0, 'an IP address of this machine, or 0.0.0.0 for all');

function isSafeUrl(text: string, anywhere: readonly string[], onLoopback: readonly string[]): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  const loopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  return anywhere.includes(protocol) || (loopback && onLoopback.includes(protocol));
}

/** Parses a key ring `id:base64,older…`, newest key first; undefined when it is invalid. */
export function parseKeyRing(text: string): EncryptionKey[] | undefined {
  const keys = text.split(',').flatMap((part) => parseEncryptionKey(part) ?? []);
  const whole = keys.length === text.split(',').length;
  return whole && new Set(keys.map(({ id }) => id)).size === keys.length ? keys : undefined;
}

function parseEncryptionKey(text: string): EncryptionKey | undefined {
  const [, id = '1', base64 = ''] = /^(?:([\w-]{1,32}):)?([A-Za-z0-9+/]+=*)$/.exec(text.trim()) ?? [];
  if (Buffer.from(base64, 'base64').length !== ENCRYPTION_KEY_BYTES) return undefined;
  return { id, key: new Secret(base64) };
}

/** Parses hosts with or without a port, `game.lan,10.0.0.5:8080,[fd00::5]`, into the form that URLs have them in. */
function parseHosts(text: string): Set<string> | undefined {
  const found = new Set<string>();
  for (const part of text.split(',')) {
    const [, host = '', port] =
      /^(\[[\da-f:.]{2,45}\]|[^\s:/?#@[\]\\]{1,253})(?::(\d{1,5}))?$/i.exec(part.trim()) ?? [];
    const url = `http://${host}/`;
    if (host === '' || !URL.canParse(url) || Number(port ?? 1) > 65_535) return undefined;
    found.add([new URL(url).hostname, ...(port === undefined ? [] : [String(Number(port))])].join(':'));
  }
  return found;
}
