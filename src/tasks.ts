import { DiscordAPIError, REST, Routes } from 'discord.js';

import { commands } from '../commands/index.ts';
import { type Config, fileOf, MOVE_TARGET, readConfig, readMoveTarget, readStorageConfig } from './config.ts';
import { backUp } from './database/backup.ts';
import { openAlone, openStore } from './database/database.ts';
import { copyDatabase } from './database/move.ts';
import { asLoginFailure } from './discord/client.ts';
import { definitionsOf } from './discord/incoming/command.ts';
import { fetchApplication } from './discord/rest/application.ts';
import { createBlock } from './discord/rest/block.ts';
import { boundedRequests } from './discord/rest/bounded-requests.ts';
import { registerCommands } from './discord/rest/registration.ts';
import { hostUrl } from './formats.ts';
import { whatToEnter } from './process/introduction.ts';
import { describeKeyRing, openKeyRing, renewKeyRing } from './secrets/key-ring.ts';
import { forgetUnopenable, openSealedStore, refuseUnknownKeys, resealAll } from './secrets/sealed-values.ts';
import { createSealer } from './secrets/sealer.ts';
import { systemClock } from './work/clock.ts';
import { FatalError } from './work/errors.ts';
import { createLog, type Log } from './work/log.ts';
import { ownCommand } from './work/own-command.ts';

const BAD_REQUEST = 400;
const HOW_TO_MOVE = `set ${MOVE_TARGET} to postgres://…, or ${fileOf(MOVE_TARGET)} to a file with it, or enter it in a terminal.`;

const HELP: readonly [does: string, ...args: string[]][] = [
  ['starts the bot with what the environment or .env says; without any, the sandbox'],
  ['asks for what a live start needs, checks it, and writes .env', 'setup'],
  ['only registers the commands with Discord', 'register'],
  ['also has Discord post interactions to that address', 'register', 'URL'],
  ['encrypts what is stored with a new key', 'rotate-keys'],
  ['forgets what a lost key encrypted', 'forget-secrets'],
  ['copies the SQLite database to a new file, while the bot runs', 'backup', 'FILE'],
  [`copies everything from SQLite to an empty Postgres database, the one of ${MOVE_TARGET}`, 'move'],
  ['shows this', 'help'],
];

/** Each task with what it takes. */
export const TASKS_TYPED: readonly string[] = HELP.slice(1).map(([, ...args]) => args.join(' '));

/**
 * Runs when the first argument is its name, beside the running bot if need be. `argumentCounts`: how many others there
 * may be. `run` resolves with true if the bot is to start afterwards, with what `.env` says by then.
 */
type Task = { run: (...args: string[]) => unknown; argumentCounts: readonly number[] };

export const TASKS: ReadonlyMap<string, Task> = new Map<string, Task>([
  // What only the set-up needs is not even loaded without it.
  ['setup', { run: async () => (await import('./terminal-setup/setup.ts')).setUp(), argumentCounts: [0] }],
  ['register', { run: registerOnly, argumentCounts: [0, 1] }],
  ['rotate-keys', { run: rotateKeys, argumentCounts: [0] }],
  ['forget-secrets', { run: forgetSecrets, argumentCounts: [0] }],
  ['backup', { run: backUpDatabase, argumentCounts: [0, 1] }],
  ['move', { run: moveToPostgres, argumentCounts: [0, 1] }],
  ['help', { run: showHelp, argumentCounts: [0] }],
  ['--help', { run: showHelp, argumentCounts: [0] }],
]);

async function registerOnly(endpoint?: string): Promise<void> {
  if (endpoint !== undefined && !hostUrl.safeParse(endpoint).success) {
    throw new FatalError(`"${endpoint}" is no address for interactions: it must be an https: URL.`);
  }
  const config = readConfig();
  const changed = await register(config, logFor(config));
  say(changed ? 'The commands are registered.' : 'The commands were registered already.');
  if (endpoint !== undefined) {
    await postInteractionsTo(endpoint, config);
    say(`From now on Discord posts interactions to ${endpoint}`);
  } else if (config.interactions) say(whatToEnter(config.interactions));
}

/** @returns whether the commands differed. @throws FatalError when Discord refuses the token or cannot be reached */
export async function register(config: Config, log: Log): Promise<boolean> {
  const rest = restOf(config);
  try {
    const { id } = await fetchApplication(rest);
    return await registerCommands(rest, id, { definitions: definitionsOf(commands), log });
  } catch (error) {
    throw asLoginFailure(error);
  }
}

