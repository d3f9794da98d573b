import type { Writable } from 'node:stream';
import type { Database } from '../../../../server/src/database/database.ts';
import { csvRow } from '../../../../supabase/functions/_shared/contract/csv.ts';
import { exportColumns } from '../../../../supabase/functions/_shared/contract/export-columns.ts';

type Value = string | number | boolean | Date | readonly string[] | null;

export type Application = Record<(typeof exportColumns)[number], Value>;

/** The columns of an export as SQL. Users appear by their addresses, as everywhere in an export. */
const exportedColumns = exportColumns
  .map((column) => {
    if (column === 'assignee') return '(select email from auth.users where id = assignee) as assignee';
    if (column === 'due_at')
      return `case when private.is_waiting(status, email_confirmed_at, first_answered_at, archived_at)
                then email_confirmed_at + (select private.answer_time()) end as due_at`;
    // A number instead of text. No rating is an empty cell.
    return column === 'rating' ? 'nullif(rating, 0)::float8 as rating' : column;
  })
  .join(', ');

export const formats = ['csv', 'json'] as const;
export type Format = (typeof formats)[number];

/**
 * Writes a consistent export of every application, archived ones included, in pages, so that any number fits. The
 * access log gets the export's start before anything is read, and its end.
 */
export async function writeAll(database: Database, format: Format, target: Writable): Promise<number> {
  const write = writer(target);
  let written = 0;
  const entry = await logged(database, 'export_started', { format, by: 'command line' });
  await write(format === 'csv' ? `${csvRow(exportColumns)}\r\n` : '[');
  await database.transaction(async (query) => {
    await query(
      `declare exported cursor for select ${exportedColumns} from public.applications order by created_at, id`,
    );
    for (;;) {
      const { rows } = await query<Application>('fetch 1000 from exported');
      if (rows.length === 0) return;
      await write(rows.map((row, index) => render(row, format, written + index === 0)).join(''));
      written += rows.length;
    }
  });
  if (format === 'json') await write(written === 0 ? ']\n' : '\n]\n');
  await logged(database, 'export_ended', { export: entry, rows: written });
  return written;
}

/** Adds an entry to the access log and answers its number. */
async function logged(database: Database, kind: string, detail: object): Promise<number> {
  const { rows } = await database.query<{ id: string }>(
    'select private.log_access($1, null, $2::jsonb) as id',
    [kind, JSON.stringify(detail)],
  );
  return Number(rows[0]!.id);
}

function render(row: Application, format: Format, isFirst: boolean): string {
  if (format === 'csv') return `${csvRow(exportColumns.map((column) => row[column]))}\r\n`;
  return `${isFirst ? '' : ','}\n${JSON.stringify(row).replace(STEERING, escaped)}`;
}

/** Characters that control a terminal or reverse the order of text, beyond those that JSON escapes. */
const STEERING = /[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Waits for each chunk to leave, so that a slow reader holds the database back and not the memory. */
function writer(target: Writable): (text: string) => Promise<void> {
  return (text) =>
    new Promise((resolve, reject) => target.write(text, (error) => (error ? reject(error) : resolve())));
}
