import { statusFacts } from '@solostead/contract/statuses';
import { perform } from '../../kernel/commands/CommandsProvider.tsx';
import { useCommands } from '../../kernel/commands/use-commands.ts';
import type { Row, Status } from '../../kernel/data/shapes/row.ts';
import { MoveButton } from '../../moves/MoveButton.tsx';
import { useMoving } from '../../moves/moving.tsx';
import { statusDisplay } from '../../kernel/status/status-display.ts';
import { whyNotMove } from '../../moves/paths.ts';
import styles from './Triage.module.css';
import type { Queue } from './use-queue.ts';

/** The moves with a button, in the order of their keys. The menu has all of them. */
const offered = (Object.keys(statusDisplay) as Status[]).filter((to) => statusDisplay[to].key !== null);

/** The moves as buttons. The next application follows automatically. */
export function Moves({ row, queue }: { row: Row; queue: Queue }) {
  const { carryOut, openMenu } = useMoving();
  const onMoved = queue.next;
  useCommands([
    {
      id: 'application.move',
      level: 'screen',
      run: () => openMenu(row, 'panel', { hasKeys: true, onMoved }),
    },
  ]);
  const moves = offered.map((to) => ({
    ...statusDisplay[to],
    to,
    whyNot: whyNotMove(row.status, to),
    run: () => {
      carryOut({ row, to, hasMail: false });
      onMoved();
    },
  }));
  return (
    <div className={`row flex-wrap gap-2 ${styles['moves']}`} role="group" aria-label="Move">
      {!row.email_confirmed_at && (
        <p className={`text-xs text-danger ${styles['unconfirmed']}`}>Email not confirmed</p>
      )}
      {moves.map(({ to, label, key, tone, whyNot, run }) => (
        <button
          key={to}
          type="button"
          className={`inline-flex items-center gap-2 framed pressable text-sm whitespace-nowrap ${styles['move']}`}
          data-answer={statusFacts[to].isAnswer || undefined}
          data-tone={tone}
          aria-disabled={whyNot !== null || undefined}
          title={whyNot ?? undefined}
          // A press leaves the focus, so that no Space that is typed later presses it again.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => perform({ label, whyNot, run })}
        >
          <span>{label}</span>
          <span className={`small tabular-nums ${styles['hint']}`} aria-hidden="true">{`m ${key}`}</span>
        </button>
      ))}
      <MoveButton row={row} place="panel" onMoved={onMoved} />
    </div>
  );
}
