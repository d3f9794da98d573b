import { Button } from '../../../ui/Button.tsx';
import { fill, useWords } from '../kernel/words.tsx';
import { conflictDetail } from '../kernel/data/review-error.ts';
import type { FailedMove } from './moves.ts';
import { useMoving, useFailedMoves } from './moving.tsx';
import { MoveConflict } from './MoveConflict.tsx';
import { latest as latestShape } from './queries.ts';
import styles from './FailedMoves.module.css';

/**
 * The moves that were not made, each with its reason and the ways on. They take no focus and stay until one decides, so
 * that neither a key nor the next notice answers for one.
 */
export function FailedMoves() {
  const { move } = useWords();
  const failedMoves = useFailedMoves();
  if (failedMoves.length === 0) return null;
  return (
    <section className={styles['failed']} aria-label={move.failedMoves} role="alert">
      <ul>
        {failedMoves.map((one) => (
          <li key={`${one.row.id} ${one.to}`} className={styles['one']}>
            <FailedOrConflict failedMoves={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FailedOrConflict({ failedMoves }: { failedMoves: FailedMove }) {
  const there = conflictDetail(failedMoves.error, latestShape);
  const { moves } = useMoving();
  if (!there) return <Failed failedMoves={failedMoves} />;
  return (
    <>
      <Head failedMoves={failedMoves} />
      <MoveConflict
        latest={there}
        to={failedMoves.to}
        onKeep={() => moves.dismiss(failedMoves)}
        onMove={() => moves.again(failedMoves, there.row)}
      />
    </>
  );
}

function Head({ failedMoves: { row, to } }: { failedMoves: FailedMove }) {
  const { move, statuses } = useWords();
  return <p className={styles['title']}>{fill(move.failedOne, { name: row.name, status: statuses[to] })}</p>;
}

function Failed({ failedMoves }: { failedMoves: FailedMove }) {
  const { move, errors } = useWords();
  const { moves } = useMoving();
  const { errorKind, message } = failedMoves.error;
  const isTheDatabasesSentence = errorKind === 'refused' || errorKind === 'forbidden';
  return (
    <>
      <Head failedMoves={failedMoves} />
      <p>{isTheDatabasesSentence ? message : `${errors[errorKind].title}. ${errors[errorKind].text}`}</p>
      <div className={styles['actions']}>
        {errorKind !== 'gone' && (
          <Button look="solid" onClick={() => moves.again(failedMoves)}>
            {move.tryAgain}
          </Button>
        )}
        <Button onClick={() => moves.dismiss(failedMoves)}>{move.dismiss}</Button>
      </div>
    </>
  );
}
