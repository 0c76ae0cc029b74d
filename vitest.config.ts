import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 20_000,
    maxConcurrency: 32,
    // Most tests wait for connections, not for a processor.
    maxWorkers: 2,
  },
});
