import { csvRow } from '@solostead/contract/csv';
import { saveFile } from '#ui/save-file.ts';
import { serverNow } from '#supabase/clock.ts';
import { asLocalTime } from '../format/time.tsx';

export type Format = 'csv' | 'json';

/** A page is one file of HTML. */
const types = { csv: 'text/csv', json: 'application/json', html: 'text/html' } as const;

/**
 * Returns rows as lines of CSV, after the names of their columns if they are the first. The mark at the beginning shows
 * spreadsheets that it is UTF-8.
 */
export function csvOf(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
  isFirst: boolean,
): string {
  const lines = rows.map((row) => csvRow(columns.map((column) => row[column])));
  return [...(isFirst ? [`\uFEFF${csvRow(columns)}`] : []), ...lines].map((line) => `${line}\r\n`).join('');
}

/** Saves pieces as a download that is named after the day, with the prefix `what`. */
export function saveDated(format: keyof typeof types, what: string, pieces: BlobPart[]): void {
  const day = asLocalTime(new Date(serverNow())).slice(0, 10);
  saveFile(`${what}-${day}.${format}`, types[format], pieces);
}
