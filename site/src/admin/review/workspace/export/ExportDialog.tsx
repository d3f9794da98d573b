import { useState, useEffect, useRef, type RefObject } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../../ui/Button.tsx';
import { countQuery } from '../../kernel/data/queries.ts';
import { type Amount, amountOf, formatAmount, formatTotal } from '../../kernel/data/use-counts.ts';
import { Check } from '../../kernel/controls/Check.tsx';
import { Modal } from '../../kernel/dialogs/Modal.tsx';
import { formatCount } from '../../kernel/format/number.ts';
import { phrase } from '../../kernel/words.ts';
import { type Format, openDestination, type Destination } from '../../kernel/data/destination.ts';
import type { Filter } from '../../../route/filter.ts';
import { showToast } from '../../../../ui/toast/show.ts';
import { ReviewError } from '../../kernel/data/review-error.ts';
import { report } from '../../kernel/data/saves.ts';
import { Exporting } from './exporting.ts';

interface ExportState {
  /** The number of written applications. */
  readonly done: number;
  readonly isPaused: boolean;
}

interface Running {
  readonly exporting: Exporting;
  readonly destination: Destination;
  readonly controller: AbortController;
}

function abandon(running: RefObject<Running | null>): void {
  const { controller, destination, exporting } = running.current ?? {};
  running.current = null;
  controller?.abort();
  void exporting?.stop();
  void destination?.abandon().catch(() => {});
}

/** Asks where to save the file. Returns null when the person closed the file dialog. */
async function prepare(filter: Filter, format: Format): Promise<Running | null> {
  const destination = await openDestination(format);
  if (!destination) return null;
  const exporting = new Exporting(filter, format, destination);
  return { exporting, destination, controller: new AbortController() };
}

/**
 * Runs one export at a time. `state` is null before and after it. Without an answer it pauses and continues with the
 * missing page. A stopped export leaves no file.
 */
function useExport(filter: Filter, format: Format, onDone: () => void) {
  const [state, setState] = useState<ExportState | null>(null);
  const running = useRef<Running | null>(null);
  // While the browser asks where to.
  const isAsking = useRef(false);

  useEffect(() => () => abandon(running), []);

  const run = async ({ exporting, controller }: Running) => {
    const say = (done: number) => !controller.signal.aborted && setState({ done, isPaused: false });
    say(exporting.count);
    try {
      await exporting.run(say, controller.signal);
      running.current = null;
      const count = exporting.count;
      showToast({
        title: count === 1 ? '1 application exported' : phrase`${formatCount(count)} applications exported`,
      });
      onDone();
    } catch (cause) {
      if (controller.signal.aborted) return;
      report(cause);
      if (cause instanceof ReviewError) return setState({ done: exporting.count, isPaused: true });
      // The file could not be written: a full disk, for example.
      abandon(running);
      setState(null);
    }
  };
  const start = async () => {
    if (isAsking.current) return;
    isAsking.current = true;
    const prepared = await prepare(filter, format).finally(() => (isAsking.current = false));
    if (!prepared) return;
    running.current = prepared;
    await run(prepared);
  };
  return {
    state,
    start: () => void start(),
    goOn: () => running.current && void run(running.current),
    stop: () => {
      abandon(running);
      setState(null);
      showToast({ title: 'Export stopped; no file was kept' });
    },
  };
}

/** Returns '2,000 of 3,482', or only the progress if the total is unknown. */
const describeProgress = (done: number, total: Amount | undefined): string => {
  return total && !total.isOver
    ? phrase`${formatCount(done)} of ${formatCount(Math.max(total.count, done))}`
    : phrase`${formatCount(done)} so far`;
};

/** Saves the filtered applications as a file, with progress and a way to stop. */
export default function ExportDialog({ filter, onClose }: { filter: Filter; onClose: () => void }) {
  const [format, setFormat] = useState<Format>('csv');
  const { state, start, goOn, stop } = useExport(filter, format, onClose);
  const { data: counted } = useQuery(countQuery(filter));
  const total = counted && amountOf(counted);
  const what = total === undefined ? 'Counting…' : formatTotal(total);

  return (
    <Modal title={phrase`Export ${what}`} onClose={onClose}>
      <p>The applications of this view, newest first, with your permissions.</p>
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

/** The progress of an export, with its buttons. */
function Progress({ state: { done, isPaused }, total, onGoOn, onStop }: ProgressProps) {
  return (
    <div className="stack gap-3">
      <progress
        className="full"
        aria-label="Export"
        {...(total && !total.isOver && { max: Math.max(total.count, done), value: done })}
      />
      <p role="status">
        {isPaused
          ? phrase`No answer after ${formatCount(done)}. What is written so far is kept.`
          : describeProgress(done, total)}
      </p>
      <div className="cluster gap-3">
        {isPaused && (
          <Button look="solid" onClick={onGoOn}>
            Go on
          </Button>
        )}
        <Button onClick={onStop}>Stop</Button>
      </div>
    </div>
  );
}
