import { defineConfig } from 'vitest/config';

/**
 * What people do, which runs in both ways. What is about load, the services, jobs or several processes is the same
 * behind both, and runs on the gateway alone; so do the hundreds of tests of rights, since access is here.
 */
const PEOPLE = [
  'access',
  'claims',
  'claimvote',
  'discord-faults',
  'draining',
  'entity',
  'languages',
  'late-answers',
  'lifecycle',
  'limits',
  'moderators',
  'paged-lists',
  'panel',
  'plan',
  'plans',
  'privacy',
  'reminders',
  'rewards',
  'saved-names',
  'settings',
  'voter-role',
].map(endToEnd);

/** Hundreds of people at once: each has the machine for itself, after all others. */
const LOAD = ['backlog', 'crowds', 'handover', 'neighbours'].map(endToEnd);

function endToEnd(name: string): string {
  return `test/e2e/${name}.test.ts`;
}

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'gateway', include: ['test/**/*.test.ts'], exclude: LOAD, env: { WAY_IN: 'gateway' } },
      },
      { extends: true, test: { name: 'http', include: PEOPLE, env: { WAY_IN: 'http' } } },
      {
        extends: true,
        test: { name: 'load', include: LOAD, env: { WAY_IN: 'gateway' }, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        test: {
          name: 'load by http',
          include: [endToEnd('handover')],
          env: { WAY_IN: 'http' },
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
    // Only for what hangs: no test is about how fast a machine is.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxConcurrency: 32,
    // Most tests wait for connections, not for a processor.
    maxWorkers: 2,
  },
});
