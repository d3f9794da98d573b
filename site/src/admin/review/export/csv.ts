/** One exported application: `review_export` in docs/review-data.md. */
export type ExportRow = Readonly<Record<string, unknown>>;

export const COLUMNS = [
  'id',
  'created_at',
  'name',
  'email',
  'linkedin',
  'sectors',
  'status',
  'email_confirmed_at',
  'assignee',
  'tags',
  'rating',
  'source',
  'status_changed_at',
  'questions_version',
] as const;

/** What a spreadsheet would take for a formula begins like this, also after blanks. */
const FORMULA = /^[\s\uFEFF]*[=+\-@\t\r|%＝＋－＠]/u;

const textOf = (value: unknown) =>
  value === null || value === undefined ? '' : Array.isArray(value) ? value.join(', ') : String(value);

/** A cell that no spreadsheet runs (OWASP, CSV injection) and every CSV reader takes as one (RFC 4180). */
export function cell(value: unknown): string {
  const text = textOf(value);
  const harmless = typeof value === 'string' || Array.isArray(value) ? text.replace(FORMULA, "'$&") : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The first line, with the mark by which spreadsheets know UTF-8. */
export const csvHead = () => `\uFEFF${COLUMNS.join(',')}\r\n`;

/** One application as a line. */
export const csvLine = (row: ExportRow) => `${COLUMNS.map((column) => cell(row[column])).join(',')}\r\n`;
