import type { Pages } from '../src/work/chunks.ts';

export async function allRows<Row>(pages: Pages<Row>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const rows of pages) all.push(...rows);
  return all;
}
