import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { describe, expect, test } from 'vitest';

const PAPERS = globSync(['*.md', 'docs/*.md', '.github/*.md']).toSorted();
const CODE = globSync(['{src,commands,test}/**/*.ts', '.ci/*', 'ops/*'], { exclude: ['ops/secrets'] });

const read = (path: string) => readFileSync(path, 'utf8');
const headingsOf = (paper: string) => Array.from(read(paper).matchAll(/^#+ (.+)$/gm), ([, heading = '']) => heading);

/** What a heading is called in an address, as GitHub makes it: of these papers' headings, only spaces and punctuation differ. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

function leadsSomewhere(paper: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? paper : join(dirname(paper), path);
  return existsSync(target) && (anchor === undefined || headingsOf(target).map(anchorOf).includes(anchor));
}

describe.each(PAPERS)('%s', (paper) => {
  test('links only to what is there', () => {
    const links = Array.from(read(paper).matchAll(/\]\((?!https:)([^)]+)\)/g), ([, link = '']) => link);

    expect(links.filter((link) => !leadsSomewhere(paper, link))).toEqual([]);
  });
});

/** A citation may go on in the next line of its comment. */
const onOneLine = (code: string) => code.replaceAll(/\n *(?:\*|\/\/|#) /g, ' ');

test('comments cite only papers and headings that are there', () => {
  const cited = CODE.flatMap((file) => {
    const citations = onOneLine(read(file)).matchAll(/(docs\/[a-z]+\.md)(?:, "([^"]+)")?/g);
    return Array.from(citations, ([, paper = '', heading]) => ({ file, paper, heading }));
  });
  const wrong = cited.filter(
    ({ paper, heading }) => !existsSync(paper) || (heading !== undefined && !headingsOf(paper).includes(heading)),
  );

  expect(cited).not.toEqual([]);
  expect(wrong).toEqual([]);
});
