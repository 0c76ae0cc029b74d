import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build, type OutputChunk, type Plugin } from 'rolldown';

import packageJson from '../../package.json' with { type: 'json' };
import { licencesOf } from './licences.ts';
import { lineMappings } from './line-map.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
type Changed = { entry?: string; plugins?: readonly Plugin[] };
type Lockfile = { packages: Record<string, { version: string }> };

/** Where the code lies in the bundle: as deep as `src` in the project, so that its paths to other files fit both. */
const CODE = 'lib';
const PAGE = 'src/sandbox/playground/page';
/** Loaded file by file: better-sqlite3 as it is native, for each C library; lit-html by a browser. */
const WHOLE_PACKAGES = {
  'better-sqlite3': ['lib/**/*.js', 'prebuilds/linux*', `prebuilds/${process.platform}-*`],
  'lit-html': ['*.js', 'directives/*.js'],
};
/** What discord.js would use, if it was installed. */
const ABSENT = ['zlib-sync'];

/**
 * Makes the bot a folder that Node runs with nothing beside it. The same sources give the same bytes.
 *
 * @param folder - what was in it is gone afterwards
 * @param changed - for tests: what starts, and changes of the sources
 */
export async function bundle(folder: string, changed: Changed = {}): Promise<void> {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  rmSync(folder, { recursive: true, force: true });

  const chunks = await buildChunks(changed);
  for (const { fileName, code, map } of chunks) {
    // Each map costs memory, so a stack names our files alone. The entry lies elsewhere, and fails in sentences.
    const isOwn =
      fileName.startsWith(`${CODE}/`) && (map?.sources.every((source) => !source.includes('node_modules/')) ?? false);
    write(fileName, isOwn ? `${code}//# sourceMappingURL=${fileName.split('/').at(-1) ?? ''}.map\n` : code);
    if (map && isOwn)
      write(`${fileName}.map`, JSON.stringify({ ...map, names: [], mappings: lineMappings(map.mappings) }));
  }

  const copied = Object.entries(WHOLE_PACKAGES).flatMap(([name, files]) =>
    globSync(
      ['package.json', 'LICENSE', ...files].map((file) => `node_modules/${name}/${file}`),
      { cwd: ROOT },
    ),
  );
  for (const path of ['LICENSE', ...copied]) cpSync(join(ROOT, path), join(folder, path));
  for (const path of globSync(`${PAGE}/**/*.{html,css,ts}`, { cwd: ROOT })) {
    const text = readFileSync(join(ROOT, path), 'utf8');
    write(path.replace(PAGE, `${CODE}/page`), path.endsWith('.ts') ? stripTypeScriptTypes(text) : text);
  }

  const { name, version, description, license, type, engines } = packageJson;
  write('package.json', `${JSON.stringify({ name, version, description, license, type, engines }, null, 2)}\n`);
  const files = [...chunks.flatMap(({ moduleIds }) => moduleIds), ...copied.map((path) => join(ROOT, path))];
  write('LICENSES.txt', licencesOf(files));
}

async function buildChunks({ entry = 'src/bundled.ts', plugins = [] }: Changed): Promise<OutputChunk[]> {
  const { output } = await build({
    cwd: ROOT,
    input: { main: entry, [`${CODE}/reading-thread`]: 'src/database/reading-thread.ts' },
    platform: 'node',
    external: [...Object.keys(WHOLE_PACKAGES), ...ABSENT],
    plugins: [eachOnce(), ...plugins],
    onLog: (_, { code, id, message }) => {
      // The bot calls nothing of discord.js that evaluates a text.
      if (code !== 'EVAL' || !id?.endsWith('discord.js/src/client/Client.js')) throw new Error(message);
    },
    output: {
      chunkFileNames: `${CODE}/[name].js`,
      comments: false,
      sourcemap: 'hidden',
      sourcemapExcludeSources: true,
      // A stack names what lies beside the bundle, as if that was the project's `dist`.
      sourcemapPathTransform: (source, map) => `../../${relative(ROOT, resolve(dirname(map), source))}`,
      // What only the sandbox, the set-up or Postgres needs stays apart, and is loaded by them.
      codeSplitting: { groups: [{ name: 'packages', test: /node_modules/, entriesAware: true }] },
    },
    write: false,
  });
  return output.filter((file) => file.type === 'chunk').map((chunk) => ({ ...chunk, code: inAscii(chunk.code) }));
}

/** Node keeps a file with other characters in twice the memory. All of them stand in texts and patterns, as comments are gone. */
function inAscii(code: string): string {
  return code.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Takes a package that npm put into several places in one version from the first of them. */
function eachOnce(): Plugin {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lockfile;
  const places = Map.groupBy(Object.entries(packages), ([path, { version }]) =>
    [path.split('node_modules/').at(-1), version].join('@'),
  );
  const moves = [...places.values()].flatMap(([first = [''], ...others]) =>
    others.map(([other]) => ({ from: `/${other}/`, to: `/${first[0]}/` })),
  );
  return {
    name: 'each-once',
    resolveId: {
      filter: { id: /^[@a-z]/ },
      async handler(name, importer, options) {
        const found = await this.resolve(name, importer, { ...options, skipSelf: true });
        const move = moves.find(({ from }) => found?.id.includes(from));
        return found && move ? { ...found, id: found.id.replace(move.from, move.to) } : found;
      },
    },
  };
}
