import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'rolldown';

import { apply, type Patch } from './patches.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** What starts as a process, and what that starts as a thread, by the name under which it is looked for. */
const STARTED = {
  'bot-process.js': join(ROOT, 'test/faults/bot-process.ts'),
  'reading-thread.js': join(ROOT, 'src/database/reading-thread.ts'),
};
/** Native code is loaded from where it was compiled. */
const NATIVE = 'better-sqlite3';

/** The bot as a few files. `compileCache`: a folder for what Node makes of them. */
export type Program = { path: string; compileCache: string };

/**
 * Puts the bot, with some changes each time, into a few files: a process that reads them instead of hundreds starts in
 * half of the time. What comes from npm stands apart, as it is always the same.
 */
export class Bundles {
  readonly #folder: string;
  /** the module that stands for each package */
  readonly #packages: ReadonlyMap<string, string>;
  readonly #programs = new Map<string, Promise<Program>>();

  private constructor(folder: string, packages: ReadonlyMap<string, string>) {
    this.#folder = folder;
    this.#packages = packages;
  }

  /** @param patches - of most processes, which find everything compiled */
  static async open(patches: readonly Patch[]): Promise<Bundles> {
    const folder = mkdtempSync(join(tmpdir(), 'plan-vote-bot-bundles-'));
    const packages = await bundlePackages(await packagesOfBot(), folder);
    const bundles = new Bundles(folder, packages.set(NATIVE, fileURLToPath(import.meta.resolve(NATIVE))));
    const { path, compileCache } = await bundles.programWith(patches);
    const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache, ONLY_COMPILE: '1' };
    await once(fork(path, { env }), 'exit');
    return bundles;
  }

  close(): void {
    rmSync(this.#folder, { recursive: true });
  }

  /** @throws when a text to be replaced is not in its file exactly once */
  programWith(patches: readonly Patch[]): Promise<Program> {
    const key = JSON.stringify(patches);
    const known = this.#programs.get(key);
    if (known) return known;
    const made = this.#build(patches, join(this.#folder, String(this.#programs.size)));
    this.#programs.set(key, made);
    return made;
  }

  async #build(patches: readonly Patch[], dir: string): Promise<Program> {
    const byPath = Map.groupBy(patches, ([file]) => join(ROOT, file));
    await build({
      input: STARTED,
      platform: 'node',
      plugins: [
        {
          name: 'packages-stand-apart',
          resolveId: (name) => {
            const id = this.#packages.get(name);
            return id === undefined ? null : { id, external: true };
          },
        },
        {
          name: 'patches',
          load: (path) => byPath.get(path)?.reduce(apply, readFileSync(path, 'utf8')),
        },
      ],
      output: { dir, entryFileNames: '[name]' },
    });
    return { path: join(dir, 'bot-process.js'), compileCache: join(this.#folder, 'compiled') };
  }
}

/** What the bot imports from npm. */
async function packagesOfBot(): Promise<string[]> {
  const names = new Set<string>();
  await build({
    input: STARTED,
    platform: 'node',
    write: false,
    external: (name) => {
      const isPackage = /^[@a-z]/.test(name) && !isBuiltin(name);
      if (isPackage && name !== NATIVE) names.add(name);
      return isPackage;
    },
  });
  return [...names];
}

/** Each as a module that exports the same, all of them with one copy of what they share. */
async function bundlePackages(names: readonly string[], folder: string): Promise<Map<string, string>> {
  const modules = await Promise.all(
    names.map(async (name) => {
      const exported = Object.keys((await import(name)) as object).filter((key) => key !== 'module.exports');
      const lines = [
        `import * as all from ${JSON.stringify(name)};`,
        `const { ${exported.map((key, index) => `${key}: v${index}`).join(', ')} } = all;`,
        `export { ${exported.map((key, index) => `v${index} as ${key}`).join(', ')} };`,
      ];
      return lines.join('\n');
    }),
  );
  const ids = names.map((_, index) => join(ROOT, `package-${index}.js`));
  await build({
    input: ids,
    platform: 'node',
    external: NATIVE,
    plugins: [
      {
        name: 'packages',
        resolveId: (id) => (ids.includes(id) ? id : null),
        load: (id) => modules[ids.indexOf(id)],
      },
    ],
    output: { dir: folder },
    // Packages try optional ones that are not installed.
    logLevel: 'silent',
  });
  return new Map(names.map((name, index) => [name, join(folder, `package-${index}.js`)]));
}
