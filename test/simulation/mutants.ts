import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { MUTANTS } from '../faults/mutants.ts';

/** A mutant that is not caught in so many histories has got by. */
const MOST_HISTORIES = 60;

/** Tries each mutant in a process of its own, and prints after how many histories it was caught. @returns whether all were */
export async function proveMutants(seed: number): Promise<boolean> {
  // All but the mistake is the same each time, and compiled once.
  const compileCache = mkdtempSync(join(tmpdir(), 'plan-vote-bot-mutants-'));
  const names = MUTANTS.map(({ name }) => name).values();
  let missed = 0;
  const turns = Array.from({ length: availableParallelism() }, async () => {
    for (const name of names) {
      const { histories, violations } = await tryMutant(seed, name, compileCache);
      const isCaught = violations > 0;
      if (!isCaught) missed += 1;
      console.log(`${isCaught ? String(histories).padStart(4) : 'MISS'}  ${name}`);
    }
  });
  await Promise.all(turns).finally(() => {
    rmSync(compileCache, { recursive: true });
  });
  return missed === 0;
}

function tryMutant(
  seed: number,
  name: string,
  compileCache: string,
): Promise<{ histories: number; violations: number }> {
  const args = ['--seed', String(seed), '--histories', String(MOST_HISTORIES), '--mutant', name, '--json'];
  return new Promise((resolve, reject) => {
    const own = fileURLToPath(new URL('run.ts', import.meta.url));
    const env = { ...process.env, NODE_COMPILE_CACHE: compileCache };
    const options = ['--disable-warning=ExperimentalWarning', own, ...args];
    execFile(process.execPath, options, { env }, (error, stdout, stderr) => {
      const last = stdout.trim().split('\n').at(-1) ?? '';
      if (last.startsWith('{')) resolve(JSON.parse(last) as { histories: number; violations: number });
      else reject(new Error(`the mutant could not be tried: ${name}\n${stderr}`, { cause: error }));
    });
  });
}
