/** Rows that are read or written before others have their turn: a few milliseconds of work. */
export const ROWS_AT_ONCE = 100;

/** A long list, part by part. */
export type Pages<Row> = Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>;

/** Splits a list into lists of at most `size` items, in the same order. */
export function* chunksOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}
