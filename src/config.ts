import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

import { z } from 'zod';

import * as formats from './formats.ts';
import { DAY_MS, SECOND_MS } from './work/clock.ts';
import { FatalError } from './work/errors.ts';
import { ownCommand } from './work/own-command.ts';
import { asMeant, byName, cutOffNames, decodeText, encodingOf, nearestTo, withoutTilde } from './written-values.ts';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const LOOPBACK = '127.0.0.1';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Every variable of docs/operations.md, "Configuration", in the same order. */
const environmentSchema = z.object({
  DISCORD_TOKEN: formats.secret,
  DISCORD_API_URL: formats.hostUrl.default('https://discord.com/api'),
  HOME_GUILD_ID: formats.snowflake.optional(),
  AUTH_URL: formats.hostUrl,
  BASE_URL: formats.hostUrl,
  APPLICATION_KEY: formats.secret,
  ACCESS_TOKEN: formats.accessToken.optional(),
  DATABASE_URL: formats.databaseUrl.default({ kind: 'sqlite', path: './data/bot.db' }),
  REDIS_URL: formats.redisUrl.optional(),
  ENCRYPTION_KEY: formats.encryptionKeys.optional(),
  PLAN_CACHE_TTL_SECONDS: formats.wholeNumber(1, DAY_MS / SECOND_MS).default(60),
  CLAIMS_KEPT_DAYS: formats.wholeNumber(31, 3_650).default(365),
  VOTE_URL: formats.linkUrl.optional(),
  MANAGE_URL: formats.linkUrl.optional(),
  INTERACTIONS_PORT: formats.wholeNumber(1, 65_535).optional(),
  INTERACTIONS_HOST: formats.address.default(LOOPBACK),
  METRICS_PORT: formats.wholeNumber(1, 65_535).optional(),
  METRICS_HOST: formats.address.default(LOOPBACK),
  WEBHOOK_ALLOWED_HOSTS: formats.hosts.optional(),
  LOG_LEVEL: z
    .string()
    .toLowerCase()
    .pipe(z.enum(LOG_LEVELS, { error: `one of ${LOG_LEVELS.join(', ')}` }))
    .default('info'),
});

export type ListeningAddress = { host: string; port: number };

export type Config = ReturnType<typeof toConfig>;
/** The value of each variable; in part, where only some can be read. */
export type EnvironmentValues = z.output<typeof environmentSchema>;
export type VariableName = keyof EnvironmentValues;
export type StorageConfig = Pick<Config, 'database' | 'encryptionKeys'>;

export const VARIABLE_NAMES: readonly string[] = Object.keys(environmentSchema.shape);
/** Each may be in a file instead, named by the variable with `_FILE` at its end. */
export const SECRET_NAMES: readonly string[] = [
  'DISCORD_TOKEN',
  'APPLICATION_KEY',
  'ACCESS_TOKEN',
  'DATABASE_URL',
  'REDIS_URL',
  'ENCRYPTION_KEY',
];
/** Of one task alone, and no part of the configuration. It may be in a file as well. */
export const MOVE_TARGET = 'POSTGRES_URL';
const KNOWN_NAMES = [...VARIABLE_NAMES, MOVE_TARGET, ...[...SECRET_NAMES, MOVE_TARGET].map(fileOf)];
const LIVE_NAMES = ['DISCORD_TOKEN', 'AUTH_URL', 'BASE_URL', 'APPLICATION_KEY'];

/** For the set-up, which edits what lies below it: `.env`. */
export function currentEnvironment(): Environment {
  return process.env;
}

/** Whether Pterodactyl or Pelican runs this: it has a field for each variable, and a console that takes whole lines alone. */
export function isInPanel(environment: Environment = process.env): boolean {
  return environment.P_SERVER_UUID !== undefined;
}

/** The variables that `.env` sets in vain, since the environment has another value. */
export function overruledNames(environment: Environment = process.env): readonly string[] {
  const inFile = byName(parseEnv(bytesOfEnvFile().toString()));
  const given = byName(environment);
  const differs = (name: string) => given[name] !== undefined && given[name] !== inFile[name];
  return VARIABLE_NAMES.filter((name) => inFile[name] !== undefined && differs(name));
}

/** Nothing where there is none, or where the bot may not read it, as the service of systemd. */
function bytesOfEnvFile(): Buffer {
  try {
    return readFileSync('.env');
  } catch {
    return Buffer.alloc(0);
  }
}

