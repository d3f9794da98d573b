import { csvRow } from '../../../../supabase/functions/_shared/contract/csv.ts';

/** A value of a CSV cell; null is an empty one. */
export type Cell = string | number | boolean | Date | null;

/** One line of CSV with its end (RFC 4180). */
export function csvLine(cells: readonly Cell[]): string {
  return `${csvRow(cells)}\r\n`;
}
