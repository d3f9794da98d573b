import { statusFacts } from '@solostead/contract/statuses';
import { perform } from '../../kernel/commands/CommandsProvider.tsx';
import { Keys } from '../../kernel/keys/Keys.tsx';
import { useCommands } from '../../kernel/commands/use-commands.ts';
import type { Row, Status } from '../../kernel/data/shapes/row.ts';
import { MoveButton } from '../../moves/MoveButton.tsx';
import { useMoving } from '../../moves/moving.tsx';
import { statusDisplay } from '../../kernel/status-display.ts';
import { whyNotMove } from '../../moves/paths.ts';
import styles from './Triage.module.css';
import type { Queue } from './use-queue.ts';

/** The moves with a button, in the order of their keys. The menu has all of them. */
const moves = (Object.keys(statusDisplay) as Status[]).filter((to) => statusDisplay[to].key !== null);

/** The moves as buttons. The next application follows automatically. */
export function Moves({ row, queue }: { row: Row; queue: Queue }) {
  const { carryOut, openMenu } = useMoving();
  const onMoved = queue.next;
  useCommands([{ id: 'application.move', level: 'screen', run: () => openMenu(row, 'panel', { onMoved }) }]);
  const press = (to: Status) => ({
    label: statusDisplay[to].action,
    whyNot: whyNotMove(row.status, to),
    run: () => {
      carryOut({ row, to, hasMail: false });
      onMoved();
    },
  });
  return (
    <div className={`row wrap gap-2 ${styles['moves']}`} role="group" aria-label="Move">
      {!row.email_confirmed_at && (
        <p className={`text-xs danger ${styles['unconfirmed']}`}>Email not confirmed</p>
      )}
      {moves.map((to) => (
        <button
          key={to}
          type="button"
          className={`inline center gap-2 framed pressable text-sm nowrap ${styles['move']}`}
          data-answer={statusFacts[to].isAnswer || undefined}
          data-tone={statusDisplay[to].tone}
          aria-disabled={press(to).whyNot !== null || undefined}
          title={press(to).whyNot ?? undefined}
          // A press leaves the focus, so that no Space that is typed later presses it again.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => perform(press(to))}
        >
          <span>{statusDisplay[to].action}</span>
          <span className={`small ${styles['hint']}`} aria-hidden="true">
            <Keys of={`m ${statusDisplay[to].key}`} />
          </span>
        </button>
      ))}
      <MoveButton row={row} place="panel" onMoved={onMoved} />
    </div>
  );
}
