import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/Button.tsx';
import { showToast } from '../../../ui/toast/show.ts';
import { countQuery } from '../data/queries.ts';
import type { Filter } from '../data/shapes.ts';
import { useReport } from '../data/useReport.ts';
import { Modal } from '../parts/Modal.tsx';
import { sayCount } from '../parts/number.ts';
import { fill, useWords } from '../words.tsx';
import { collect, download } from './collect.ts';
import type { Format } from './collect.ts';
import styles from './ExportDialog.module.css';

/** Saves the filtered applications as a file, with progress and a way to stop. */
export default function ExportDialog({ filter, onClose }: { filter: Filter; onClose: () => void }) {
  const { exporting, list } = useWords();
  const report = useReport();
  const [format, setFormat] = useState<Format>('csv');
  const [done, setDone] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  const { data: counted } = useQuery(countQuery(filter));
  const total = counted?.total;
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    setDone(0);
    try {
      const { blob, count } = await collect(filter, format, setDone, controller.signal);
      download(blob, format);
      showToast({ title: fill(exporting.done, { count: sayCount(count) }) });
      onClose();
    } catch (cause) {
      if (controller.signal.aborted) return;
      report(cause, () => void start());
      setDone(null);
    }
  };
  const stop = () => {
    running.current?.abort();
    setDone(null);
    showToast({ title: exporting.stopped });
  };

  const what = total === undefined ? list.counting : fill(list.count, { count: sayCount(total) });
  return (
    <Modal title={fill(exporting.title, { count: what })} onClose={onClose}>
      <p>{exporting.text}</p>
      <fieldset className={styles['formats']} disabled={done !== null}>
        <legend>{exporting.format}</legend>
        {(['csv', 'json'] as const).map((kind) => (
          <label key={kind}>
            <input type="radio" name="format" checked={format === kind} onChange={() => setFormat(kind)} />
            {exporting[kind]}
          </label>
        ))}
      </fieldset>
      {done === null ? (
        <Button look="solid" onClick={() => void start()}>
          {exporting.start}
        </Button>
      ) : (
        <div className={styles['progress']} role="status">
          <progress aria-label={exporting.open} max={total ?? undefined} value={done} />
          <p>{fill(exporting.progress, { done: sayCount(done), total: sayCount(total ?? done) })}</p>
          <Button onClick={stop}>{exporting.stop}</Button>
        </div>
      )}
    </Modal>
  );
}
