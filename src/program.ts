import { type App, createApp } from './app.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from './clock.ts';
import { type Config, readConfig, readSandboxConfig, readStorageConfig, wantsSandbox } from './config.ts';
import { databaseUrl, hostUrl } from './config-formats.ts';
import { FatalError } from './errors.ts';
import { whatToEnter } from './introduction.ts';
import type { Limits } from './limits.ts';
import { createLog, type Log } from './log.ts';
import type { WatchTimings } from './plans/watch.ts';
import { backUpDatabase, forgetSecrets, moveToPostgres, postInteractionsTo, register, rotateKeys } from './tasks.ts';

/** High enough that one person at the console never has to wait. */
const SANDBOX_LIMITS: Partial<Limits> = {
  claim: { perPerson: { uses: 1_000, seconds: 10 }, perGuild: { uses: 10_000, seconds: 60 } },
};

/** Fast enough that a person who changes a plan sees the alert soon afterwards. */
const SANDBOX_WATCH: WatchTimings = {
  intervalMs: 10_000,
  pollEveryMs: 1_000,
  followEveryMs: 1_000,
  leaseMs: MINUTE_MS,
};

/** With reminders after 24 hours, they come ten seconds after a claim. */
const SANDBOX_REMINDERS_EARLY_MS = DAY_MS - 10 * SECOND_MS;

/** Longer than a stop takes (see {@link App.stop}), and below the 12 s that are promised. */
const STOPS_WITHIN_MS = 11_500;
/** Once all is closed, nothing that still holds the process is of any use. */
const LINGERS_FOR_MS = 500;

type Task = { run: (...args: string[]) => Promise<void>; takes: readonly number[] };

/** What the program does when its first argument is the task's name; how many others a task takes. */
const TASKS = new Map<string, Task>([
  ['register', { run: registerOnly, takes: [0, 1] }],
  ['rotate-keys', { run: rotateKeysOnly, takes: [0] }],
  ['forget-secrets', { run: forgetSecretsOnly, takes: [0] }],
  ['backup', { run: backUpOnly, takes: [1] }],
  ['move', { run: moveOnly, takes: [1] }],
  ['help', { run: showHelp, takes: [0] }],
  ['--help', { run: showHelp, takes: [0] }],
]);

const HELP = `npm start                starts the bot with what the environment or .env says; without any, the sandbox
npm run register         only registers the commands with Discord
npm run register -- URL  also has Discord post interactions to that address
npm run rotate-keys      encrypts what is stored with a new key
npm run forget-secrets   forgets what a lost key encrypted
npm run backup -- FILE   copies the SQLite database to a new file, while the bot runs
npm run move -- URL      copies everything from SQLite to an empty Postgres database
npm start -- --help      shows this
`;

async function main(args: readonly string[]): Promise<void> {
  const [name, ...more] = args;
  if (name === undefined) return wantsSandbox() ? runSandbox() : runLive();
  const task = TASKS.get(name);
  if (!task?.takes.includes(more.length)) {
    throw new FatalError(
      `"${args.join(' ')}" means nothing here: no argument starts the bot, the others are ${[...TASKS.keys()].join(', ')}.`,
    );
  }
  await task.run(...more);
}

async function runLive(): Promise<void> {
  const config = readConfig();
  const log = logFor(config);
  process.on('unhandledRejection', (error) => {
    log.error({ err: error }, 'a promise was rejected and nobody noticed');
  });
  const told = toldToStop(log);
  try {
    const app = await createApp({ config, log });
    const work = async () => {
      void app.introduce();
      await told;
    };
    await runUntil(app, { told, work });
  } finally {
    endWithin(LINGERS_FOR_MS);
  }
}

async function runSandbox(): Promise<void> {
  const { createPlayground, runConsole, startPlaygroundServer, startSandbox } =
    await import('./sandbox/index.ts').catch((error: unknown) => {
      throw new FatalError(
        'The sandbox needs the development packages: run "npm ci". For a live start, fill in .env.',
        {
          cause: error,
        },
      );
    });
  const sandbox = await startSandbox();
  const { stdin: input, stdout: output } = process;
  try {
    const config = readSandboxConfig(sandbox.environment);
    const log = logFor(config);
    const told = toldToStop(log);
    const app = await createApp({
      config,
      log,
      limits: SANDBOX_LIMITS,
      watchTimings: SANDBOX_WATCH,
      remindersEarlyMs: SANDBOX_REMINDERS_EARLY_MS,
    });
    const playground = createPlayground(sandbox);
    const page = await startPlaygroundServer({ playground });
    try {
      await runUntil(app, { told, work: () => runConsole({ playground, pageUrl: page.url, input, output }) });
    } finally {
      await page.close();
    }
  } finally {
    await sandbox.close();
    input.destroy();
  }
}

