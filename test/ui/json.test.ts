import { describe, expect, test } from 'vitest';

import { toJson } from '../../src/ui/json.ts';
import { pagesByTurn } from '../turns-passed.ts';

async function* pagesOf(...pages: object[][]): AsyncGenerator<object[]> {
  for (const page of pages) yield await Promise.resolve(page);
}

describe('toJson', () => {
  test('writes what is read again', async () => {
    const name = 'say "hi"\n\u2028';
    const written = await toJson({
      name,
      none: null,
      two: 2,
      [name]: { empty: {}, nothing: [], blank: pagesOf([], []) },
      rows: pagesOf([{ a: 1 }, { b: [name] }], [], [{ c: null }]),
      at_once: [[{ a: 1 }]],
    });
    expect(JSON.parse(written)).toEqual({
      name,
      none: null,
      two: 2,
      [name]: { empty: {}, nothing: [], blank: [] },
      rows: [{ a: 1 }, { b: [name] }, { c: null }],
      at_once: [{ a: 1 }],
    });
  });

  test('has each row on a line of its own', async () => {
    expect(await toJson({ rows: [[{ a: 1 }], [{ b: 2 }]] })).toBe('{\n  "rows": [\n    {"a":1},\n    {"b":2}\n  ]\n}');
  });

  test('lets others have their turn after each page', async () => {
    const written = JSON.parse(await toJson(pagesByTurn(5))) as { turn: number }[];
    expect(new Set(written.map(({ turn }) => turn)).size).toBe(5);
  });
});
