import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { KILL_POINTS, MUTANTS, withKillPoint, withMutant } from './kill-points.ts';
import { LEDGER_TIMINGS, TIMINGS } from './timings.ts';

/**
 * The bot as a child process with shortened timings, which dies at a chosen moment. It notifies its parent when it is ready and after each
 * round of recovery.
 */
const { KILL_POINT, KILL_TIMES, MUTANT } = process.env;
const config = readConfig();
const app = await createApp({
  config,
  log: createLog({ level: config.logLevel, secrets: [] }),
  limits: { perPerson: { claims: 1_000, seconds: 1 }, perGuild: { claims: 10_000, seconds: 1 } },
  timings: TIMINGS,
  ledgerTimings: LEDGER_TIMINGS,
  onRecovered: () => process.send?.('recovered'),
  decorate: (parts) =>
    withKillPoint(
      withMutant(
        parts,
        MUTANTS.find((mutant) => mutant === MUTANT),
      ),
      KILL_POINTS.find((point) => point === KILL_POINT),
      Number(KILL_TIMES ?? 1),
    ),
});
await app.start();
process.send?.('ready');
process.once('SIGTERM', () => {
  void app.stop().then(() => process.exit(0));
});