/** @throws {@link FatalError} when Node cannot have understood `.env`, and would start the sandbox */
export function refuseForeignEncoding(): void {
  if (encodingOf(bytesOfEnvFile()) === 'utf-8') return;
  throw new FatalError(
    `.env is written in UTF-16, which Node does not read: save it as UTF-8, or run "${ownCommand('setup')}".`,
  );
}

/** Whether no variable that a live start needs is set, misspelled or not, and this is not production. */
export function wantsSandbox(environment: Environment = process.env): boolean {
  const given = byName(environment);
  const isUnset = (name: string) => blankAsUnset(given[name]) === undefined;
  const isLive = !LIVE_NAMES.flatMap((name) => [name, fileOf(name)]).every(isUnset);
  return environment.NODE_ENV !== 'production' && !isLive && misspelledNames(environment).size === 0;
}

/** By the name of a variable that a live start needs: the name in `.env` that means nothing, and is nearest to it. */
function misspelledNames(environment: Environment): ReadonlyMap<string, string> {
  if (environment !== process.env) return new Map();
  const inFile = Object.entries(byName(parseEnv(bytesOfEnvFile().toString())));
  const unknown = inFile.filter(([name, value]) => !KNOWN_NAMES.includes(name) && blankAsUnset(value) !== undefined);
  const meant = unknown.map(([name]) => [nearestTo(name, KNOWN_NAMES)?.replace(/_FILE$/, ''), name] as const);
  return new Map(meant.flatMap(([near, name]) => (near && LIVE_NAMES.includes(near) ? [[near, name]] : [])));
}

/** By each name that means nothing: the one of a variable that is not set, one letter or two away. */
export function nearMisses(environment: Environment = process.env): ReadonlyMap<string, string> {
  const given = byName(environment);
  const isSet = (name: string) => blankAsUnset(given[name]) !== undefined;
  const unset = KNOWN_NAMES.filter((name) => !isSet(name));
  const unknown = Object.keys(given).filter((name) => !KNOWN_NAMES.includes(name) && isSet(name));
  const meant = unknown.map((name) => [name, nearestTo(name, unset, 2)] as const);
  return new Map(meant.flatMap(([name, near]) => (near === undefined ? [] : [[name, near]])));
}

/** An empty value counts as unset. @throws {@link FatalError} with a line for each bad variable, without its value */
export function readConfig(environment: Environment = process.env): Config {
  return toConfig(wholeOf(inspect(environmentSchema, environment)));
}

/** What can be read of an environment, however much is wrong with it. `problems`: as the lines of {@link readConfig} */
export function inspectVariables(environment: Environment = process.env) {
  return inspect(environmentSchema, environment);
}

/** For tasks that need the data and its keys alone. @throws as {@link readConfig} */
export function readStorageConfig(environment: Environment = process.env): StorageConfig {
  const schema = environmentSchema.pick({ DATABASE_URL: true, ENCRYPTION_KEY: true });
  const values = wholeOf(inspect(schema, environment));
  return { database: values.DATABASE_URL, encryptionKeys: values.ENCRYPTION_KEY };
}

/** Where a move goes, if that is set. @throws as {@link readConfig} */
export function readMoveTarget(environment: Environment = process.env) {
  const schema = z.object({ [MOVE_TARGET]: formats.postgresUrl.optional() });
  return wholeOf(inspect(schema, environment))[MOVE_TARGET];
}

/** Why a variable cannot have this value: it "must be …". */
export function problemOf(name: VariableName, text: string): string | undefined {
  const { error } = environmentSchema.shape[name].safeParse(text);
  return error && `must be ${error.issues[0]?.message ?? 'another value'}`;
}

type Inspected<S extends z.ZodObject> = { values: Partial<z.output<S>>; problems: readonly string[] };

function wholeOf<S extends z.ZodObject>({ values, problems }: Inspected<S>): z.output<S> {
  if (problems.length > 0) throw new FatalError(problems.join('\n'));
  return values as z.output<S>;
}

