import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { showToast } from '#ui/toast/show.ts';
import { call } from '../../kernel/data/call.ts';
import { report } from '../../kernel/data/saves.ts';
import { csvOf, type Destination, openDestination } from '../../kernel/files/destination.ts';
import { formatCount } from '../../kernel/format/number.ts';
import { exportedColumns, exportedPage, type LogFilter } from './log-shapes.ts';

/** Writes the filtered log page by page. Returns the number of entries. */
async function writeLog(
  filter: LogFilter,
  file: Destination,
  onProgress: (count: number) => void,
): Promise<number> {
  let count = 0;
  let before: number | null = null;
  do {
    const parameters: Readonly<Record<string, unknown>> = { filter, before };
    const { rows, more } = await call('review_access_log_export', parameters, exportedPage);
    await file.write(csvOf(exportedColumns, rows, before === null));
    count += rows.length;
    onProgress(count);
    before = (more && rows.at(-1)?.id) || null;
  } while (before !== null);
  await file.finish();
  return count;
}

/** Saves the filtered log as a file, which adds an entry. */
export function LogExport({ filter }: { filter: LogFilter }) {
  const [written, setWritten] = useState<number | null>(null);
  const save = async () => {
    const file = await openDestination('csv', 'access-log');
    if (!file) return;
    setWritten(0);
    try {
      const count = await writeLog(filter, file, setWritten);
      showToast({ title: `Entries exported: ${formatCount(count)}` });
    } catch (cause) {
      void file.abandon().catch(() => {});
      report(cause, () => void save());
    }
    setWritten(null);
  };
  return (
    <div>
      {/* `disabled` would take the focus from it. */}
      <Button aria-disabled={written !== null || undefined} onClick={() => written === null && void save()}>
        {written === null ? 'Export as CSV' : `Exporting… ${formatCount(written)}`}
      </Button>
      <p className="text-sm text-ink-soft">
        The file contains application numbers, but no names of applicants and no search words.
      </p>
    </div>
  );
}
