import { stringify } from 'csv-stringify/sync';

import type { Pages } from '../work/chunks.ts';
import { nextTurn } from '../work/clock.ts';

/** A date is written in UTC as every spreadsheet reads it, null as nothing. */
export type Cell = string | number | boolean | Date | null;

/** The columns of a file in order: heading (for programs, so English) to the cell of a row. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

/** What stands between cells. Excel splits at what its language has for lists: a semicolon where a comma is decimal. */
type Separator = ',' | ';';

export function separatorIn(locale: string): Separator {
  const decimal = new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value;
  return decimal === ',' ? ';' : ',';
}

/**
 * Where a cell may begin that a spreadsheet would run. Every spreadsheet begins one at the start of the text. Some split
 * at tabs or the other separator, and take this file's quotes for letters: they begin one after each of these, too, and
 * after a line break, and a separator at the end of a text makes the quote after it open a cell. Quotes, blanks and
 * invisible characters may stand before the sign of a formula. Each look ahead ends at the next separator, so all take
 * linear time.
 */
const START_OF_FORMULA = {
  ',': /^(?=[\t\r\n]|["\s\p{C}\p{DI}]*[=+\-@|＝＋－＠])|(?<=[;\t\r\n])(?=(?:(?![\t\r\n])["\s\p{C}\p{DI}])*(?:[=+\-@|＝＋－＠\t]|\r(?!\n)|$))/gu,
  ';': /^(?=[\t\r\n]|["\s\p{C}\p{DI}]*[=+\-@|＝＋－＠])|(?<=[,\t\r\n])(?=(?:(?![\t\r\n])["\s\p{C}\p{DI}])*(?:[=+\-@|＝＋－＠\t]|\r(?!\n)|$))/gu,
} as const satisfies Record<Separator, RegExp>;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * A CSV file after RFC 4180, but for its separator, with the byte order mark by which spreadsheets recognise UTF-8. An
 * apostrophe in front of a formula makes it text. Other work goes on after each page.
 */
export async function toCsv<Row>(
  columns: Columns<Row>,
  pages: Pages<Row>,
  separator: Separator = ',',
): Promise<string> {
  const cells = Object.values(columns);
  const parts = [BYTE_ORDER_MARK, toRecords([Object.keys(columns)], separator)];
  for await (const rows of pages) {
    parts.push(
      toRecords(
        rows.map((row) => cells.map((cell) => cell(row))),
        separator,
      ),
    );
    await nextTurn();
  }
  return parts.join('');
}

function toRecords(rows: readonly Cell[][], separator: Separator): string {
  return stringify([...rows], {
    delimiter: separator,
    record_delimiter: 'windows',
    quoted_match: /[\r\n]/,
    escape_formulas: true,
    cast: {
      string: (text) => text.replace(START_OF_FORMULA[separator], "'"),
      boolean: String,
      date: spreadsheetTime,
    },
  });
}

/** Excel, in whatever language, reads ISO 8601 only without `T`, zone and milliseconds. */
function spreadsheetTime(date: Date): string {
  return date.toISOString().slice(0, 'yyyy-mm-dd hh:mm:ss'.length).replace('T', ' ');
}
