import { useQuery } from '@tanstack/react-query';
import { catalogue, type CommandId } from '../../kernel/commands/catalogue.ts';
import { perform } from '../../kernel/commands/CommandsProvider.tsx';
import { Keys } from '../../kernel/keys/Keys.tsx';
import { useCommands, useWaitingCommands } from '../../kernel/commands/use-commands.ts';
import type { Row, Status } from '../../kernel/data/shapes/row.ts';
import { MoveButton } from '../../moves/MoveButton.tsx';
import { declineCommand, useReasons } from '../../moves/mail/reasons.ts';
import { useMoving } from '../../moves/moving.tsx';
import { words } from '../../kernel/words.ts';
import { movesQuery } from '../../moves/queries.ts';
import styles from './Triage.module.css';
import type { Queue } from './use-queue.ts';

/** One key for each move, in the order of their keys. */
const moves = [
  { id: 'triage.review', to: 'in_review', name: 'In review' },
  { id: 'triage.interview', to: 'interview', name: 'Interview' },
  { id: 'triage.accept', to: 'accepted', name: 'Accept' },
  { id: 'triage.decline', to: 'declined', name: 'Decline' },
  { id: 'triage.withdraw', to: 'withdrawn', name: 'Withdrawn' },
] as const satisfies readonly { id: CommandId; to: Status; name: string }[];

/** Each move with what it does, or why it cannot be done. */
function useMoves(row: Row, queue: Queue) {
  const { carryOut } = useMoving();
  const { data: paths, isError } = useQuery(movesQuery);
  useWaitingCommands(
    moves.map(({ id }) => id),
    paths ? 'there' : isError ? 'failed' : 'loading',
  );
  const make = (to: Status, reason?: string) => {
    const whyNot = paths ? paths.whyNot(row.status, to) : words.whyNot.loading;
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
  return moves.map((move) => ({ ...move, ...make(move.to) }));
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
      {commands.map(({ id, to, name, whyNot, run }) => (
        <button
          key={id}
          type="button"
          className={`inline center gap-2 framed pressable text-sm nowrap ${styles['move']}`}
          data-to={to}
          aria-disabled={whyNot !== null || undefined}
          title={whyNot ?? undefined}
          onClick={() => perform({ label: catalogue[id].label, whyNot, run })}
        >
          <span>{name}</span>
          <span className={`small ${styles['hint']}`} aria-hidden="true">
            <Keys of={catalogue[id].keys?.[0] ?? ''} />
          </span>
        </button>
      ))}
      <MoveButton row={row} place="panel" />
    </div>
  );
}
