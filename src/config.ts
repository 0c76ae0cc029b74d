import { z } from 'zod';

import { DAY_MS, SECOND_MS } from './clock.ts';
import { SNOWFLAKE } from './digits.ts';
import { FatalError } from './errors.ts';
import { Secret } from './secret.ts';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const DISCORD_API_URL = 'https://discord.com/api';
const ENCRYPTION_KEY_BYTES = 32;

type Environment = Readonly<Record<string, string | undefined>>;

export type EncryptionKey = { id: string; key: Secret };

/** A credential travels in a header, where nothing else can stand. */
const secret = z
  .string()
  .regex(/^[!-~]+$/, 'one word of plain characters, without spaces')
  .transform((text) => new Secret(text));
const snowflake = z.string().regex(SNOWFLAKE, 'a Discord id (17 to 20 digits)');

const hostUrl = z
  .string()
  .refine((text) => isSafeUrl(text, ['https:'], ['http:']), 'an https: URL (http: only for a loopback address)')
  .transform((text) => text.replace(/(?<!\/)\/+$/, ''));

const linkUrl = z
  .string()
  .refine((text) => isSafeUrl(text.replaceAll('{entity_id}', 'x'), ['https:'], []), 'an https: URL');

const databaseUrl = z
  .string()
  .refine((text) => /^sqlite:.+/.test(text) || isSafeUrl(text, ['postgres:', 'postgresql:'], []), {
    error: 'sqlite:PATH or postgres://…',
  })
  .transform((text) =>
    text.startsWith('sqlite:')
      ? { kind: 'sqlite' as const, path: text.slice('sqlite:'.length) }
      : { kind: 'postgres' as const, url: new Secret(text) },
  );

const redisUrl = z
  .string()
  .refine((text) => isSafeUrl(text, ['redis:', 'rediss:'], []), 'redis://… or rediss://…')
  .transform((text) => new Secret(text));

const encryptionKeys = z
  .string()
  .transform(parseKeyRing)
  .refine((keys) => keys !== undefined, {
    error: `a key ring "id:base64 of ${ENCRYPTION_KEY_BYTES} bytes[,older…]", each id once`,
  });

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `a whole number from ${min} to ${max}`);

const shardIds = z
  .string()
  .regex(/^\d{1,5}(,\d{1,5})*$/, 'shard numbers separated by commas, for example 0,1')
  .transform((text) => text.split(',').map(Number));

/** Every variable of docs/operations.md, "Configuration", in the same order. */
const environmentSchema = z.object({
  DISCORD_TOKEN: secret,
  DISCORD_API_URL: hostUrl.default(DISCORD_API_URL),
  HOME_GUILD_ID: snowflake.optional(),
  AUTH_URL: hostUrl,
  BASE_URL: hostUrl,
  APPLICATION_KEY: secret,
  ACCESS_TOKEN: secret.optional(),
  DATABASE_URL: databaseUrl.default({ kind: 'sqlite', path: './data/bot.db' }),
  REDIS_URL: redisUrl.optional(),
  ENCRYPTION_KEY: encryptionKeys.optional(),
  PLAN_CACHE_TTL_SECONDS: wholeNumber(1, DAY_MS / SECOND_MS).default(60),
  VOTE_URL: linkUrl.optional(),
  MANAGE_URL: linkUrl.optional(),
  SHARD_IDS: shardIds.optional(),
  SHARD_COUNT: wholeNumber(1, 10_000).optional(),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `one of ${LOG_LEVELS.join(', ')}` }).default('info'),
});

type Values = z.output<typeof environmentSchema>;

export type Config = {
  discord: {
    token: Secret;
    apiUrl: string;
    homeGuildId: string | undefined;
    shardIds: number[] | undefined;
    shardCount: number | undefined;
  };
  identity: { url: string; applicationKey: Secret };
  main: { url: string; accessToken: Secret | undefined };
  database: Values['DATABASE_URL'];
  encryptionKeys: EncryptionKey[] | undefined;
  planCache: { redisUrl: Secret | undefined; ttlMs: number };
  links: { voteUrl: string | undefined; manageUrl: string | undefined };
  metricsPort: number | undefined;
  logLevel: Values['LOG_LEVEL'];
};

