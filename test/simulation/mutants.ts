import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

import { MUTANTS } from '../faults/mutants.ts';

/** A mutant that is not caught in so many histories has got by. */
const MOST_HISTORIES = 60;
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;

type Result = { mutant: string; histories: number; violations: number };

/** Tries all mutants, some in each process, and prints after how many histories each was caught. @returns whether all were */
export async function proveMutants(seed: number): Promise<boolean> {
  const processes = availableParallelism();
  const names = MUTANTS.map(({ name }) => name);
  const results = await Promise.all(
    Array.from({ length: processes }, (_, own) =>
      tryMutants(
        seed,
        names.filter((_name, at) => at % processes === own),
      ),
    ),
  );
  const found = new Map(results.flat().map(({ mutant, ...result }) => [mutant, result]));
  const missed = names.filter((name) => (found.get(name)?.violations ?? 0) === 0);
  for (const name of names) {
    console.log(`${missed.includes(name) ? 'MISS' : String(found.get(name)?.histories).padStart(4)}  ${name}`);
  }
  return missed.length === 0;
}

function tryMutants(seed: number, names: readonly string[]): Promise<Result[]> {
  if (names.length === 0) return Promise.resolve([]);
  const mutants = names.flatMap((name) => ['--mutant', name]);
  const args = ['--seed', String(seed), '--histories', String(MOST_HISTORIES), '--json', ...mutants];
  return new Promise((resolve, reject) => {
    const own = fileURLToPath(new URL('run.ts', import.meta.url));
    const options = ['--disable-warning=ExperimentalWarning', own, ...args];
    execFile(process.execPath, options, { maxBuffer: MOST_OUTPUT_BYTES }, (error, stdout, stderr) => {
      const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
      if (lines.length === names.length) resolve(lines.map((line) => JSON.parse(line) as Result));
      else reject(new Error(`mutants could not be tried\n${stderr}`, { cause: error }));
    });
  });
}
