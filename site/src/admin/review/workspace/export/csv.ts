import { csvRow } from '../../../../../../supabase/functions/_shared/contract/csv.ts';
import { exportColumns } from '../../../../../../supabase/functions/_shared/contract/export-columns.ts';
import type { ExportRow } from '../../kernel/data/shapes/row.ts';

/** The first line, with the mark by which spreadsheets know UTF-8. */
export const csvHead = () => `\uFEFF${csvRow(exportColumns)}\r\n`;

/** One application as a line. */
export const csvLine = (row: ExportRow) => `${csvRow(exportColumns.map((column) => row[column]))}\r\n`;