export const VARIABLE_NAMES: readonly string[] = Object.keys(environmentSchema.shape);
const LIVE_NAMES = ['DISCORD_TOKEN', 'AUTH_URL', 'BASE_URL', 'APPLICATION_KEY'];

/** Whether to start the sandbox: no variable that a live start needs is set, and this is not production. */
export function wantsSandbox(environment: Environment = process.env): boolean {
  return environment.NODE_ENV !== 'production' && LIVE_NAMES.every((name) => !blankAsUnset(environment[name]));
}

/**
 * Reads the configuration. An empty value counts as unset.
 *
 * @throws {@link FatalError} with one line for every variable that is missing or wrong, and never a value
 */
export function readConfig(environment: Environment = process.env): Config {
  const given = Object.fromEntries(VARIABLE_NAMES.map((name) => [name, blankAsUnset(environment[name])]));
  const parsed = environmentSchema.safeParse(given);
  const problems = new Map(
    parsed.error?.issues.map(({ path, message }) => {
      const name = String(path[0]);
      return [name, given[name] === undefined ? 'is missing' : `must be ${message}`];
    }),
  );
  const readable = Object.fromEntries(Object.entries(given).filter(([name]) => !problems.has(name)));
  for (const [name, problem] of problemsBetween(environmentSchema.partial().parse(readable))) {
    if (!problems.has(name)) problems.set(name, problem);
  }
  if (!parsed.success || problems.size > 0) {
    throw new FatalError(Array.from(problems, ([name, problem]) => `${name} ${problem}`).join('\n'));
  }
  return toConfig(parsed.data);
}

/**
 * The configuration for the sandbox: the environment, overridden by the sandbox's hosts and credentials and an
 * in-memory database, with a quieter log by default.
 */
export function readSandboxConfig(sandbox: Environment, environment: Environment = process.env): Config {
  return readConfig({ LOG_LEVEL: 'error', ...environment, ...sandbox, DATABASE_URL: 'sqlite::memory:' });
}

function toConfig(values: Values): Config {
  return {
    discord: {
      token: values.DISCORD_TOKEN,
      apiUrl: values.DISCORD_API_URL,
      homeGuildId: values.HOME_GUILD_ID,
      shardIds: values.SHARD_IDS,
      shardCount: values.SHARD_COUNT,
    },
    identity: { url: values.AUTH_URL, applicationKey: values.APPLICATION_KEY },
    main: { url: values.BASE_URL, accessToken: values.ACCESS_TOKEN },
    database: values.DATABASE_URL,
    encryptionKeys: values.ENCRYPTION_KEY,
    planCache: { redisUrl: values.REDIS_URL, ttlMs: values.PLAN_CACHE_TTL_SECONDS * 1_000 },
    links: { voteUrl: values.VOTE_URL, manageUrl: values.MANAGE_URL },
    metricsPort: values.METRICS_PORT,
    logLevel: values.LOG_LEVEL,
  };
}

/** Problems between values that are valid on their own: the name of each variable, and what is wrong with it. */
function problemsBetween(values: { [Name in keyof Values]?: Values[Name] | undefined }): [string, string][] {
  const { DATABASE_URL: database, ENCRYPTION_KEY: keys, SHARD_IDS: ids, SHARD_COUNT: count } = values;
  const problems: [string, string][] = [];
  if (database?.kind === 'postgres' && !keys) {
    problems.push(['ENCRYPTION_KEY', 'is missing: it is needed with a postgres DATABASE_URL']);
  }
  if (ids && !count) problems.push(['SHARD_COUNT', 'is missing: it is needed with SHARD_IDS']);
  if (count && ids?.some((id) => id >= count)) problems.push(['SHARD_IDS', 'must be shard numbers below SHARD_COUNT']);
  return problems;
}

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

function blankAsUnset(value: string | undefined): string | undefined {
  const text = value?.trim();
  return text === '' ? undefined : text;
}
