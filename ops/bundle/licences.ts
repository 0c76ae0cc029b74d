import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Manifest = {
  name: string;
  version: string;
  license: string;
  author?: string | { name: string };
  homepage?: string;
};

const PACKAGE_FOLDER = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const RULE = `\n\n${'-'.repeat(80)}\n\n`;

/**
 * The licences of all packages that have one of these files, in their own words. Of a package without such a text the
 * name of its licence is all that there is.
 */
export function licencesOf(files: readonly string[]): string {
  const folders = new Set(files.flatMap((path) => PACKAGE_FOLDER.exec(path)?.[0] ?? []));
  const licences = Array.from(folders, (folder) => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    const { name, version, license, author, homepage } = manifest;
    const texts = globSync('{LICENSE,LICENCE,license}*', { cwd: folder })
      .toSorted()
      .map((file) => readFileSync(join(folder, file), 'utf8').trim());
    const by = [typeof author === 'object' ? author.name : author, homepage].filter((part) => part !== undefined);
    return [`${name} ${version}, ${license}`, ...(texts.length > 0 ? texts : [by.join(', ')])].join('\n\n');
  });
  return `What others wrote of this program, and its licences:${RULE}${licences.toSorted().join(RULE)}\n`;
}
