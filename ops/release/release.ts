import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import packageJson from '../../package.json' with { type: 'json' };
import { bundle } from '../bundle/bundle.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** What stands beside the bundle: where, and of which file of the project it is made. */
const BESIDE = {
  'README.md': 'ops/release/README.md',
  LICENSE: 'LICENSE',
  '.env.example': '.env.example',
  'ops/plan-vote-bot.service': 'ops/plan-vote-bot.service',
};
/** In the project npm and the launcher start the bot. */
const STARTS: readonly [inProject: string, inArchive: string][] = [
  ['src/launch.js --disable-warning=ExperimentalWarning ', ''],
  ['src/main.ts', 'dist/main.js'],
  ['npm run ', 'node dist/main.js '],
  ['npm start', 'node dist/main.js'],
];
/** Everything is as old as in the packages of npm, belongs to nobody, and may be read by everyone. */
const SAME_EACH_TIME = [
  ...['--format=ustar', '--sort=name', '--mtime=1985-10-26 08:15:00Z', '--owner=0', '--group=0', '--numeric-owner'],
  '--mode=u=rwX,go=rX',
];
const LARGEST_TAR = 2 ** 28;

/**
 * Makes the archive of this version, and its checksum beside it. The same sources give the same bytes. Needs GNU tar.
 *
 * @param folder - where to put them
 * @returns the path of the archive
 */
export async function release(folder: string): Promise<string> {
  const name = `plan-vote-bot-${packageJson.version}`;
  const draft = mkdtempSync(join(tmpdir(), 'release-'));
  try {
    const content = join(draft, name);
    await bundle(join(content, 'dist'));
    for (const [path, source] of Object.entries(BESIDE)) {
      const text = readFileSync(join(ROOT, source), 'utf8');
      mkdirSync(dirname(join(content, path)), { recursive: true });
      writeFileSync(
        join(content, path),
        STARTS.reduce((changed, [from, to]) => changed.replaceAll(from, to), text),
      );
    }
    writeFileSync(join(content, 'SHA256SUMS'), sumsOf(content));
    const tar = execFileSync('tar', [...SAME_EACH_TIME, '--create', name], { cwd: draft, maxBuffer: LARGEST_TAR });
    const archive = join(folder, `${name}.tar.gz`);
    mkdirSync(folder, { recursive: true });
    const packed = gzipSync(tar, { level: 9 });
    writeFileSync(archive, packed);
    writeFileSync(`${archive}.sha256`, `${sha256(packed)}  ${name}.tar.gz\n`);
    return archive;
  } finally {
    rmSync(draft, { recursive: true });
  }
}

/** A line for each file, as `sha256sum` reads them. */
function sumsOf(folder: string): string {
  const files = globSync('{**/*,.*}', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).toSorted();
  return paths.map((path) => `${sha256(readFileSync(path))}  ${path.slice(folder.length + 1)}\n`).join('');
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
