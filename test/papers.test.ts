import { existsSync, globSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

const CODE = globSync(['{src,commands,test}/**/*.ts', '.ci/*']);

const headingsOf = (paper: string) =>
  Array.from(readFileSync(paper, 'utf8').matchAll(/^#+ (.+)$/gm), ([, heading = '']) => heading);

test('comments cite only papers and headings that are there', () => {
  const cited = CODE.flatMap((file) => {
    const citations = readFileSync(file, 'utf8').matchAll(/(docs\/[a-z]+\.md)(?:, "([^"]+)")?/g);
    return Array.from(citations, ([, paper = '', heading]) => ({ file, paper, heading }));
  });

  expect(cited).not.toEqual([]);
  expect(
    cited.filter(
      ({ paper, heading }) => !existsSync(paper) || (heading !== undefined && !headingsOf(paper).includes(heading)),
    ),
  ).toEqual([]);
});
