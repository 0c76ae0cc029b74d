import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { MUTANTS } from '../faults/mutants.ts';

const LASTS_MS = 300_000;
const SEED = 20_026;
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;

type Result = { histories: number; kills: number; violations: number; digest: string; output: string };

/** Simulates in a process of its own, whose time and chance are not those of the tests. */
function simulate(...args: string[]): Promise<Result> {
  const program = fileURLToPath(new URL('run.ts', import.meta.url));
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', program, ...args],
      { maxBuffer: MOST_OUTPUT_BYTES },
      (error, output, errors) => {
        const last = output.trim().split('\n').at(-1) ?? '';
        if (last.startsWith('{')) resolve({ ...(JSON.parse(last) as Omit<Result, 'output'>), output });
        else reject(new Error(errors, { cause: error }));
      },
    );
  });
}

it(
  'keeps every rule through thousands of kills',
  async () => {
    const { kills, output } = await simulate(
      '--json',
      '--seed',
      String(SEED),
      '--histories',
      '1000',
      '--kills',
      '2000',
    );

    expect(kills).toBeGreaterThanOrEqual(2_000);
    expect(output.split('\n').filter((line) => line.startsWith('seed'))).toEqual([]);
  },
  LASTS_MS,
);

it(
  'plays what once went wrong as it should go',
  async () => {
    const { histories, output } = await simulate('--json', '--written');

    expect(histories).toBe(readdirSync(new URL('histories/', import.meta.url)).length);
    expect(output.trim().split('\n').slice(0, -1)).toEqual([]);
  },
  LASTS_MS,
);

it(
  'plays the same history again from its seed, whatever was played before',
  async () => {
    const [alone, afterAnother] = await Promise.all([
      simulate('--json', '--seed', '8', '--histories', '1', '--journal'),
      simulate('--json', '--seed', '7', '--histories', '2', '--journal'),
    ]);
    const journal = alone.output.trim().split('\n').slice(0, -1);

    expect(journal.length).toBeGreaterThan(100);
    expect(afterAnother.output.trim().split('\n').slice(0, -1).slice(-journal.length)).toEqual(journal);
  },
  LASTS_MS,
);

it(
  'catches a mistake that is put back into the bot',
  async () => {
    const mutant = MUTANTS.find(({ name }) => name === 'a 2 after a lost answer reads as "already"');

    const { violations } = await simulate('--json', '--histories', '10', '--mutant', mutant?.name ?? '');

    expect(violations).toBeGreaterThan(0);
  },
  LASTS_MS,
);
