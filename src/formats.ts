import { isIP, isIPv6 } from 'node:net';

import { z } from 'zod';

import { Secret } from './secret.ts';
import { readAddress, readPostgresAddress, type ReadAddress } from './addresses.ts';
import { credentialAsMeant, withoutTilde } from './written-values.ts';

/** Characters of no width, those that change the direction of text, and fillers. They come along with what is copied. */
const HIDDEN = /\u034f|[\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0]/;
const isUnseen = (char = '') => /\s/.test(char) || HIDDEN.test(char);

/** The text without blanks and hidden characters at its ends. */
export function trimmed(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isUnseen(text[from])) from += 1;
  while (from < to && isUnseen(text[to - 1])) to -= 1;
  return text.slice(from, to);
}

/** Whether a text, as it would be shown, looks like another one. */
export const hasHidden = (text: string): boolean => HIDDEN.test(text);

/** A Discord id (Discord's documentation, "Snowflakes"). */
export const SNOWFLAKE = /^\d{17,20}$/;
const DISCORD_EPOCH_MS = 1_420_070_400_000;
const TIME_SHIFT = 22n;

/** When Discord made what has this id, in ms since the epoch; undefined if the id is none of Discord's. */
export function snowflakeTime(id: string): number | undefined {
  return SNOWFLAKE.test(id) ? Number(BigInt(id) >> TIME_SHIFT) + DISCORD_EPOCH_MS : undefined;
}

