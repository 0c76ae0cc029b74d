import { createApp, register, rotateKeys, type App } from './app.ts';
import { readConfig, readSandboxConfig, wantsSandbox, type Config } from './config.ts';
import { FatalError } from './errors.ts';
import { createLog, type Log } from './log.ts';
import type { ClaimLimits } from './services/claim-limits.ts';
import type { WatchTimings } from './services/plan-watch.ts';

/** High enough that one person at the console never has to wait. */
const SANDBOX_LIMITS: ClaimLimits = {
  perPerson: { claims: 1_000, seconds: 10 },
  perGuild: { claims: 10_000, seconds: 60 },
};

/** Fast enough that a person who changes a plan sees the alert soon afterwards. */
const SANDBOX_WATCH: WatchTimings = { intervalMs: 10_000, pollEveryMs: 1_000, followEveryMs: 1_000, leaseMs: 60_000 };

async function main(task: string | undefined): Promise<void> {
  if (task === 'register') await registerOnly();
  else if (task === 'rotate-keys') await rotateKeysOnly();
  else if (wantsSandbox()) await runSandbox();
  else await runLive();
}

async function runLive(): Promise<void> {
  const config = readConfig();
  const log = logFor(config);
  process.on('unhandledRejection', (error) => {
    log.error({ err: error }, 'a promise was rejected and nobody noticed');
  });
  const told = toldToStop();
  await runUntil(await createApp({ config, log }), async () => {
    log.info({ signal: await told }, 'stopping');
  });
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
    const app = await createApp({ config, log: logFor(config), limits: SANDBOX_LIMITS, watchTimings: SANDBOX_WATCH });
    const playground = createPlayground(sandbox);
    const page = await startPlaygroundServer({ playground });
    try {
      await runUntil(app, () =>
        Promise.race([runConsole({ playground, pageUrl: page.url, input, output }), toldToStop()]),
      );
    } finally {
      await page.close();
    }
  } finally {
    await sandbox.close();
    input.destroy();
  }
}

/** Runs the bot until `ended` resolves or a fatal error occurs, and stops it in either case. */
async function runUntil(app: App, ended: () => Promise<unknown>): Promise<void> {
  try {
    await app.start();
    await Promise.race([ended(), app.fatal]);
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
  process.stdout.write(`${resealed} sealed with the newest key.\n`);
  if (failed > 0) throw new FatalError(`${failed} could not be opened and were left as they are.`);
}

function logFor({ discord, identity, main, encryptionKeys = [], logLevel }: Config): Log {
  const keys = encryptionKeys.map(({ key }) => key);
  const credentials = [discord.token, identity.applicationKey, main.accessToken, ...keys];
  return createLog({ level: logLevel, secrets: credentials.flatMap((secret) => secret?.reveal() ?? []) });
}

function toldToStop(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => process.once('SIGTERM', resolve).once('SIGINT', resolve));
}

await main(process.argv[2]).catch((error: unknown) => {
  if (!(error instanceof FatalError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
