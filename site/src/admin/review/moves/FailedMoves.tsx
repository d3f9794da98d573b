import { useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../ui/Button.tsx';
import { keepFocus } from '../../../ui/keep-focus.ts';
import { conflictDetail, sentenceOf } from '../kernel/data/review-error.ts';
import { returnFocus } from '../../../ui/return-focus.ts';
import { dismiss, moveAgain, type FailedMove } from './moves.ts';
import { useFailedMoves } from './moving.tsx';
import { describeFailure, MoveConflict } from './MoveConflict.tsx';
import { latest as latestShape } from './queries.ts';
import styles from './FailedMoves.module.css';

/**
 * The moves that were not made, or got no answer, each with its reason and the ways on. They take no focus and stay
 * until a person decides, so that neither a key nor the next notice answers for them.
 */
export default function FailedMoves() {
  const failedMoves = useFailedMoves();
  return (
    <section ref={returnFocus} className={`text-sm ${styles['failed']}`} aria-label="Failed moves">
      <ul ref={keepFocus} className="stack gap-3">
        {failedMoves.map((one) => (
          <li key={`${one.row.id} ${one.to}`} className={`stack gap-2 ${styles['one']}`}>
            {/* Alone announced, because the rest contains a relative time that changes. */}
            <p className="font-semibold" role="alert">
              {describeFailure(one.row, one.to, one.error)}
            </p>
            <Failed failedMove={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Failed({ failedMove }: { failedMove: FailedMove }) {
  const client = useQueryClient();
  const { to, error } = failedMove;
  const there = conflictDetail(error, latestShape);
  const leave = () => dismiss(client, failedMove);
  if (there)
    return (
      <MoveConflict
        latest={there}
        to={to}
        onKeep={leave}
        onMove={() => moveAgain(client, failedMove, there.row)}
      />
    );
  return (
    <>
      <p>{sentenceOf(error)}</p>
      <div className="row flex-wrap gap-x-3 gap-y-1">
        {error.errorKind !== 'gone' && (
          <Button look="solid" onClick={() => moveAgain(client, failedMove)}>
            Try again
          </Button>
        )}
        <Button onClick={leave}>Leave it</Button>
      </div>
    </>
  );
}
