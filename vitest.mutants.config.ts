import { defineConfig } from 'vitest/config';

/** The tests of the claim path that take no processes, browsers or clocks, since each mutant runs them. */
export default defineConfig({
  test: {
    include: [
      'test/claims/{verdict,service,runner,replies}.test.ts',
      'test/claims/store/{ledger,ledger-model,ledger-races,opening,evidence,requests}.test.ts',
    ],
    globalSetup: ['test/database/shared-postgres.ts'],
    env: { LEDGER_HISTORIES: '10' },
    // Each mutant runs them anew, and they leave nothing behind that the next one could meet.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
