import { defineConfig } from 'vitest/config';

/**
 * The tests of what `test/mutants/stryker.config.json` changes that take no processes, browsers or clocks, since each
 * mutant runs them, and on SQLite alone.
 */
export default defineConfig({
  test: {
    include: [
      'test/claims/*.test.ts',
      'test/claims/store/*.test.ts',
      'test/rewards/{delivering,delivering-process,hook,role-keeping,schedule,voter-role}.test.ts',
      'test/rewards/store/*.test.ts',
      'test/reminders/{deciding,sending,reminders}.test.ts',
      'test/reminders/store/*.test.ts',
      'test/{guilds/store/posts,discord/posting,people/store/owed,database/held-rows}.test.ts',
      'test/work/{worker,retry}.test.ts',
    ],
    globalSetup: ['test/database/shared-postgres.ts'],
    env: { LEDGER_HISTORIES: '10', NO_POSTGRES: '1' },
    // Each mutant runs them anew, and they leave nothing behind that the next one could meet.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
