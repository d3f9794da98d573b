import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/Button.tsx';
import { countQuery } from '../data/queries.ts';
import type { Filter } from '../data/shapes/row.ts';
import { Modal } from '../dialogs/Modal.tsx';
import { sayCount } from '../format/number.ts';
import { fill, useWords } from '../words.tsx';
import { sayTotal } from '../list/say-total.ts';
import type { Format } from './destination.ts';
import { useExport } from './use-export.ts';
import styles from './ExportDialog.module.css';

/** Saves the filtered applications as a file, with progress and a way to stop. */
export default function ExportDialog({ filter, onClose }: { filter: Filter; onClose: () => void }) {
  const { exporting, list } = useWords();
  const [format, setFormat] = useState<Format>('csv');
  const { state, start, goOn, stop } = useExport(filter, format, onClose);
  const { data: counted } = useQuery(countQuery(filter));
  const total = counted?.total;
  const what = total === undefined ? list.counting : sayTotal(total, list);

  return (
    <Modal title={fill(exporting.title, { count: what })} onClose={onClose}>
      <p>{exporting.text}</p>
      <fieldset className={styles['formats']} disabled={state !== null}>
        <legend>{exporting.format}</legend>
        {(['csv', 'json'] as const).map((kind) => (
          <label key={kind}>
            <input type="radio" name="format" checked={format === kind} onChange={() => setFormat(kind)} />
            {exporting[kind]}
          </label>
        ))}
      </fieldset>
      {state === null ? (
        <Button look="solid" onClick={start}>
          {fill(exporting.start, { count: total === undefined ? '' : sayCount(total) }).trim()}
        </Button>
      ) : (
        <div className={styles['progress']}>
          <progress aria-label={exporting.open} max={total ?? undefined} value={state.done} />
          <p role="status">
            {state.isPaused
              ? fill(exporting.paused, { count: sayCount(state.done) })
              : fill(exporting.progress, {
                  done: sayCount(state.done),
                  total: sayCount(Math.max(total ?? 0, state.done)),
                })}
          </p>
          <div className={styles['actions']}>
            {state.isPaused && (
              <Button look="solid" onClick={goOn}>
                {exporting.goOn}
              </Button>
            )}
            <Button onClick={stop}>{exporting.stop}</Button>
          </div>
        </div>
      )}
    </Modal>
  );
}
