import { availableParallelism } from 'node:os';

import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

import { ALONE, LONG, runsLong } from './test/long-tests.ts';

const tests: TestProjectInlineConfiguration = {
  extends: true,
  test: { name: 'tests', include: ['test/**/*.test.ts'], exclude: runsLong ? ALONE : LONG },
};
/** Each has the machine for itself, after all others; what else the machine does may cost one try, which the report names. */
const long: TestProjectInlineConfiguration = {
  extends: true,
  test: { name: 'long', include: ALONE, retry: 1, maxWorkers: 1, sequence: { groupOrder: 1 } },
};

export default defineConfig({
  test: {
    projects: runsLong ? [tests, long] : [tests],
    globalSetup: ['test/long-tests.ts', 'test/shared.ts'],
    // A worker loads what its tests share once: nothing that is tested keeps anything in a module.
    isolate: false,
    // Only for what hangs: no test is about how fast a machine is.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxConcurrency: 32,
    // Tests wait for a third of their time: on two cores a third worker took 43 of 581 s off a whole run.
    maxWorkers: 1 + availableParallelism(),
  },
});
