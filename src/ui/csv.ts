import { setImmediate as nextTurn } from 'node:timers/promises';

import { stringify } from 'csv-stringify/sync';

import type { Pages } from '../chunks.ts';

/** What a cell holds. A date is written as ISO 8601 in UTC, null as nothing. */
export type Cell = string | number | boolean | Date | null;

/**
 * The columns of a file in their order: heading to the cell of a row. Headings are for programs: English, never
 * translated.
 */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

/**
 * What csv-stringify does not escape: a formula after blank or invisible characters, which a spreadsheet may skip
 * before it recognises one, and the sign of a DDE command.
 */
const HIDDEN_FORMULA = /^[\s\p{C}\p{Default_Ignorable_Code_Point}]+[=+\-@|＝＋－＠]|^[|\n]/u;

/**
 * Nor does it escape a formula after a character that separates cells in other countries: a spreadsheet that splits at
 * semicolons does not recognise the quotes around a line break. These are all rows of separators and what a spreadsheet
 * may skip, each with the sign that follows it, if one does: looking for a sign from every separator on would take a
 * time that grows with the square of a row.
 */
const BEFORE_A_CELL = /([;\s\p{C}\p{Default_Ignorable_Code_Point}]+)([=+\-@|＝＋－＠]?)/gu;
const BYTE_ORDER_MARK = '\uFEFF';
const SEPARATOR = /[;\t\r\n]/;

/**
 * A CSV file after RFC 4180 with the byte order mark by which spreadsheets recognise UTF-8. A text that a spreadsheet
 * would run as a formula gets an apostrophe in front, which makes it text. After each page others have their turn.
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
      string: defuse,
      boolean: String,
      date: (date) => date.toISOString(),
    },
  });
}

function defuse(text: string): string {
  const whole = text.replace(BEFORE_A_CELL, (found, row: string, sign: string) =>
    sign !== '' && SEPARATOR.test(row) ? `${row}'${sign}` : found,
  );
  return HIDDEN_FORMULA.test(whole) ? `'${whole}` : whole;
}
