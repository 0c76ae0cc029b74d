/** Rows that are read or written before other work goes on: a few milliseconds. */
export const ROWS_AT_ONCE = 100;

export type Pages<Row> = Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;

export function* chunksOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
