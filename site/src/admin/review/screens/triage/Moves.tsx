import { statusFacts } from '@solostead/contract/statuses';
import { catalogue, type CommandId } from '../../kernel/commands/catalogue.ts';
import { perform } from '../../kernel/commands/CommandsProvider.tsx';
import { Keys } from '../../kernel/keys/Keys.tsx';
import { useCommands } from '../../kernel/commands/use-commands.ts';
import type { Row, Status } from '../../kernel/data/shapes/row.ts';
import { MoveButton } from '../../moves/MoveButton.tsx';
import { declineCommand, useReasons } from '../../moves/mail/reasons.ts';
import { useMoving } from '../../moves/moving.tsx';
import { statusDisplay } from '../../kernel/status-display.ts';
import { whyNotMove } from '../../moves/paths.ts';
import styles from './Triage.module.css';
import type { Queue } from './use-queue.ts';

/** The command of each move, in the order of their keys. Submitted is in the menu only. */
const commandIds = {
  in_review: 'triage.review',
  interview: 'triage.interview',
  accepted: 'triage.accept',
  declined: 'triage.decline',
  withdrawn: 'triage.withdraw',
} as const satisfies Readonly<Record<Exclude<Status, 'submitted'>, CommandId>>;

const moves = Object.keys(commandIds) as (keyof typeof commandIds)[];

/** Each move with what it does, or why it cannot be done. */
function useMoves(row: Row, queue: Queue) {
  const { carryOut } = useMoving();
  const make = (to: Status, reason?: string) => {
    const whyNot = whyNotMove(row.status, to);
    return {
      whyNot,
      run: () => {
        if (whyNot) return;
        const isMeant = carryOut({ row, to, hasMail: false, ...(reason && { reason }) });
        queue.next();
        // The key belonged to a text: back to the person who was not moved.
        void isMeant.then((meant) => meant || queue.goTo(row.id));
      },
    };
  };
  useCommands(
    useReasons().map((reason) => ({
      ...declineCommand(reason, make('declined', reason.key)),
      level: 'screen',
    })),
  );
  return moves.map((to) => ({ id: commandIds[to], to, ...make(to) }));
}

/** The moves as buttons with keys. The next application follows automatically. */
export function Moves({ row, queue }: { row: Row; queue: Queue }) {
  const commands = useMoves(row, queue);
  useCommands(commands);
  return (
    <div className={`row wrap gap-2 ${styles['moves']}`} role="group" aria-label="Move">
      {!row.email_confirmed_at && (
        <p className={`text-xs danger ${styles['unconfirmed']}`}>Email not confirmed</p>
      )}
      {commands.map(({ id, to, whyNot, run }) => (
        <button
          key={id}
          type="button"
          className={`inline center gap-2 framed pressable text-sm nowrap ${styles['move']}`}
          data-answer={statusFacts[to].isAnswer || undefined}
          data-tone={statusDisplay[to].tone}
          aria-disabled={whyNot !== null || undefined}
          title={whyNot ?? undefined}
          onClick={() => perform({ label: catalogue[id].label, whyNot, run })}
        >
          <span>{statusDisplay[to].action}</span>
          <span className={`small ${styles['hint']}`} aria-hidden="true">
            <Keys of={catalogue[id].keys?.[0] ?? ''} />
          </span>
        </button>
      ))}
      <MoveButton row={row} place="panel" />
    </div>
  );
}
