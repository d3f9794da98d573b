import { call } from '../data/call.ts';
import type { Cursor, Filter } from '../data/shapes.ts';
import { csvHead, csvLine } from './csv.ts';
import type { ExportRow } from './csv.ts';

export type Format = 'csv' | 'json';

/** Applications asked for at once: large enough to be quick, small enough to be stopped between two. */
const PAGE = 2_000;

interface Page {
  readonly rows: readonly (ExportRow & { readonly cursor: Cursor })[];
  readonly more: boolean;
}

const jsonOf = ({ cursor: _cursor, ...row }: Page['rows'][number]) => JSON.stringify(row);

/**
 * The filtered applications as text, page after page. What has been read lies in the browser's blobs (on disk when
 * large), never in one string. Rejects with a ReviewError, or with the signal's reason when it is stopped.
 */
export async function collect(
  filter: Filter,
  format: Format,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<{ blob: Blob; count: number }> {
  const parts: Blob[] = [new Blob([format === 'csv' ? csvHead() : '['])];
  let after: Cursor | null = null;
  let count = 0;
  for (let more = true; more;) {
    const page: Page = await call<Page>('review_export', { filter, after, page_size: PAGE });
    signal.throwIfAborted();
    const lines =
      format === 'csv'
        ? page.rows.map(csvLine).join('')
        : page.rows.map((row, place) => (count + place > 0 ? ',\n' : '\n') + jsonOf(row)).join('');
    parts.push(new Blob([lines]));
    count += page.rows.length;
    onProgress(count);
    after = page.rows.at(-1)?.cursor ?? null;
    more = page.more && after !== null;
  }
  if (format === 'json') parts.push(new Blob(['\n]\n']));
  return { blob: new Blob(parts, { type: format === 'csv' ? 'text/csv' : 'application/json' }), count };
}

/** Hands the file to the person, as a download named after the day. */
export function download(blob: Blob, format: Format): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = `applications-${new Date().toISOString().slice(0, 10)}.${format}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
