import { useState, useEffect, useRef, type RefObject } from 'react';
import { Button } from '#ui/Button.tsx';
import { type Amount, formatAmount, formatTotal, useTotal } from '../../kernel/data/use-counts.ts';
import { Check } from '../../kernel/controls/Check.tsx';
import { Modal } from '../../kernel/dialogs/Modal.tsx';
import { formatApplications, formatCount } from '../../kernel/format/number.ts';
import { phrase } from '../../kernel/words.ts';
import { type Format, saveDated } from '../../kernel/files/dated-file.ts';
import type { Filter } from '../../../route/filter.ts';
import { showToast } from '#ui/toast/show.ts';
import { asReviewError, type ReviewError } from '../../kernel/data/review-error.ts';
import { report } from '../../kernel/data/saves.ts';
import { describePause, Exporting } from './exporting.ts';

interface ExportState {
  /** The number of applications read so far. */
  readonly done: number;
  /** Why it is paused. */
  readonly failure?: ReviewError;
}

function stop(running: RefObject<Exporting | null>): void {
  if (!running.current) return;
  running.current.abandon();
  running.current = null;
  showToast({ title: 'Export stopped; no file was saved' });
}

/** Runs one export at a time, which pauses after a failed request. `state` is null before and after it. */
function useExport(filter: Filter, format: Format, onDone: () => void) {
  const [state, setState] = useState<ExportState | null>(null);
  const running = useRef<Exporting | null>(null);
  useEffect(() => () => stop(running), []);

  const run = async (exporting: Exporting) => {
    const say = (done: number) => !exporting.isAbandoned && setState({ done });
    say(exporting.count);
    try {
      saveDated(format, 'applications', await exporting.run(say));
      running.current = null;
      showToast({ title: `${formatApplications(exporting.count)} exported` });
      onDone();
    } catch (cause) {
      if (exporting.isAbandoned) return;
      report(cause);
      setState({ done: exporting.count, failure: asReviewError(cause) });
    }
  };
  return {
    state,
    start: () => void run((running.current = new Exporting(filter, format))),
    goOn: () => running.current && void run(running.current),
    stop: () => {
      stop(running);
      setState(null);
    },
  };
}

/** Returns '2,000 of 3,482', or only the progress if the total is unknown. */
const describeProgress = (done: number, total: Amount | undefined): string =>
  total && !total.isOver
    ? phrase`${formatCount(done)} of ${formatCount(Math.max(total.count, done))}`
    : phrase`${formatCount(done)} so far`;

/** Saves the filtered applications as a file, with progress and a way to stop. */
export default function ExportDialog({ filter, onClose }: { filter: Filter; onClose: () => void }) {
  const [format, setFormat] = useState<Format>('csv');
  const { state, start, goOn, stop } = useExport(filter, format, onClose);
  const { total } = useTotal(filter);
  const what = total === undefined ? 'Counting…' : formatTotal(total);

  return (
    <Modal title={phrase`Export ${what}`} onClose={onClose} isFirm={state !== null}>
      <p>The applications of this view, newest first.</p>
      <fieldset className="stack gap-2 unframed" disabled={state !== null}>
        <legend>Format</legend>
        {(['csv', 'json'] as const).map((kind) => (
          <Check
            key={kind}
            type="radio"
            name="format"
            label={kind === 'csv' ? 'CSV for spreadsheets' : 'JSON, one array'}
            checked={format === kind}
            onCheck={() => setFormat(kind)}
          />
        ))}
      </fieldset>
      {state === null ? (
        <Button look="solid" onClick={start}>
          {phrase`Export ${formatAmount(total)}`.trim()}
        </Button>
      ) : (
        <Progress state={state} total={total} onGoOn={goOn} onStop={stop} />
      )}
    </Modal>
  );
}

interface ProgressProps {
  state: ExportState;
  total: Amount | undefined;
  onGoOn: () => void;
  onStop: () => void;
}

function Progress({ state: { done, failure }, total, onGoOn, onStop }: ProgressProps) {
  return (
    <div className="stack gap-3">
      <progress
        className="w-full"
        aria-label="Export"
        {...(total && !total.isOver && { max: Math.max(total.count, done), value: done })}
      />
      <p role="status">{failure ? describePause(failure, done) : describeProgress(done, total)}</p>
      <div className="cluster gap-3">
        {failure && (
          <Button look="solid" onClick={onGoOn}>
            Continue
          </Button>
        )}
        <Button onClick={onStop}>Stop</Button>
      </div>
    </div>
  );
}
