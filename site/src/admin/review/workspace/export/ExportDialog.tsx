import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ReviewCopy } from '../../../../content/admin/review.ts';
import { Button } from '../../../../ui/Button.tsx';
import { countQuery } from '../../kernel/data/queries.ts';
import { type Amount, amountOf } from '../../kernel/data/use-counts.ts';
import { sayAmount, sayTotal } from '../../kernel/data/amount.ts';
import { Modal } from '../../kernel/dialogs/Modal.tsx';
import { sayCount } from '../../kernel/format/number.ts';
import { fill, useWords } from '../../kernel/words.tsx';
import type { Format } from '../../kernel/data/destination.ts';
import { useExport } from './use-export.ts';
import type { Filter } from '../../../route/filter.ts';

/** Returns '2,000 of 3,482', or only the progress if the total is unknown. */
const sayProgress = (done: number, total: Amount | undefined, words: ReviewCopy['exporting']): string =>
  total && !total.isOver
    ? fill(words.progress, { done: sayCount(done), total: sayCount(Math.max(total.count, done)) })
    : fill(words.progressUncounted, { done: sayCount(done) });

/** Saves the filtered applications as a file, with progress and a way to stop. */
export default function ExportDialog({ filter, onClose }: { filter: Filter; onClose: () => void }) {
  const { exporting, list } = useWords();
  const [format, setFormat] = useState<Format>('csv');
  const { state, start, goOn, stop } = useExport(filter, format, onClose);
  const { data: counted } = useQuery(countQuery(filter));
  const total = counted && amountOf(counted);
  const what = total === undefined ? list.counting : sayTotal(total, list);

  return (
    <Modal title={fill(exporting.title, { count: what })} onClose={onClose}>
      <p>{exporting.text}</p>
      <fieldset className="stack gap-2 unframed" disabled={state !== null}>
        <legend>{exporting.format}</legend>
        {(['csv', 'json'] as const).map((kind) => (
          <label key={kind} className="row gap-2">
            <input type="radio" name="format" checked={format === kind} onChange={() => setFormat(kind)} />
            {exporting[kind]}
          </label>
        ))}
      </fieldset>
      {state === null ? (
        <Button look="solid" onClick={start}>
          {fill(exporting.start, { count: sayAmount(total, list) }).trim()}
        </Button>
      ) : (
        <div className="stack gap-3">
          <progress
            className="full"
            aria-label={exporting.open}
            {...(total && !total.isOver && { max: Math.max(total.count, state.done), value: state.done })}
          />
          <p role="status">
            {state.isPaused
              ? fill(exporting.paused, { count: sayCount(state.done) })
              : sayProgress(state.done, total, exporting)}
          </p>
          <div className="cluster gap-3">
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
