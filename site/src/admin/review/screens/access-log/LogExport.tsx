import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { showToast } from '#ui/toast/show.ts';
import { call } from '../../kernel/data/call.ts';
import { report } from '../../kernel/data/saves.ts';
import { csvOf, saveDated } from '../../kernel/files/dated-file.ts';
import { formatCount } from '../../kernel/format/number.ts';
import { exportedColumns, exportedPage, type LogFilter } from './log-shapes.ts';

/** Saves the filtered log, which is read page by page. Returns the number of entries. */
async function saveLog(filter: LogFilter, onProgress: (count: number) => void): Promise<number> {
  const pieces: Blob[] = [];
  let count = 0;
  let before: number | null = null;
  do {
    const parameters: Readonly<Record<string, unknown>> = { filter, before };
    const { rows, more } = await call('review_access_log_export', parameters, exportedPage);
    pieces.push(new Blob([csvOf(exportedColumns, rows, before === null)]));
    count += rows.length;
    onProgress(count);
    before = (more && rows.at(-1)?.id) || null;
  } while (before !== null);
  saveDated('csv', 'access-log', pieces);
  return count;
}

/** Saves the filtered log as a file, which adds an entry. */
export function LogExport({ filter }: { filter: LogFilter }) {
  const [read, setRead] = useState<number | null>(null);
  const save = async () => {
    setRead(0);
    try {
      const count = await saveLog(filter, setRead);
      showToast({ title: `Entries exported: ${formatCount(count)}` });
    } catch (cause) {
      report(cause, () => void save());
    }
    setRead(null);
  };
  return (
    <div>
      {/* `disabled` would take the focus from it. */}
      <Button aria-disabled={read !== null || undefined} onClick={() => read === null && void save()}>
        {read === null ? 'Export as CSV' : `Exporting… ${formatCount(read)}`}
      </Button>
      <p className="text-sm text-ink-soft">
        The file contains application numbers, but no names of applicants and no search words.
      </p>
    </div>
  );
}
