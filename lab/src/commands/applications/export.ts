import { open, readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Database } from '@solostead/server/database';
import { visibleJson } from '@solostead/server/commands';
import { csvRow } from '@solostead/contract/csv';
import { exportColumns } from '@solostead/contract/export-columns';

type Value = string | number | boolean | Date | readonly string[] | null;

export type Application = Record<(typeof exportColumns)[number], Value>;

/** The SQL of columns that are not one of `applications`. Users appear by their addresses, as everywhere in an export. */
const expressions: Partial<Record<keyof Application, string>> = {
  assignee: '(select email from auth.users where id = assignee)',
  due_at: `case when private.promise_of(a) = 'waiting' then private.answer_by(a) end`,
  evidence_link: 'e.link',
  evidence_repository: 'e.repository',
  evidence_words: 'e.words',
  promise: 'private.promise_of(a)',
  // A number instead of text. No rating is an empty cell.
  rating: 'nullif(rating, 0)::float8',
};

const exportedColumns = exportColumns
  .map((column) => `${expressions[column] ?? `a.${column}`} as ${column}`)
  .join(', ');

export const formats = ['csv', 'json'] as const;
export type Format = (typeof formats)[number];

type Write = (text: string) => Promise<void>;

/** Exports to standard output. It ends without an error when the reader has seen enough, such as `head`. */
export async function exportToOutput(database: Database, format: Format): Promise<void> {
  // Each write reports its own failure.
  process.stdout.on('error', () => {});
  const write = (text: string) =>
    new Promise<void>((resolve, reject) => {
      process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
    });
  await writeAll(database, format, write).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

/**
 * Exports to a file (mode 600) that appears under its name only once it is whole, or to an existing pipe or device.
 * A link keeps leading to the file. Returns the number of rows.
 */
export async function exportToFile(database: Database, format: Format, file: string): Promise<number> {
  const real = await followLinks(file);
  const isStream = (await stat(real).catch(() => null))?.isFile() === false;
  const draft = `${real}.part`;
  const removeDraft = async () => {
    if (!isStream) await rm(draft, { force: true });
  };
  try {
    await removeDraft();
    const target = isStream ? await open(real, 'w') : await open(draft, 'wx', 0o600);
    const writing = writeAll(database, format, (text) => target.appendFile(text));
    const count = await writing.finally(() => target.close());
    if (!isStream) await rename(draft, real);
    return count;
  } catch (error) {
    await removeDraft().catch(() => {});
    // The operator knows the file by its final name.
    if ((error as NodeJS.ErrnoException).syscall) Object.assign(error as Error, { path: file });
    throw error;
  }
}

/** Returns the path that a link leads to, also if that file does not exist yet. */
async function followLinks(file: string): Promise<string> {
  return realpath(file).catch(async (error: NodeJS.ErrnoException) => {
    const next = error.code === 'ENOENT' ? await readlink(file).catch(() => null) : null;
    return next === null ? file : followLinks(resolve(await realpath(dirname(file)), next));
  });
}

/**
 * Writes a consistent export of every application, archived ones included, in pages, so that any number fits, and
 * returns their number. `write` resolves once its text has left, so that a slow reader holds the database back and not
 * the memory. The access log gets the export's start before anything is read, and its end, also if it fails.
 */
async function writeAll(database: Database, format: Format, write: Write): Promise<number> {
  let handedOut = 0;
  const entry = await logged(database, 'export_started', { format, by: 'command line' });
  const end = (kind: string) => logged(database, kind, { export: entry, rows: handedOut });
  try {
    await write(format === 'csv' ? `${csvRow(exportColumns)}\r\n` : '[');
    await database.transaction(async (query) => {
      await query(
        `declare exported cursor for select ${exportedColumns} from public.applications a
           left join public.application_evidence e on e.application_id = a.id order by created_at, id`,
      );
      for (;;) {
        const { rows } = await query<Application>('fetch 1000 from exported');
        if (rows.length === 0) return;
        const text = rows.map((row, index) => render(row, format, handedOut + index === 0)).join('');
        // Counted first, because a part of a text that fails may arrive.
        handedOut += rows.length;
        await write(text);
      }
    });
    if (format === 'json') await write(handedOut === 0 ? ']\n' : '\n]\n');
  } catch (error) {
    // The first failure is the one to report.
    await end('export_stopped').catch(() => {});
    throw error;
  }
  await end('export_ended');
  return handedOut;
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
  return `${isFirst ? '' : ','}\n${visibleJson(JSON.stringify(row))}`;
}
