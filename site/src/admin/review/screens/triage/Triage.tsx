import { useQueryClient } from '@tanstack/react-query';
import { Button } from '#ui/Button.tsx';
import { StepButtons } from '../../shared/person/StepButtons.tsx';
import { useCommands } from '../../kernel/commands/use-commands.ts';
import { applicationQuery } from '../../kernel/data/queries.ts';
import { useReadAhead } from '../../shared/rows/use-read-ahead.ts';
import { useAsTarget } from '../../kernel/target.ts';
import { formatAmount } from '../../kernel/data/use-counts.ts';
import { useKeyboard } from '../../kernel/keys/KeyboardProvider.tsx';
import type { Wait } from '../../kernel/keys/keyboard.ts';
import { useMoving } from '../../moves/moving.tsx';
import { Empty, ErrorState, Skeleton } from '../../kernel/states/Placeholder.tsx';
import { useView } from '../../../route/use-view.ts';
import { describePosition } from './position.ts';
import { Reading } from './Reading.tsx';
import styles from './Triage.module.css';
import { useQueue, type Queue } from './use-queue.ts';

const takeFocus = (title: HTMLElement | null) => title?.focus();

/** Reads a view one application at a time at full width. After a move the next one follows. */
export default function Triage() {
  const { go } = useView();
  const queue = useQueue();
  const { row } = queue;
  useAsTarget(row);
  useReadAhead(queue.ahead.map(({ id }) => id));
  useQueueCommands(queue);
  const leave = () => go({ screen: 'list', open: null });
  return (
    <section className={`stack gap-4 text-sm ${styles['triage']}`} aria-label="Reading one by one">
      <Bar queue={queue} onLeave={leave} />
      {queue.isPending && <Skeleton lines={10} />}
      {queue.error !== null && !row && <ErrorState error={queue.error} onRetry={queue.retry} />}
      {row && <Reading key={row.id} row={row} queue={queue} />}
      {queue.isOver && (
        <Empty
          titleRef={takeFocus}
          {...(queue.total?.count === 0
            ? { title: 'Nothing to read', text: 'No application fits this search and these filters.' }
            : { title: 'All read', text: 'That was the last one. Undo (Ctrl Z) reverses the last move.' })}
        >
          <Button onClick={leave}>Back to the list</Button>
        </Empty>
      )}
    </section>
  );
}

function useQueueCommands(queue: Queue): void {
  const keyboard = useKeyboard();
  const client = useQueryClient();
  const { undo } = useMoving();
  const takeBack = async ({ hasEnded }: Wait) => {
    const about = await undo();
    if (!about) return;
    // As it stands by now, so that what is typed next meets the version that is there.
    await client.fetchQuery({ ...applicationQuery(about), staleTime: 0 }).catch(() => {});
    // Keys that were typed after a wait that lasted too long are meant for what is shown.
    if (!hasEnded()) queue.goTo(about);
  };
  useCommands([
    { id: 'row.next', run: queue.next },
    { id: 'row.previous', run: queue.previous },
    {
      id: 'general.undo',
      level: 'screen',
      run: () => {
        const wait = keyboard.hold();
        // The next keys are meant for the application that is shown again, so it is rendered first.
        void takeBack(wait).then(() => setTimeout(wait.done), wait.fail);
      },
    },
  ]);
}

/** The position in the queue and its buttons. */
function Bar({ queue, onLeave }: { queue: Queue; onLeave: () => void }) {
  const { total, isOver } = queue;
  const number = queue.number ?? 1;
  return (
    <div className={`row flex-wrap gap-x-4 gap-y-2 ${styles['bar']}`}>
      <p className={`tabular-nums ${styles['place']}`} role="status">
        {isOver || total === undefined || queue.error !== null
          ? 'Reading one by one'
          : describePosition(queue, formatAmount(total))}
      </p>
      <div className={styles['progress']} aria-hidden="true">
        <div style={{ width: `${(100 * (number - 1)) / Math.max(total?.count ?? 1, number)}%` }} />
      </div>
      <div className={`row gap-4 ${styles['ways']}`}>
        <StepButtons steps={{ ...queue, hasNext: !isOver }} />
        <Button look="text" onClick={onLeave}>
          Back to the list
        </Button>
      </div>
    </div>
  );
}
