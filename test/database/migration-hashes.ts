import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file, beside the migrations, with the hash of each as it landed, one a line as `sha256sum` writes them. */
const RECORD = 'SHA256SUMS';
const ADD = 'npm run check:migrations -- --add';

/**
 * What is wrong with the migrations in a folder, and what to do about it: nothing unless each is there as it landed,
 * and no other.
 */
export function findMistakes(folder: string): string[] {
  const landed = readRecord(folder);
  const there = hashesIn(folder);
  const names = [...new Set([...landed.keys(), ...there.keys()])].toSorted();
  return names.flatMap((name) => {
    const [before, now] = [landed.get(name), there.get(name)];
    if (before === now) return [];
    if (before === undefined) return [`${name} is not in ${RECORD}: add it with "${ADD}".`];
    if (now === undefined) return [`${name} is missing: put it back, for databases have been through it.`];
    return [
      `${name} has changed since it landed: put it back as it was, for databases have been through it, and make the change in a new ` +
        `migration. If it is new on this branch, take its line out of ${RECORD} and run "${ADD}".`,
    ];
  });
}

/** Records the migrations that are not on record yet. What is on record stays as it is. */
export function addNew(folder: string): void {
  const all = new Map([...hashesIn(folder), ...readRecord(folder)]);
  const lines = [...all].toSorted().map(([name, hash]) => `${hash}  ${name}\n`);
  writeFileSync(join(folder, RECORD), lines.join(''));
}

function hashesIn(folder: string): Map<string, string> {
  const names = globSync('*.ts', { cwd: folder });
  return new Map(names.map((name) => [name, sha256(readFileSync(join(folder, name)))]));
}

function readRecord(folder: string): Map<string, string> {
  const lines = readFileSync(join(folder, RECORD), 'utf8').matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm);
  return new Map(Array.from(lines, ([, hash = '', name = '']) => [name, hash]));
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
