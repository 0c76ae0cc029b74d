import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Secret } from '../../src/secret.ts';
import { initdbPath, maySkip } from '../services-at-hand.ts';
import { PostgresServer } from '../storage/postgres-server.ts';
import { runBatch, type Database } from './batch.ts';
import { createBatches } from './cases.ts';
import { violations } from './history.ts';
import { MUTANTS, type Mutant } from './kill-points.ts';

/**
 * The fault tests: `npm run test:faults`. Runs FAULT_CASES random cases (260 by default), seeded with FAULT_SEED, on each installed
 * database, and then the mutants, which must be caught.
 */
const CASES = Number(process.env.FAULT_CASES ?? 260);
const SEED = Number(process.env.FAULT_SEED ?? 20_261_121);
const CASES_A_BATCH = 13;
const MUTANT_CASES = 52;

let passed = 0;
let failed = 0;

async function runCases(
  name: string,
  cases: number,
  open: (batch: number) => Promise<Database>,
  mutant?: Mutant,
): Promise<string[]> {
  const found: string[] = [];
  for (const [index, batch] of createBatches(cases, CASES_A_BATCH, SEED).entries()) {
    const database = await open(index);
    const wrong = violations(await runBatch(batch, database, mutant));
    const life = `${batch.killPoint ?? 'no kill'} × ${batch.killTimes}, ${batch.processes} processes`;
    if (!mutant) for (const violation of wrong) console.log(`  ${name}, batch ${index} (${life}): ${violation}`);
    found.push(...wrong);
    // One violation is enough to catch a mutant.
    if (mutant && found.length > 0) break;
  }
  return found;
}

function report(name: string, ok: boolean, cases: number, startedAt: number): void {
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  console.log(`${ok ? 'passed' : 'FAILED'}: ${name}, ${cases} cases in ${seconds} s`);
  if (ok) passed += cases;
  else failed += cases;
}

const folder = mkdtempSync(join(tmpdir(), 'plan-vote-bot-faults-'));
const postgres = maySkip(initdbPath) ? undefined : await PostgresServer.start();
const onSqlite = (batch: number, name = 'cases'): Promise<Database> => {
  const path = join(folder, `${name}-${batch}.db`);
  return Promise.resolve({ url: `sqlite:${path}`, config: { kind: 'sqlite', path } });
};
const onPostgres = async (): Promise<Database> => {
  if (!postgres) throw new Error('Postgres is not running');
  const url = await postgres.createDatabase();
  return { url, config: { kind: 'postgres', url: new Secret(url) } };
};

try {
  let startedAt = performance.now();
  report('SQLite', (await runCases('SQLite', CASES, onSqlite)).length === 0, CASES, startedAt);
  startedAt = performance.now();
  if (postgres) report('Postgres', (await runCases('Postgres', CASES, onPostgres)).length === 0, CASES, startedAt);
  else console.log('skipped: Postgres is not installed');
  for (const mutant of MUTANTS) {
    startedAt = performance.now();
    const found = await runCases(mutant, MUTANT_CASES, (batch) => onSqlite(batch, mutant), mutant);
    report(`the mutant "${mutant}" is caught (${found.length} violations)`, found.length > 0, MUTANT_CASES, startedAt);
  }
} finally {
  await postgres?.stop();
  rmSync(folder, { recursive: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
