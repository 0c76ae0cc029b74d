import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Only for what hangs: no test is about how fast a machine is.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxConcurrency: 32,
    // Most tests wait for connections, not for a processor.
    maxWorkers: 2,
  },
});
