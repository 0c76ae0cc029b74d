import { type App, createApp } from './app.ts';
import type { ClaimLimits } from './claims/limits.ts';
import { MINUTE_MS } from './clock.ts';
import { type Config, readConfig, readSandboxConfig, wantsSandbox } from './config.ts';
import { FatalError } from './errors.ts';
import { createLog, type Log } from './log.ts';
import type { WatchTimings } from './plans/watch.ts';
import { forgetSecrets, register, rotateKeys } from './tasks.ts';

/** High enough that one person at the console never has to wait. */
const SANDBOX_LIMITS: ClaimLimits = {
  perPerson: { claims: 1_000, seconds: 10 },
  perGuild: { claims: 10_000, seconds: 60 },
};

/** Fast enough that a person who changes a plan sees the alert soon afterwards. */
const SANDBOX_WATCH: WatchTimings = {
  intervalMs: 10_000,
  pollEveryMs: 1_000,
  followEveryMs: 1_000,
  leaseMs: MINUTE_MS,
};

/** Longer than a stop takes (see {@link App.stop}), and below the 12 s that are promised. */
const STOPS_WITHIN_MS = 11_500;
/** Once all is closed, nothing that still holds the process is of any use. */
const LINGERS_FOR_MS = 500;

/** What the program does when it is given the task's name as its only argument. */
const TASKS = new Map<string, () => Promise<void>>([
  ['register', registerOnly],
  ['rotate-keys', rotateKeysOnly],
  ['forget-secrets', forgetSecretsOnly],
  ['help', showHelp],
  ['--help', showHelp],
]);

const HELP = `npm start                starts the bot with what the environment or .env says; without any, the sandbox
npm run register         only registers the commands with Discord
npm run rotate-keys      encrypts what is stored with a new key
npm run forget-secrets   forgets what a lost key encrypted
npm start -- --help      shows this
`;

async function main(args: readonly string[]): Promise<void> {
  const [name, ...more] = args;
  if (name === undefined) return wantsSandbox() ? runSandbox() : runLive();
  const task = TASKS.get(name);
  if (task === undefined || more.length > 0) {
    throw new FatalError(
      `"${args.join(' ')}" means nothing here: no argument starts the bot, the others are ${[...TASKS.keys()].join(', ')}.`,
    );
  }
  await task();
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
    const app = await createApp({ config, log, limits: SANDBOX_LIMITS, watchTimings: SANDBOX_WATCH });
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

async function registerOnly(): Promise<void> {
  const config = readConfig();
  const changed = await register(config, logFor(config));
  process.stdout.write(changed ? 'The commands are registered.\n' : 'The commands were registered already.\n');
}

async function rotateKeysOnly(): Promise<void> {
  const { resealed, failed } = await rotateKeys(readConfig());
  process.stdout.write(`${resealed} values encrypted with the newest key.\n`);
  if (failed > 0) throw new FatalError(`${failed} could not be opened and were left as they are.`);
}

function showHelp(): Promise<void> {
  process.stdout.write(HELP);
  return Promise.resolve();
}

async function forgetSecretsOnly(): Promise<void> {
  const { 'access-token': accessTokens, 'reply-token': replyTokens } = await forgetSecrets(readConfig());
  process.stdout.write(
    `Forgotten, since no key opens them: access tokens: ${accessTokens}, reply tokens: ${replyTokens}.\n` +
      (accessTokens > 0 ? 'Whoever set an access token sets it again with /settings token.\n' : ''),
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
