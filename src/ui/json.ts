import type { Pages } from '../work/chunks.ts';
import { nextTurn } from '../work/clock.ts';

/** A value of JSON, in which a long list comes page by page. */
type Written = string | number | null | { readonly [key: string]: Written } | Pages<object>;

/** JSON with each row of a list on a line of its own. Other work goes on after each page. */
export async function toJson(value: Written): Promise<string> {
  const parts: string[] = [];
  for await (const part of partsOf(value, '')) parts.push(part);
  return parts.join('');
}

async function* partsOf(value: Written, indent: string): AsyncGenerator<string, void> {
  if (typeof value !== 'object' || value === null) {
    yield JSON.stringify(value);
    return;
  }
  const inner = `${indent}  `;
  const isList = isPages(value);
  const [open, close] = isList ? (['[', ']'] as const) : (['{', '}'] as const);
  let before = `${open}\n${inner}`;
  if (isList) {
    for await (const rows of value) {
      if (rows.length > 0) {
        yield before + rows.map((row) => JSON.stringify(row)).join(`,\n${inner}`);
        before = `,\n${inner}`;
      }
      await nextTurn();
    }
  } else {
    for (const [key, entry] of Object.entries(value)) {
      yield `${before}${JSON.stringify(key)}: `;
      yield* partsOf(entry, inner);
      before = `,\n${inner}`;
    }
  }
  yield before.startsWith(open) ? `${open}${close}` : `\n${indent}${close}`;
}

function isPages(value: object): value is Pages<object> {
  return Symbol.iterator in value || Symbol.asyncIterator in value;
}
