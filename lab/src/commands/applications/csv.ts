/** A value of a CSV cell; null is an empty one. */
export type Cell = string | number | boolean | Date | null;

// Spreadsheets take a cell that starts so for a formula, and strangers write these cells.
const formulaStart = /^[=+\-@\t\r\n|%＝＋－＠]/;

/** One line of CSV (RFC 4180), every cell quoted; text that a spreadsheet would run gets an apostrophe in front. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return '""';
  if (cell instanceof Date) return `"${cell.toISOString()}"`;
  const text = String(cell);
  const safe = typeof cell === 'string' && formulaStart.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
