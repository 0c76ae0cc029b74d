import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { separatorIn, toCsv } from '../../src/ui/csv.ts';
import { pagesByTurn } from '../turns-passed.ts';

const columns = { name: (cell: string) => cell };

/** Parses a file according to RFC 4180, without the library that wrote it. */
function read(file: string): string[][] {
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  const records: string[][] = [[]];
  const text = file.replace(/^\uFEFF/, '');
  while (field.lastIndex < text.length) {
    const match = field.exec(text);
    if (match === null) throw new Error('Not RFC 4180');
    records.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '\r\n') records.push([]);
  }
  return records.slice(0, -1);
}

/** How spreadsheets may take a file apart. */
const SPREADSHEETS = [',', ';', '\t'].flatMap((separator) =>
  [/^\r?\n/, /^(\r\n|[\r\n])/].map((lineBreak) => ({ separator, lineBreak })),
);
/** What a spreadsheet runs, after whatever it may skip before. */
const RUN = /^[\s\u200B\uFEFF]*[=+\-@＝＋－＠]|^[\t\r]/;

/** The cells as a spreadsheet finds them: quotes enclose a cell where they begin it, and are letters anywhere else. */
function cellsFor({ separator, lineBreak }: (typeof SPREADSHEETS)[number], file: string): string[] {
  const quoted = /"((?:[^"]|"")*)(?:"|$)/y;
  const cells: string[] = [];
  let cell = '';
  let begins = true;
  for (let at = 0; at < file.length;) {
    const rest = file.slice(at);
    const end = rest.startsWith(separator) ? separator : lineBreak.exec(rest)?.[0];
    quoted.lastIndex = at;
    const enclosed = begins ? quoted.exec(file) : null;
    begins = end !== undefined;
    if (end !== undefined) cells.push(cell);
    cell = end !== undefined ? '' : cell + (enclosed?.[1]?.replaceAll('""', '"') ?? rest.charAt(0));
    at += end?.length ?? enclosed?.[0].length ?? 1;
  }
  return [...cells, cell];
}

describe('a spreadsheet, whatever it splits at,', () => {
  const parts = fc.constantFrom(
    ...Array.from('=+-@＝;;,\t\r\n""\' a\u200B'),
    '\r\n',
    '=HYPERLINK("http://evil.example")',
  );
  const text = fc.array(parts, { maxLength: 9 }).map((some) => some.join(''));

  it('runs no cell of any text', async () => {
    const rows = fc.array(fc.record({ first: text, second: text }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom(',', ';'), async (some, separator) => {
        const file = await toCsv({ first: (row) => row.first, second: (row) => row.second }, [some], separator);
        const bare = file.slice(1);
        expect(SPREADSHEETS.flatMap((one) => cellsFor(one, bare)).filter((cell) => RUN.test(cell))).toEqual([]);
      }),
      {
        numRuns: 2_000,
        examples: [
          [[{ first: 'S;"=HYPERLINK("http://evil.example")', second: '' }], ','],
          [[{ first: 'S,"=HYPERLINK("http://evil.example")', second: '' }], ';'],
        ],
      },
    );
  });

  it.each(SPREADSHEETS)('would be seen to run one: $separator', (one) => {
    expect(cellsFor(one, `a${one.separator}""=1\r\n`).filter((cell) => RUN.test(cell))).toEqual(['=1']);
  });

  it('finds ordinary texts as they are', async () => {
    const ordinary = fc
      .string({ unit: fc.constantFrom(...Array.from('aZ09-_ .,:!?"\'()éß☃'), '\r\n', '\n') })
      .filter((some) => !/^["\s]*-|\n["\s]*(-|$)|^\s*\n/.test(some));
    await fc.assert(
      fc.asyncProperty(ordinary, async (some) => {
        expect(read(await toCsv(columns, [[some]]))).toEqual([['name'], [some]]);
      }),
    );
  });
});

describe('toCsv', () => {
  it.each([
    '\u00A0=1+1',
    '\u200B=1+1',
    '\uFEFF=1+1',
    '\u202E=1+1',
    '\u0000=1+1',
    '|calc',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM(1)',
    ' ＝1+1',
  ])('makes %j text', async (payload) => {
    expect(read(await toCsv(columns, [[payload]]))).toEqual([['name'], [`'${payload}`]]);
  });

  it('starts with the byte order mark and ends every record with CRLF', async () => {
    expect(await toCsv(columns, [['x']])).toBe('\uFEFFname\r\nx\r\n');
  });

  it('writes times as every Excel reads them, truth in words, numbers as they are and nothing for null', async () => {
    const row = { at: new Date(Date.UTC(2026, 0, 2)), yes: true, no: false, below: -3, none: null };
    const file = await toCsv<typeof row>(
      {
        at: ({ at }) => at,
        yes: ({ yes }) => yes,
        no: ({ no }) => no,
        below: ({ below }) => below,
        none: ({ none }) => none,
      },
      [[row]],
    );
    expect(read(file)[1]).toEqual(['2026-01-02 00:00:00', 'true', 'false', '-3', '']);
  });

  it.each([
    [',', ['en-US', 'en-GB', 'es-419', 'ja', 'zh-CN']],
    [';', ['de', 'fr', 'it', 'es-ES', 'pt-BR', 'pl', 'ru', 'nl', 'sv-SE']],
  ] as const)('splits at %s for an Excel in %j', async (separator, locales) => {
    for (const locale of locales) expect(separatorIn(locale), locale).toBe(separator);
    const both = { one: (cell: string) => cell, two: (cell: string) => cell };
    expect(await toCsv(both, [['a;b']], separator)).toBe(
      separator === ',' ? '\uFEFFone,two\r\na;b,a;b\r\n' : '\uFEFFone;two\r\n"a;b";"a;b"\r\n',
    );
  });

  it('lets others have their turn after each page', async () => {
    const file = await toCsv({ turn: ({ turn }) => turn }, pagesByTurn(5));
    expect(new Set(read(file).slice(1).flat()).size).toBe(5);
  });

  it('writes the headings of a file without rows', async () => {
    expect(await toCsv(columns, [])).toBe('\uFEFFname\r\n');
  });
});
