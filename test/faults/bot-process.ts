import { readConfig } from '../../src/config.ts';
import { createApp } from '../../src/process/app.ts';
import { systemClock } from '../../src/work/clock.ts';
import { FatalError, StorageUnavailableError } from '../../src/work/errors.ts';
import { createLog } from '../../src/work/log.ts';
import { WIDE_LIMITS } from '../wide-limits.ts';
import { createReach, reaching, suffer, watchCalls } from './kill-points.ts';
import { watchCommits } from './lost-commits.ts';
import { CANNOT_START, type Command, type Notice, type Orders } from './messages.ts';
import { watchParts } from './parts.ts';
import { REST_TIMEOUT_MS, TIMINGS } from './timings.ts';

/**
 * The bot as a child process with shortened timings, which dies at chosen moments. It notifies its parent when it is
 * ready, after each round of recovery, and of the point at which it is about to die.
 */
// To be compiled, everything only has to be loaded.
if (process.env.ONLY_COMPILE) process.exit(0);
const { arms } = JSON.parse(process.env.ORDERS ?? '') as Orders;

let isArmed = true;
let skewMs = 0;
const notify = (notice: Notice) => {
  process.send?.(notice);
};
process.on('message', (command: Command) => {
  if (command === 'disarmed') {
    isArmed = false;
    losses.clear();
  } else if ('loseCommit' in command) losses.add(command.loseCommit);
  else skewMs = command.skewMs;
});
const reach = createReach(
  () => (isArmed ? arms : []),
  (arm) => {
    suffer(arm, notify);
  },
);
watchCalls(reach);
const watch = reaching(reach, () => {
  notify('recovered');
});
watchParts(() => watch);
const losses = watchCommits(() => {
  notify('lost');
});

/** What the bot needs is out of reach for now: the process ends, and the next one tries again. */
function fail(error: unknown): never {
  if (!(error instanceof FatalError || error instanceof StorageUnavailableError)) throw error;
  process.exit(CANNOT_START);
}

process.once('disconnect', () => {
  process.exit(1);
});
const config = readConfig();
const app = await createApp({
  config,
  log: createLog({ level: config.logLevel, secrets: [] }),
  clock: { ...systemClock, now: () => Date.now() + skewMs },
  limits: WIDE_LIMITS,
  timings: { claims: TIMINGS, discordTryMs: REST_TIMEOUT_MS },
}).catch(fail);
await app.start().catch(fail);
notify('ready');
