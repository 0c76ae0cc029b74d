import { stringify } from 'csv-stringify/sync';

import type { Pages } from '../work/chunks.ts';
import { nextTurn } from '../work/clock.ts';

/** A date is written as ISO 8601 in UTC, null as nothing. */
export type Cell = string | number | boolean | Date | null;

/** The columns of a file in order: heading (for programs, so English) to the cell of a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

/**
 * Where a cell may begin that a spreadsheet would run. Every spreadsheet begins one at the start of the text. Some split
 * at semicolons or tabs and take this file's quotes for letters: they begin one after each of these, too, and after a line
 * break, and a separator at the end of a text makes the quote after it open a cell. Quotes, blanks and invisible
 * characters may stand before the sign of a formula. Each look ahead ends at the next separator, so all take linear time.
 */
const START_OF_FORMULA =
  /^(?=[\t\r\n]|["\s\p{C}\p{DI}]*[=+\-@|＝＋－＠])|(?<=[;\t\r\n])(?=(?:(?![\t\r\n])["\s\p{C}\p{DI}])*(?:[=+\-@|＝＋－＠\t]|\r(?!\n)|$))/gu;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A CSV file after RFC 4180 with the byte order mark by which spreadsheets recognise UTF-8. An apostrophe in front of a
 * formula makes it text. Other work goes on after each page.
 */
export async function toCsv<Row>(columns: Columns<Row>, pages: Pages<Row>): Promise<string> {
  const cells = Object.values(columns);
  const parts = [BYTE_ORDER_MARK, toRecords([Object.keys(columns)])];
  for await (const rows of pages) {
    parts.push(toRecords(rows.map((row) => cells.map((cell) => cell(row)))));
    await nextTurn();
  }
  return parts.join('');
}

function toRecords(rows: readonly Cell[][]): string {
  return stringify([...rows], {
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    cast: {
      string: (text) => text.replace(START_OF_FORMULA, "'"),
      boolean: String,
      date: (date) => date.toISOString(),
    },
  });
}
