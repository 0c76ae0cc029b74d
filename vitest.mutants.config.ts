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
      'test/rewards/{delivering-process,hook,role-keeping,schedule}.test.ts',
      'test/rewards/store/*.test.ts',
      'test/reminders/{deciding,sending,reminders}.test.ts',
      'test/reminders/store/*.test.ts',
      'test/{guilds/store/posts,guilds/store/goals,discord/outgoing/posting,people/store/owed,database/held-rows}.test.ts',
      'test/work/{worker,retry}.test.ts',
    ],
    globalSetup: ['test/shared.ts'],
    env: { LEDGER_HISTORIES: '5', NO_POSTGRES: '1' },
    // Each mutant runs them anew, and they leave nothing behind that the next one could meet.
    isolate: false,
    // A mutant that waits for ever is noticed; none of them takes a second otherwise.
    testTimeout: 4_000,
    hookTimeout: 10_000,
  },
});
