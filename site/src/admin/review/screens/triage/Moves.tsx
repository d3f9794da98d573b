import { useQuery } from '@tanstack/react-query';
import { catalogue, type CommandId } from '../../kernel/commands/catalogue.ts';
import { perform } from '../../kernel/commands/CommandsProvider.tsx';
import { Keys } from '../../kernel/keys/Keys.tsx';
import { useCommands, useWaitingCommands } from '../../kernel/commands/use-commands.ts';
import type { Row, Status } from '../../kernel/data/shapes/row.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { MoveButton } from '../../moves/MoveButton.tsx';
import { useMoving } from '../../moves/moving.tsx';
import { fill, useWords } from '../../kernel/words.tsx';
import { isClosed } from '../../moves/shortest-path.ts';
import { pathTo } from './path.ts';
import { movesQuery } from '../../moves/queries.ts';
import styles from './Triage.module.css';
import type { Queue } from './use-queue.ts';

/** One key for each move, in the order of their keys. */
const moves = [
  { id: 'triage.review', to: 'in_review' },
  { id: 'triage.interview', to: 'interview' },
  { id: 'triage.accept', to: 'accepted' },
  { id: 'triage.decline', to: 'declined' },
  { id: 'triage.withdraw', to: 'withdrawn' },
] as const satisfies readonly { id: CommandId; to: Status }[];

/** Each move with what it does, or why it cannot be done. */
function useMoves(row: Row, queue: Queue) {
  const words = useWords();
  const { mayReview } = useMe();
  const { carryOut } = useMoving();
  const { data: movesFrom, isError } = useQuery(movesQuery);
  const { whyNot: reasons } = words.commands;
  const { closed, closedForGood } = words.triage;
  useWaitingCommands(
    moves.map(({ id }) => id),
    movesFrom ? 'there' : isError ? 'failed' : 'loading',
  );
  const nameOf = (status: Status) => words.statuses[status];
  return moves.map(({ id, to }) => {
    const path = movesFrom ? pathTo(row.status, to, movesFrom) : null;
    const out = movesFrom?.(row.status) ?? [];
    const names = { from: nameOf(row.status), to: nameOf(to), ways: out.map(nameOf).join(', ') };
    const noWay =
      row.status === to
        ? fill(reasons.isThere, { status: names.to })
        : fill(isClosed(row.status) ? (out.length > 0 ? closed : closedForGood) : reasons.noArrow, names);
    return {
      id,
      to,
      whyNot: mayReview ? (path ? null : movesFrom ? noWay : reasons.loading) : reasons.reader,
      run: () => {
        if (!path) return;
        const isMeant = carryOut({ row, to, hasMail: false, via: path.slice(0, -1) });
        queue.next();
        // The key belonged to a text: back to the person who was not moved.
        void isMeant.then((meant) => meant || queue.goTo(row.id));
      },
    };
  });
}

/** The moves as buttons with keys. The next application follows automatically. */
export function Moves({ row, queue }: { row: Row; queue: Queue }) {
  const words = useWords();
  const { mayReview } = useMe();
  const commands = useMoves(row, queue);
  useCommands(commands);
  return (
    <div className={`row wrap gap-2 ${styles['moves']}`} role="group" aria-label={words.move.label}>
      {!row.email_confirmed_at && <p className={styles['unconfirmed']}>{words.triage.unconfirmed}</p>}
      {commands.map(({ id, to, whyNot, run }) => (
        <button
          key={id}
          type="button"
          className={`center gap-2 framed text-sm nowrap ${styles['move']}`}
          data-to={to}
          aria-disabled={whyNot !== null || undefined}
          title={whyNot ?? undefined}
          onClick={() => perform({ label: words.commands.labels[id], whyNot, run })}
        >
          {words.triage.moves[to]}
          <span className={`small ${styles['hint']}`} aria-hidden="true">
            <Keys of={catalogue[id].keys?.[0] ?? ''} />
          </span>
        </button>
      ))}
      {mayReview && <MoveButton row={row} place="panel" />}
    </div>
  );
}
