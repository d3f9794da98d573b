/**
 * Characters that steer a terminal or turn the order of what follows: C0 and C1 but tab and line feed, and the
 * overrides, embeddings and isolates of bidirectional text.
 */
const STEERING = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** What spreadsheets take for the beginning of a formula, also after quotes, blanks and characters that show nothing. */
const FORMULA_START = /^["\s\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@|%\u2212]/u;

/** Where a reader with other separators begins a cell: it minds no quotes behind those of a line's first cell. */
const POSSIBLE_CELLS = /(?<=[;\t\n])/;

/**
 * One cell of CSV (RFC 4180): always quoted, and with an apostrophe in front of what a spreadsheet would run (OWASP, CSV
 * injection), be it one that takes semicolons or tabs for separators. Null and undefined are empty, dates are ISO 8601, the members
 * of a list are joined by a comma and a blank. Numbers and booleans are written as they are.
 */
export function csvCell(value: unknown): string {
  const isOurs = typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean';
  const text = isOurs ? String(value) : harmless(textOf(value));
  return `"${text.replaceAll('"', '""')}"`;
}

/** The cells of one line, without the line's end. */
export function csvRow(values: readonly unknown[]): string {
  return values.map(csvCell).join(',');
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function harmless(text: string): string {
  const plain = text.replace(/\r\n?/g, '\n').replace(STEERING, '');
  const guarded = plain.split(POSSIBLE_CELLS).map(guard).join('');
  return /^[\t\n]/.test(plain) ? `'${guarded}` : guarded;
}

/** The compatibility forms, ＝ and ﹢ among them, are formulas to some spreadsheets. */
const guard = (cell: string) => (FORMULA_START.test(cell.normalize('NFKC')) ? `'${cell}` : cell);
