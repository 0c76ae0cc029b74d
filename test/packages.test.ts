import { globSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

type Lockfile = { packages: Record<string, { integrity?: string; resolved?: string; hasInstallScript?: boolean }> };

test('every package is pinned by its content, from wherever it comes, and runs nothing when it is installed', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile;
  const wanting = Object.entries(packages).filter(
    ([, { integrity, resolved, hasInstallScript }]) =>
      !integrity?.startsWith('sha512-') || resolved !== undefined || hasInstallScript,
  );

  // The entry without a name is the project itself.
  expect(wanting.map(([path]) => path)).toEqual(['']);
});

test('what is native in a live bot is there for musl, as on Alpine, too', () => {
  const native = globSync('node_modules/better-sqlite3/prebuilds/*.node').map((path) => path.split('/').at(-1));

  expect(native).toEqual(
    expect.arrayContaining(['x64', 'arm64'].flatMap((cpu) => [`linux-${cpu}.node`, `linuxmusl-${cpu}.node`])),
  );
});
