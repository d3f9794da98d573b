import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { Database, Query, Statement } from '../../database/database.ts';

/** Rows fetched at a time: what memory holds of a stream, beside what the socket has not taken yet. */
const BATCH = 200;

interface StreamedRow {
  readonly line: string;
}

/**
 * The first row of a statement, and the `line` of every other as a stream that goes no faster than it is read. What
 * fails before the first row rejects; what fails after it, or a reader who leaves, ends the stream and the transaction.
 */
export function streamLines<First>(
  database: Database,
  settings: Readonly<Record<string, string>>,
  before: Statement | null,
  { text, values = [] }: Statement,
): Promise<{ first: First; lines: Readable }> {
  return new Promise((resolve, reject) => {
    const lines = new PassThrough();
    // A failure ends the stream for its reader; without a reader it is dropped.
    lines.on('error', () => {});
    const work = async (query: Query): Promise<void> => {
      if (before) await query(before.text);
      await query(`declare pgrst_lines no scroll cursor for ${text}`, values);
      const { rows } = await query<First>('fetch 1 from pgrst_lines');
      resolve({ first: rows[0]!, lines });
      for (;;) {
        const { rows: more } = await query<StreamedRow>(`fetch ${BATCH} from pgrst_lines`);
        if (more.length === 0) return;
        const chunk = more.map(({ line }) => `\n${line}`).join('');
        if (!lines.write(chunk)) await Promise.race([once(lines, 'drain'), once(lines, 'close')]);
        if (lines.destroyed) return;
      }
    };
    database.transaction(work, settings).then(
      () => lines.end(),
      (error: Error) => {
        reject(error);
        lines.destroy(error);
      },
    );
  });
}
