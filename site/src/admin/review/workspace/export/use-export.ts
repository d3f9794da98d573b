import { useEffect, useRef, useState, type RefObject } from 'react';
import { showToast } from '../../../../ui/toast/show.ts';
import { ReviewError } from '../../kernel/data/review-error.ts';
import { report } from '../../kernel/data/use-report.ts';
import { sayCount } from '../../kernel/format/number.ts';
import { fill } from '../../kernel/words.ts';
import { openDestination, type Destination, type Format } from '../../kernel/data/destination.ts';
import { Exporting } from './exporting.ts';
import type { Filter } from '../../../route/filter.ts';

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

/**
 * Runs one export at a time. `state` is null before and after it. Without an answer it pauses and continues with the
 * missing page. A stopped export leaves no file.
 */
export function useExport(filter: Filter, format: Format, onDone: () => void) {
  const [state, setState] = useState<{ done: number; isPaused: boolean } | null>(null);
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
        title:
          count === 1
            ? '1 application exported'
            : fill('{count} applications exported', { count: sayCount(count) }),
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
    const destination = await openDestination(format).finally(() => (isAsking.current = false));
    if (!destination) return;
    running.current = {
      exporting: new Exporting(filter, format, destination),
      destination,
      controller: new AbortController(),
    };
    await run(running.current);
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