function inspect<S extends z.ZodObject>(schema: S, environment: Environment): Inspected<S> {
  const values: Record<string, unknown> = {};
  const problems = new Map<string, string>();
  const variables = byName(environment);
  const misspelled = misspelledNames(environment);
  const cutOff = environment === process.env ? cutOffNames(bytesOfEnvFile().toString()) : [];
  for (const [name, format] of Object.entries<z.ZodType>(schema.shape)) {
    const given = textOf(name, variables);
    const { data, error } = format.safeParse(given.text);
    if (!error) values[name] = data;
    const inItsPlace = misspelled.get(name);
    const absent = inItsPlace === undefined ? '' : `: .env has ${inItsPlace}, which means nothing`;
    const missing = given.text === undefined ? `${name} is missing${absent}` : undefined;
    const problem = given.problem ?? (error && (missing ?? `${name} must be ${error.issues[0]?.message ?? ''}`));
    if (problem !== undefined) problems.set(name, problem);
  }
  for (const name of cutOff.filter((one) => one in schema.shape && !overruledNames().includes(one))) {
    problems.set(
      name,
      `${name} ends in .env before its #: put the value between single quotes, or write %23 in an address`,
    );
  }
  const isPostgres = (values as Partial<EnvironmentValues>).DATABASE_URL?.kind === 'postgres';
  if (isPostgres && values.ENCRYPTION_KEY === undefined && !problems.has('ENCRYPTION_KEY')) {
    problems.set('ENCRYPTION_KEY', 'ENCRYPTION_KEY is missing: it is needed with a postgres DATABASE_URL');
  }
  return { values: values as Partial<z.output<S>>, problems: [...problems.values()] };
}

/** The text of a variable, or of the file that holds it. */
function textOf(name: string, environment: Environment): { text?: string | undefined; problem?: string } {
  const text = blankAsUnset(environment[name]);
  const path = [...SECRET_NAMES, MOVE_TARGET].includes(name) ? blankAsUnset(environment[fileOf(name)]) : undefined;
  if (path === undefined) return { text };
  if (text !== undefined) return { text, problem: `${fileOf(name)} must not be set together with ${name}` };
  const file = readSecretFile(path);
  return 'problem' in file ? { problem: `${fileOf(name)} ${file.problem}` } : { text: file.content };
}

/** Reads a file in which Docker or Kubernetes hands a secret over. A problem shows neither its path nor its content. */
function readSecretFile(path: string): { content: string } | { problem: string } {
  try {
    const content = asMeant(decodeText(readFileSync(withoutTilde(path))));
    return content === '' ? { problem: 'must name a file that is not empty' } : { content };
  } catch (error) {
    return { problem: `must name a file that can be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})` };
  }
}

/** The environment's, with the hosts and credentials of the sandbox, a database in memory, and a quiet log by default. */
export function readSandboxConfig(sandbox: Environment, environment: Environment = process.env): Config {
  const own = { ...sandbox, DATABASE_URL: 'sqlite::memory:', INTERACTIONS_PORT: undefined };
  const unset = Object.fromEntries(Object.keys(own).map((name) => [fileOf(name), undefined]));
  return readConfig({ LOG_LEVEL: 'error', ...environment, ...unset, ...own });
}

/** The variable that names the file of a secret. */
export function fileOf(name: string): string {
  return `${name}_FILE`;
}

function toConfig(values: z.output<typeof environmentSchema>) {
  return {
    discord: { token: values.DISCORD_TOKEN, apiUrl: values.DISCORD_API_URL, homeGuildId: values.HOME_GUILD_ID },
    identity: { url: values.AUTH_URL, applicationKey: values.APPLICATION_KEY },
    main: { url: values.BASE_URL, accessToken: values.ACCESS_TOKEN },
    database: values.DATABASE_URL,
    encryptionKeys: values.ENCRYPTION_KEY,
    /** of what several processes share */
    redisUrl: values.REDIS_URL,
    planCache: { ttlMs: values.PLAN_CACHE_TTL_SECONDS * SECOND_MS },
    /** how long closed claims are kept one by one */
    claimsKeptMs: values.CLAIMS_KEPT_DAYS * DAY_MS,
    links: { voteUrl: values.VOTE_URL, manageUrl: values.MANAGE_URL },
    /** where interactions arrive by HTTP; undefined: they arrive through the gateway */
    interactions: listeningAddress(values.INTERACTIONS_HOST, values.INTERACTIONS_PORT),
    metrics: listeningAddress(values.METRICS_HOST, values.METRICS_PORT),
    /** as `host` or `host:port`: for rewards, although private or plain HTTP */
    webhookAllowedHosts: values.WEBHOOK_ALLOWED_HOSTS ?? new Set<string>(),
    logLevel: values.LOG_LEVEL,
  };
}

function listeningAddress(host: string, port: number | undefined): ListeningAddress | undefined {
  return port === undefined ? undefined : { host, port };
}

function blankAsUnset(value: string | undefined): string | undefined {
  const text = value && asMeant(value);
  return text === '' ? undefined : text;
}
