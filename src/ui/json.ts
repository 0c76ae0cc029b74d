import { setImmediate as nextTurn } from 'node:timers/promises';

import type { Pages } from '../work/chunks.ts';

/** A value of JSON, in which a long list comes page by page. */
export type Written = string | number | null | { readonly [key: string]: Written } | Pages<object>;

/** JSON with each row of a list on a line of its own. Other work goes on after each page. */
export async function toJson(value: Written, indent = ''): Promise<string> {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const parts: string[] = [];
  if (isPages(value)) {
    for await (const rows of value) {
      if (rows.length > 0) parts.push(rows.map((row) => `${inner}${JSON.stringify(row)}`).join(',\n'));
      await nextTurn();
    }
    return enclosed('[', parts, ']', indent);
  }
  for (const [key, entry] of Object.entries(value)) {
    parts.push(`${inner}${JSON.stringify(key)}: ${await toJson(entry, inner)}`);
  }
  return enclosed('{', parts, '}', indent);
}

function isPages(value: object): value is Pages<object> {
  return Symbol.iterator in value || Symbol.asyncIterator in value;
}

function enclosed(open: string, parts: readonly string[], close: string, indent: string): string {
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(',\n')}\n${indent}${close}`;
}
