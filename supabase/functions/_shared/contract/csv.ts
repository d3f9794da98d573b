import { withoutDirections } from './visible.ts';

/** Characters that control a terminal, C0 and C1 except tab and line feed. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/** The start of a formula for spreadsheets, also after quotes, blanks and invisible characters. */
const FORMULA_START = /^["\s\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@|%\u2212]/u;

/** The starts of cells for a reader with other separators, which ignores quotes after a line's first cell. */
const POSSIBLE_CELLS = /(?<=[;\t\n])/;

/**
 * Formats one cell of CSV (RFC 4180). It is always quoted, with an apostrophe in front of formulas (OWASP, CSV
 * injection), also for programs that separate by semicolons or tabs. Null and undefined are empty, dates are ISO
 * 8601, members of a list are joined by a comma and a blank. Numbers and booleans are unchanged.
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
  const plain = withoutDirections(text.replace(/\r\n?/g, '\n').replace(CONTROLS, ''));
  const guarded = plain.split(POSSIBLE_CELLS).map(guard).join('');
  return /^[\t\n]/.test(plain) ? `'${guarded}` : guarded;
}

/** The compatibility forms, ＝ and ﹢ among them, are formulas to some spreadsheets. */
const guard = (cell: string) => (FORMULA_START.test(cell.normalize('NFKC')) ? `'${cell}` : cell);
