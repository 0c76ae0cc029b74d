import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

import { MUTANTS } from '../faults/mutants.ts';

/** A mutant that is not caught in so many histories has got by. */
const MOST_HISTORIES = 60;

/** Tries each mutant in a process of its own, and prints after how many histories it was caught. @returns whether all were */
export async function proveMutants(seed: number): Promise<boolean> {
  const names = MUTANTS.map(({ name }) => name).values();
  let missed = 0;
  const turns = Array.from({ length: availableParallelism() }, async () => {
    for (const name of names) {
      const { histories, violations } = await tryMutant(seed, name);
      const isCaught = violations > 0;
      if (!isCaught) missed += 1;
      console.log(`${isCaught ? String(histories).padStart(4) : 'MISS'}  ${name}`);
    }
  });
  await Promise.all(turns);
  return missed === 0;
}

function tryMutant(seed: number, name: string): Promise<{ histories: number; violations: number }> {
  const args = ['--seed', String(seed), '--histories', String(MOST_HISTORIES), '--mutant', name, '--json'];
  return new Promise((resolve, reject) => {
    const own = fileURLToPath(new URL('run.ts', import.meta.url));
    execFile(process.execPath, ['--disable-warning=ExperimentalWarning', own, ...args], (error, stdout, stderr) => {
      const last = stdout.trim().split('\n').at(-1) ?? '';
      if (last.startsWith('{')) resolve(JSON.parse(last) as { histories: number; violations: number });
      else reject(new Error(`the mutant could not be tried: ${name}\n${stderr}`, { cause: error }));
    });
  });
}
