import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../../ui/Button.tsx';
import { countQuery } from '../../kernel/data/queries.ts';
import { type Amount, amountOf } from '../../kernel/data/use-counts.ts';
import { sayAmount, sayTotal } from '../../kernel/data/amount.ts';
import { Modal } from '../../kernel/dialogs/Modal.tsx';
import { sayCount } from '../../kernel/format/number.ts';
import { fill } from '../../kernel/words.ts';
import type { Format } from '../../kernel/data/destination.ts';
import { useExport } from './use-export.ts';
import type { Filter } from '../../../route/filter.ts';

/** Returns '2,000 of 3,482', or only the progress if the total is unknown. */
const sayProgress = (done: number, total: Amount | undefined): string => {
  return total && !total.isOver
    ? fill('{done} of {total}', { done: sayCount(done), total: sayCount(Math.max(total.count, done)) })
    : fill('{done} so far', { done: sayCount(done) });
};

/** Saves the filtered applications as a file, with progress and a way to stop. */
export default function ExportDialog({ filter, onClose }: { filter: Filter; onClose: () => void }) {
  const [format, setFormat] = useState<Format>('csv');
  const { state, start, goOn, stop } = useExport(filter, format, onClose);
  const { data: counted } = useQuery(countQuery(filter));
  const total = counted && amountOf(counted);
  const what = total === undefined ? 'Counting…' : sayTotal(total);

  return (
    <Modal title={fill('Export {count}', { count: what })} onClose={onClose}>
      <p>The applications of this view, newest first, with your permissions.</p>
      <fieldset className="stack gap-2 unframed" disabled={state !== null}>
        <legend>Format</legend>
        {(['csv', 'json'] as const).map((kind) => (
          <label key={kind} className="row gap-2">
            <input type="radio" name="format" checked={format === kind} onChange={() => setFormat(kind)} />
            {kind === 'csv' ? 'CSV for spreadsheets' : 'JSON, one array'}
          </label>
        ))}
      </fieldset>
      {state === null ? (
        <Button look="solid" onClick={start}>
          {fill('Export {count}', { count: sayAmount(total) }).trim()}
        </Button>
      ) : (
        <div className="stack gap-3">
          <progress
            className="full"
            aria-label="Export"
            {...(total && !total.isOver && { max: Math.max(total.count, state.done), value: state.done })}
          />
          <p role="status">
            {state.isPaused
              ? fill('No answer after {count}. What is written so far is kept.', {
                  count: sayCount(state.done),
                })
              : sayProgress(state.done, total)}
          </p>
          <div className="cluster gap-3">
            {state.isPaused && (
              <Button look="solid" onClick={goOn}>
                Go on
              </Button>
            )}
            <Button onClick={stop}>Stop</Button>
          </div>
        </div>
      )}
    </Modal>
  );
}
