import { appendFileSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { temporaryFolder } from '../temporary-folder.ts';
import { addNew, findMistakes } from './migration-hashes.ts';

const LANDED = '0001-first-release.ts';

/** A copy of the migrations, and of their record. */
function copyMigrations() {
  const folder = temporaryFolder();
  cpSync('src/database/migrations', folder, { recursive: true });
  return { folder, pathTo: (name: string) => join(folder, name) };
}

test('every migration is as it landed', () => {
  expect(findMistakes(copyMigrations().folder)).toEqual([]);
});

test('a changed migration is found, and recording new ones does not hide it', () => {
  const { folder, pathTo } = copyMigrations();
  appendFileSync(pathTo(LANDED), '// Better.\n');
  const mistakes = [expect.stringMatching(/^0001-first-release\.ts has changed since it landed: put it back/)];
  expect(findMistakes(folder)).toEqual(mistakes);
  addNew(folder);
  expect(findMistakes(folder)).toEqual(mistakes);
});

test('a missing migration is found, and recording new ones does not hide it', () => {
  const { folder, pathTo } = copyMigrations();
  rmSync(pathTo(LANDED));
  addNew(folder);
  expect(findMistakes(folder)).toEqual([`${LANDED} is missing: put it back, for databases have been through it.`]);
});

test('a new migration is found until it is recorded, and from then on guarded as well', () => {
  const { folder, pathTo } = copyMigrations();
  writeFileSync(pathTo('0099-new.ts'), 'export {};\n');
  expect(findMistakes(folder)).toEqual([
    '0099-new.ts is not in SHA256SUMS: add it with "npm run check:migrations -- --add".',
  ]);
  addNew(folder);
  expect(findMistakes(folder)).toEqual([]);
  appendFileSync(pathTo('0099-new.ts'), '// Better.\n');
  expect(findMistakes(folder)).toHaveLength(1);
});