/** A whole number as people write it, with thousands apart or without: 1.000, 1,000 or 1 000; undefined for any other text. */
export function parseTypedNumber(text: string): number | undefined {
  return parseWholeNumber(text.trim().replaceAll(/(?<=\d)[.,'’\s](?=\d{3}(?!\d))/g, ''));
}

/** A whole number, written in digits, that JavaScript can hold; undefined for any other text. */
export function parseWholeNumber(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

export const ENCRYPTION_KEY_BYTES = 32;

export type EncryptionKey = { id: string; key: Secret };

/** What a text must be instead, in words of its own. */
class Unfit {
  readonly what: string;

  constructor(what: string) {
    this.what = what;
  }
}

/** A value of the configuration, as `parse` reads it. Any other text is a problem: it "must be" `what`. */
const format = <T>(what: string, parse: (text: string) => T | Unfit | undefined) =>
  z.string().transform((text, context): T => {
    const value = parse(text);
    const isUnfit = value instanceof Unfit;
    if (value !== undefined && !isUnfit) return value;
    context.addIssue(isUnfit ? value.what : what);
    return z.NEVER;
  });

const TO_FILL_IN = /^(?:<.*>|\$?\{.*\}|(?:change|replace)[-_]?me|your[-_].+)$/i;

/** A credential travels in a header, where nothing else can stand. */
export const secret = format('one word of plain characters, without spaces', (text) => {
  const token = credentialAsMeant(text);
  if (TO_FILL_IN.test(token)) return new Unfit('filled in: this is what an example has in its place');
  if (/^["'`]|["'`]$/.test(token)) return new Unfit('without the quotation mark at one of its ends');
  return /^[!-~]+$/.test(token) ? new Secret(token) : undefined;
});

/**
 * How tokens of other services begin, as these document them. Panels for hosting pass their Git token by the name
 * `ACCESS_TOKEN`, and have keys of their own.
 */
const FOREIGN_TOKENS: readonly [RegExp, issuer: string][] = [
  [/^(?:gh[opusr]_|github_pat_)/, 'GitHub'],
  [/^gl(?:pat|dt|rt|rtr|cbt|ptt|ft|imt|agent|oas|soat|ffct|wt)-/, 'GitLab'],
  [/^AT(?:BB|ATT3|CTT3)/, 'Bitbucket'],
  [/^(?:xox[a-z][-.]|xapp-)/, 'Slack'],
  [/^npm_/, 'npm'],
  [/^dckr_(?:pat|oat)_/, 'Docker'],
  [/^pypi-/, 'PyPI'],
  [/^A(?:KIA|SIA)[A-Z\d]{16}$/, 'AWS'],
  [/^(?:AIza|GOCSPX-|ya29\.)/, 'Google'],
  [/^do[por]_v1_/, 'DigitalOcean'],
  [/^(?:[prs]k_(?:live|test)_)/, 'Stripe'],
  [/^whsec_/, 'webhooks'],
  [/^ptl[ac]_/, 'Pterodactyl'],
  [/^sk-(?:ant|proj|svcacct|admin|or)-/, 'a language model'],
  [/^hf_/, 'Hugging Face'],
  [/^SG\.[\w-]{22}\./, 'SendGrid'],
  [/^shp(?:at|ca|pa|ss)_/, 'Shopify'],
  [/^sbp_/, 'Supabase'],
  [/^\d{8,10}:[\w-]{35}$/, 'Telegram'],
  // The first part is a bot's id, of digits in base64.
  [/^[MNO][\w-]{22,27}\.[\w-]{6,7}\.[\w-]{27,}$/, 'Discord'],
];

/** What other tools write for what they fill in: in brackets, between signs, or after one. */
const PLACEHOLDER =
  /\$?\{{1,2}[^{}/]{0,40}\}{1,2}|%{1,2}[a-z_. -]{1,40}%{1,2}|\[[a-z_. -]{1,40}\](?![[=])|<[a-z_. -]{1,40}>|\([a-z_. -]{1,40}\)|#[a-z_.-]{1,40}#|\*[a-z_.-]{1,40}\*|__[a-z_.-]{1,40}__|(?<=[/=&?~.-])[$:][a-z_]{1,40}(?![a-z\d])|(?<![a-z])your[-_ ]?[a-z]{1,20}(?:[-_ ][a-z]{1,20})?(?![a-z\d])/gi;
const PLAYER_WORD = /(?:player|user|nick|name|voter|uuid)(?:name|id|here)?$|^ign$/;

/** A placeholder in an address that is none of those; undefined when there is none. @param known - as `{player}` */
export function foreignPlaceholder(url: string, known: readonly string[]): string | undefined {
  const typed = url.replaceAll(/%(?:2[0345]|3[ace]|[57][bd])/gi, decodeURIComponent);
  const found = [...typed.matchAll(PLACEHOLDER)].map(([placeholder]) => placeholder);
  // Nothing but a placeholder is in braces; for the other signs there are other reasons.
  const isOne = (text: string) => text.includes('{') || PLAYER_WORD.test(text.replaceAll(/[^a-z]/gi, '').toLowerCase());
  return found.find((placeholder) => !known.includes(placeholder) && isOne(placeholder));
}

/** The service that another one's token, which we must not send, is of; undefined for any that may be ours. */
export function foreignIssuer(token: string): string | undefined {
  return FOREIGN_TOKENS.find(([beginning]) => beginning.test(token))?.[1];
}

/** Whether somebody gave the address of a site in the place of a token. */
export const isWebAddress = (text: string): boolean => /^(?:[a-z][a-z\d+.-]*:\/\/|www\.)/i.test(text);

export const accessToken = z
  .string()
  .superRefine((text, context) => {
    const issuer = foreignIssuer(text);
    if (issuer !== undefined)
      context.addIssue(
        `of the main service, and this is a token of ${issuer}: a hosting panel may set it by this name`,
      );
    if (isWebAddress(credentialAsMeant(text)))
      context.addIssue(
        'one long word of letters, digits and symbols, from whoever runs the main service: this is a web address',
      );
  })
  .pipe(secret);

export const snowflake = z.string().regex(SNOWFLAKE, 'a Discord id (17 to 20 digits)');

export const hostUrl = format('an address that begins with https://', (text) => {
  if (!isSafeUrl(text, ['https:'], ['http:'])) return undefined;
  const { hostname, username, password } = new URL(text);
  // A path follows it.
  const isWhole = isHostname(hostname) && `${username}${password}` === '' && !/[?#]/.test(text);
  return isWhole
    ? text.replace(/(?<!\/)\/+$/, '')
    : new Unfit('an address such as https://host.example, with nothing left to fill in, and without user, ? and #');
});

export const linkUrl = z
  .string()
  .refine((text) => isSafeUrl(text.replaceAll(/\{(?:entity_id|player)\}/g, 'x'), ['https:']), 'an https: URL')
  .refine(
    (text) => foreignPlaceholder(text, ['{entity_id}', '{player}']) === undefined,
    'an address with no other placeholders than {player} and {entity_id}',
  );

export const databaseUrl = format('sqlite:PATH or postgres://…', (text) => {
  const [, path] = /^sqlite:(.+)/.exec(text) ?? [];
  if (path === undefined) return parsePostgresUrl(text);
  if (/^\/\/|^[$%]/.test(path))
    return new Unfit('sqlite:PATH, such as sqlite:./data/bot.db: nothing is filled in there');
  return { kind: 'sqlite' as const, path: withoutTilde(path) };
});

export const postgresUrl = format('postgres://…', parsePostgresUrl);

export const redisUrl = format('redis://… or rediss://…', (text) =>
  isOf(text, ['redis', 'rediss']) ? asSecret(readAddress(text)) : undefined,
);

export const encryptionKeys = format(
  `a key ring "id:base64 of ${ENCRYPTION_KEY_BYTES} bytes[,older…]", each id once`,
  parseKeyRing,
);

export const wholeNumber = (min: number, max: number) =>
  format(`a whole number from ${min} to ${max}`, (text) => {
    const value = parseWholeNumber(text);
    return value !== undefined && value >= min && value <= max ? value : undefined;
  });

export const hosts = format(
  'names or IP addresses, each with a port or without, for example game.lan,10.0.0.5:8080',
  parseHosts,
);

export const address = z.string().refine((text) => isIP(text) > 0, 'an IP address of this machine, or 0.0.0.0 for all');

/** Of a parsed URL, which takes `;`, braces and backticks for a part of a name. */
export function isHostname(hostname: string): boolean {
  return /^(?:[\w-]{1,63}\.)*[\w-]{1,63}\.?$/.test(hostname) || isIPv6(hostname.replace(/^\[(.*)\]$/, '$1'));
}

function isSafeUrl(text: string, anywhere: readonly string[], onLoopback: readonly string[] = []): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  const loopback = hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
  return anywhere.includes(protocol) || (loopback && onLoopback.includes(protocol));
}

function parsePostgresUrl(text: string) {
  const url = isOf(text, ['postgres', 'postgresql']) ? asSecret(readPostgresAddress(text)) : undefined;
  return url instanceof Secret ? { kind: 'postgres' as const, url } : url;
}

function isOf(text: string, schemes: readonly string[]): boolean {
  return schemes.some((scheme) => text.toLowerCase().startsWith(`${scheme}://`));
}

function asSecret(read: ReadAddress): Secret | Unfit | undefined {
  if ('address' in read) return new Secret(read.address);
  return read.wrong === undefined ? undefined : new Unfit(read.wrong);
}

/** Parses a key ring `id:base64,older…`, newest key first; undefined when it is invalid. */
export function parseKeyRing(text: string): EncryptionKey[] | undefined {
  const keys = text.split(',').map(parseEncryptionKey);
  const isWhole = new Set(keys.map((key) => key?.id)).size === keys.length;
  return isWhole && keys.every((key) => key !== undefined) ? keys : undefined;
}

function parseEncryptionKey(text: string): EncryptionKey | undefined {
  const [, id = '1', base64 = ''] = /^(?:([\w-]{1,32}):)?([A-Za-z0-9+/]+=*)$/.exec(text.trim()) ?? [];
  if (Buffer.from(base64, 'base64').length !== ENCRYPTION_KEY_BYTES) return undefined;
  return { id, key: new Secret(base64) };
}

const HOST_PORT = /^(?<host>\[[\da-f:.]{2,45}\]|[^\s:/?#@[\]\\]{1,253})(?::(?<port>\d{1,5}))?$/i;
const MAX_PORT = 65_535;

/** Parses `host` or `host:port`, IPv6 in brackets. @returns the host as URLs have it */
export function parseHostPort(text: string): { hostname: string; port: string | undefined } | undefined {
  const { host = '', port } = HOST_PORT.exec(text)?.groups ?? {};
  // A web address has every notation of an IPv4 address in the ordinary one.
  const url = `http://${host}`;
  if (!URL.canParse(url) || Number(port ?? 1) < 1 || Number(port ?? 1) > MAX_PORT) return undefined;
  const hostname = oneName(new URL(url).hostname);
  return isHostname(hostname) ? { hostname, port: port && String(Number(port)) } : undefined;
}

/**
 * The same host by one name: an absolute name without its dot, an IPv4 address without what IPv6 puts before it.
 *
 * @param hostname - of a parsed URL
 */
export function oneName(hostname: string): string {
  const [, high = '', low = ''] = /^\[::ffff:([\da-f]{1,4}):([\da-f]{1,4})\]$/.exec(hostname) ?? [];
  if (high === '') return hostname.replace(/\.$/, '');
  const bytes = [high, low].flatMap((word) => [parseInt(word, 16) >> 8, parseInt(word, 16) & 0xff]);
  return bytes.join('.');
}

/** Parses `game.lan,10.0.0.5:8080,[fd00::5]`. */
function parseHosts(text: string): Set<string> | undefined {
  const found = text.split(',').map((part) => parseHostPort(part.trim()));
  if (!found.every((one) => one !== undefined)) return undefined;
  return new Set(found.map(({ hostname, port }) => [hostname, port].filter(Boolean).join(':')));
}