/** Discord tries the address first, once with a good signature and once with a bad one. */
async function postInteractionsTo(url: string, config: Config): Promise<void> {
  const body = { interactions_endpoint_url: url };
  await restOf(config)
    .patch(Routes.currentApplication(), { body })
    .catch((error: unknown) => {
      if (!(error instanceof DiscordAPIError) || error.status !== BAD_REQUEST) throw asLoginFailure(error);
      throw new FatalError(
        `Discord refused ${url}: ${error.message.replaceAll('\n', ': ')} The bot must be running behind that address.`,
        { cause: error },
      );
    });
}

function restOf({ discord }: Config): REST {
  return new REST({
    api: discord.apiUrl,
    ...boundedRequests(discord.apiUrl, createBlock({ clock: systemClock })),
  }).setToken(discord.token.reveal());
}

async function rotateKeys(): Promise<void> {
  const { store, sealer } = await openSealedStore(readStorageConfig(), renewKeyRing);
  const { resealed, failed } = await closing(store, () => resealAll(store, sealer));
  say(`Encrypted with the newest key: ${resealed}.`);
  if (failed > 0) throw new FatalError(`${failed} could not be opened and were left as they are.`);
}

async function forgetSecrets(): Promise<void> {
  const config = readStorageConfig();
  const store = await openStore(config.database);
  const forgotten = await closing(store, () => {
    const ring = openKeyRing(config, false);
    return forgetUnopenable(store, () => createSealer(ring()));
  });
  const { 'access-token': accessTokens, 'reply-token': replyTokens } = forgotten;
  const webhooks = Math.max(forgotten['webhook-address'], forgotten['webhook-secret']);
  say(`Forgotten, since no key opens them: access tokens: ${accessTokens}, reply tokens: ${replyTokens}.`);
  if (accessTokens > 0) say('Whoever set an access token sets it again with /settings token.');
  if (webhooks > 0) {
    say(`And ${webhooks} places for rewards: whoever set one up removes it with /settings rewards, and adds it again.`);
  }
}

function backUpDatabase(file?: string): void {
  if (file === undefined) throw new FatalError(`backup needs a file: ${ownCommand('backup', 'FILE')}`);
  const config = readStorageConfig();
  const { database } = config;
  if (database.kind === 'postgres') throw new FatalError('Postgres has a tool of its own for this: pg_dump.');
  backUp(database.path, file);
  const keys = describeKeyRing(config);
  say(`The database is in ${file}. What is encrypted in it opens with ${keys} alone: keep that too, elsewhere.`);
}

/** Copies everything, or nothing. The bot may not be running. */
async function moveToPostgres(...given: string[]): Promise<void> {
  if (given.length > 0) {
    throw new FatalError(`Others on this machine can read what is given as an argument: ${HOW_TO_MOVE}`);
  }
  const to = readMoveTarget() ?? readMoveTarget({ [MOVE_TARGET]: await askForDatabase() });
  if (!to) throw new FatalError(`The address of the new database is missing: ${HOW_TO_MOVE}`);
  const config = readStorageConfig();
  const keys = describeKeyRing(config);
  const { store, sealer } = await openSealedStore(config, openKeyRing, openAlone);
  const rows = await closing(store, async () => {
    const target = await openStore(to);
    return closing(target, async () => {
      const copied = await copyDatabase(store, target);
      await refuseUnknownKeys(target, sealer, keys);
      return copied;
    });
  });
  const next = keys === 'ENCRYPTION_KEY' ? '.' : `, and ENCRYPTION_KEY to the content of ${keys}.`;
  say(`${rows} rows copied, read back and compared. Now set DATABASE_URL to the new database${next}`);
}

/** Shows nothing of what is typed. @returns undefined without a terminal, or when nothing is typed */
async function askForDatabase(): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return undefined;
  const { isCancel, password } = await import('@clack/prompts');
  const typed = await password({ message: `${MOVE_TARGET}, the address of the new database` });
  return isCancel(typed) ? undefined : typed;
}

async function closing<T>(opened: { close(): Promise<void> }, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await opened.close();
  }
}

function showHelp(): void {
  const lines = HELP.map(([does, ...args]) => ({ typed: ownCommand(...args), does }));
  const width = Math.max(...lines.map(({ typed }) => typed.length));
  for (const { typed, does } of lines) say(`${typed.padEnd(width)}  ${does}`);
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

export function logFor({ discord, identity, main, encryptionKeys = [], logLevel }: Config): Log {
  const keys = encryptionKeys.map(({ key }) => key);
  const credentials = [discord.token, identity.applicationKey, main.accessToken, ...keys];
  return createLog({ level: logLevel, secrets: credentials.flatMap((secret) => secret?.reveal() ?? []) });
}
