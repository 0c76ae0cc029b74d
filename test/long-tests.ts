/** Hundreds of people at once: they want the machine for themselves, in CI. */
export const ALONE = [
  ...['handover', 'neighbours'].map((name) => `test/e2e/${name}.test.ts`),
  // A crowd of it has Discord's 1.2 seconds, which other tests would take from it.
  'test/discord/rest/interaction-rest.test.ts',
];
/** What starts the bot, or the receiver of docs/rewards.md, as a program, or packs it: dozens of processes start. */
const PROGRAMS = [
  ...['mistakes', 'operating', 'process', 'secrets-at-rest', 'stopping'].map((name) => `test/e2e/${name}.test.ts`),
  ...['bundle', 'eggs', 'image', 'manifests', 'release', 'runbook'].map((name) => `test/ops/${name}.test.ts`),
  ...['launch', 'rewards/receiver', 'sandbox/playground/start', 'terminal-setup/setup'].map(
    (name) => `test/${name}.test.ts`,
  ),
];
/** In CI alone; those that are not in {@link ALONE} run beside others there. */
export const LONG = [...ALONE, ...PROGRAMS, 'test/plans/alerts/month.test.ts'];

/** In CI, and where somebody asks for one of them. */
export const runsLong =
  process.env.CI !== undefined ||
  process.env.REQUIRE_SERVICES === '1' ||
  process.argv.some((arg) => LONG.includes(arg) || LONG.includes(`${arg}.test.ts`) || arg === 'long');

/** Says after a run of all tests which ones it left out. */
export default function sayWhatIsLeftOut(): () => void {
  const isWholeRun = process.argv.slice(3).every((arg) => arg.startsWith('-'));
  return () => {
    if (runsLong || !isWholeRun) return;
    console.info(`Left to CI, since they take long: ${LONG.join(', ')}.\nREQUIRE_SERVICES=1 npm test runs them too.\n`);
  };
}
