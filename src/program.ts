import {
  inspectVariables,
  nearMisses,
  readConfig,
  readSandboxConfig,
  refuseForeignEncoding,
  wantsSandbox,
} from './config.ts';
import type { WatchTimings } from './plans/watch.ts';
import { setKeyExchange } from './http/tls.ts';
import { type App, createApp } from './process/app.ts';
import { withAllMistakes } from './process/mistakes.ts';
import { logFor, TASKS, TASKS_TYPED } from './tasks.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS, systemClock } from './work/clock.ts';
import { FatalError } from './work/errors.ts';
import type { Limits } from './work/limits.ts';
import type { Log } from './work/log.ts';

/** High enough that one person at the console never has to wait. */
const SANDBOX_LIMITS: Partial<Limits> = {
  claim: { perPerson: { uses: 1_000, seconds: 10 }, perGuild: { uses: 10_000, seconds: 60 } },
};

/** Fast enough that a person who changes a plan sees the alert soon afterwards. */
const SANDBOX_WATCH = {
  intervalMs: 10 * SECOND_MS,
  pollEveryMs: SECOND_MS,
  followEveryMs: SECOND_MS,
  leaseMs: MINUTE_MS,
} satisfies WatchTimings;

/** A reminder after 24 hours comes ten seconds after a claim. */
const SANDBOX_REMINDERS_EARLY_MS = DAY_MS - 10 * SECOND_MS;

/** Longer than a stop takes (see {@link App.stop}), and below the 12 s that are promised. */
const STOPS_WITHIN_MS = 11_500;
/** Once all is closed, whatever still holds the process is of no use. */
const LINGERS_FOR_MS = 500;

async function main(args: readonly string[]): Promise<void> {
  setKeyExchange();
  const [name, ...more] = args;
  // The set-up reads it, and writes it anew.
  if (name !== 'setup') refuseForeignEncoding();
  if (name === undefined) return wantsSandbox() ? runSandbox() : runLive();
  const task = TASKS.get(name);
  if (!task?.argumentCounts.includes(more.length)) {
    throw new FatalError(
      `"${args.join(' ')}" means nothing here: no argument starts the bot, the others are ${TASKS_TYPED.join(', ')}.`,
    );
  }
  if ((await task.run(...more)) !== true) return;
  process.loadEnvFile();
  await runLive(() => process.stdout.write('The bot is live. Type /setup in Discord. Ctrl+C here stops the bot.\n'));
}

async function runLive(tellReady: () => unknown = () => undefined): Promise<void> {
  const nameAll = async (error: unknown): Promise<never> => {
    throw await withAllMistakes(error, inspectVariables().values);
  };
  const config = await Promise.try(readConfig).catch(nameAll);
  const log = logFor(config);
  for (const [name, meant] of nearMisses()) {
    log.warn({ mend: `write ${meant} in place of ${name}, or take that out` }, 'a variable means nothing here');
  }
  process.on('unhandledRejection', (error) => {
    log.error({ err: error }, 'a promise was rejected and nobody noticed');
  });
  const stopSignal = awaitStopSignal(log);
  try {
    const app = await createApp({ config, log }).catch(nameAll);
    const start = () => app.start().catch(nameAll);
    const work = () => {
      tellReady();
      void app.introduce();
      return stopSignal;
    };
    await runUntil({ ...app, start }, { stopSignal, work });
  } finally {
    endWithin(LINGERS_FOR_MS);
  }
}

async function runSandbox(): Promise<void> {
  const { createPlayground, runConsole, startPlaygroundServer, startSandbox } =
    await import('./sandbox/index.ts').catch((error: unknown) => {
      const mend = 'run "npm ci". For a live start, fill in .env.';
      throw new FatalError(`The sandbox needs the development packages: ${mend}`, { cause: error });
    });
  const sandbox = await startSandbox();
  const { stdin: input, stdout: output } = process;
  try {
    const config = readSandboxConfig(sandbox.environment);
    const log = logFor(config);
    const stopSignal = awaitStopSignal(log);
    const app = await createApp({
      config,
      log,
      limits: SANDBOX_LIMITS,
      timings: { watch: SANDBOX_WATCH, remindersEarlyMs: SANDBOX_REMINDERS_EARLY_MS },
    });
    const playground = createPlayground(sandbox);
    const page = await startPlaygroundServer({ playground });
    try {
      await runUntil(app, { stopSignal, work: () => runConsole({ playground, pageUrl: page.url, input, output }) });
    } finally {
      await page.close();
    }
  } finally {
    await sandbox.close();
    input.destroy();
  }
}

/** Runs the bot until `work`, which begins after the start, has ended, or it is told to stop, or a fatal error occurs. */
async function runUntil(app: App, ends: { stopSignal: Promise<unknown>; work: () => Promise<unknown> }): Promise<void> {
  try {
    await Promise.race([app.start().then(ends.work), ends.stopSignal, app.fatal]);
  } finally {
    await app.stop();
  }
}

/**
 * Resolves at SIGTERM or SIGINT, or when the launcher of this process is gone. The process then ends within
 * {@link STOPS_WITHIN_MS}. Further signals change nothing: Ctrl+C comes from the terminal and each process between.
 */
async function awaitStopSignal(log: Log): Promise<void> {
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

/** Ends the process even if something holds it, such as a connection whose other side is silent. */
function endWithin(ms: number): void {
  systemClock.signal(ms).addEventListener('abort', () => process.exit());
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof FatalError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