/**
 * Runs the bot until `work`, which begins after the start, has ended, it is told to stop, or a fatal error occurs.
 * Stops it in any case.
 */
async function runUntil(app: App, ends: { told: Promise<unknown>; work: () => Promise<unknown> }): Promise<void> {
  try {
    await Promise.race([app.start().then(ends.work), ends.told, app.fatal]);
  } finally {
    await app.stop();
  }
}

async function registerOnly(endpoint?: string): Promise<void> {
  if (endpoint !== undefined && !hostUrl.safeParse(endpoint).success) {
    throw new FatalError(`"${endpoint}" is no address for interactions: it must be an https: URL.`);
  }
  const config = readConfig();
  const changed = await register(config, logFor(config));
  process.stdout.write(changed ? 'The commands are registered.\n' : 'The commands were registered already.\n');
  if (endpoint !== undefined) {
    await postInteractionsTo(endpoint, config);
    process.stdout.write(`From now on Discord posts interactions to ${endpoint}\n`);
  } else if (config.interactions) {
    process.stdout.write(`${whatToEnter(config.interactions)}\n`);
  }
}

async function rotateKeysOnly(): Promise<void> {
  const { resealed, failed } = await rotateKeys(readStorageConfig());
  process.stdout.write(`${resealed} values encrypted with the newest key.\n`);
  if (failed > 0) throw new FatalError(`${failed} could not be opened and were left as they are.`);
}

function showHelp(): Promise<void> {
  process.stdout.write(HELP);
  return Promise.resolve();
}

async function forgetSecretsOnly(): Promise<void> {
  const forgotten = await forgetSecrets(readStorageConfig());
  const { 'access-token': accessTokens, 'reply-token': replyTokens } = forgotten;
  const webhooks = Math.max(forgotten['webhook-address'], forgotten['webhook-secret']);
  process.stdout.write(
    `Forgotten, since no key opens them: access tokens: ${accessTokens}, reply tokens: ${replyTokens}.\n` +
      (accessTokens > 0 ? 'Whoever set an access token sets it again with /settings token.\n' : '') +
      (webhooks > 0
        ? `And ${webhooks} reward webhooks: whoever set one up turns it off with /settings rewards, and adds it again.\n`
        : ''),
  );
}

function backUpOnly(file: string): Promise<void> {
  const keys = backUpDatabase(readStorageConfig(), file);
  process.stdout.write(
    `The database is in ${file}. What is encrypted in it opens with ${keys} alone: keep that too, elsewhere.\n`,
  );
  return Promise.resolve();
}

async function moveOnly(url: string): Promise<void> {
  const target = databaseUrl.safeParse(url).data;
  if (target?.kind !== 'postgres') throw new FatalError('The new database must be postgres://…');
  const { rows, keys } = await moveToPostgres(readStorageConfig(), target.url);
  process.stdout.write(
    `${rows} rows copied, read back and compared. Now set DATABASE_URL to the new database` +
      (keys === 'ENCRYPTION_KEY' ? '.\n' : `, and ENCRYPTION_KEY to the content of ${keys}.\n`),
  );
}

function logFor({ discord, identity, main, encryptionKeys = [], logLevel }: Config): Log {
  const keys = encryptionKeys.map(({ key }) => key);
  const credentials = [discord.token, identity.applicationKey, main.accessToken, ...keys];
  return createLog({ level: logLevel, secrets: credentials.flatMap((secret) => secret?.reveal() ?? []) });
}

/**
 * Resolves at SIGTERM or SIGINT, or when the launcher that started this process is gone. From then on, whatever hangs
 * has {@link STOPS_WITHIN_MS} before the process ends all the same. A further signal changes nothing: Ctrl+C arrives
 * more than once, from the terminal and from each process between.
 */
async function toldToStop(log: Log): Promise<void> {
  const signal = await new Promise<NodeJS.Signals | 'disconnect'>((resolve) => {
    process.on('SIGTERM', resolve).on('SIGINT', resolve);
    process.once('disconnect', () => {
      resolve('disconnect');
    });
    process.channel?.unref();
  });
  log.info({ signal }, 'stopping');
  endWithin(STOPS_WITHIN_MS);
}

/** Ends the process even if something still holds it, such as a connection whose other side has gone silent. */
function endWithin(ms: number): void {
  setTimeout(() => process.exit(), ms).unref();
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof FatalError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
