import { Button } from '../../../ui/Button.tsx';
import { phrase, words, statusNames } from '../kernel/words.ts';
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
  const failedMoves = useFailedMoves();
  if (failedMoves.length === 0) return null;
  return (
    <section className={`text-sm ${styles['failed']}`} aria-label="Not moved" role="alert">
      <ul className="stack gap-3">
        {failedMoves.map((one) => (
          <li key={`${one.row.id} ${one.to}`} className={`stack gap-2 ${styles['one']}`}>
            <FailedOrConflict failedMove={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function FailedOrConflict({ failedMove }: { failedMove: FailedMove }) {
  const there = conflictDetail(failedMove.error, latestShape);
  const { moves } = useMoving();
  if (!there) return <Failed failedMove={failedMove} />;
  return (
    <>
      <Head failedMove={failedMove} />
      <MoveConflict
        latest={there}
        to={failedMove.to}
        onKeep={() => moves.dismiss(failedMove)}
        onMove={() => moves.again(failedMove, there.row)}
      />
    </>
  );
}

function Head({ failedMove: { row, to } }: { failedMove: FailedMove }) {
  return <p className="strong">{phrase`${row.name} was not moved to ${statusNames[to]}.`}</p>;
}

function Failed({ failedMove }: { failedMove: FailedMove }) {
  const { moves } = useMoving();
  const { errorKind, message } = failedMove.error;
  const isTheDatabasesSentence = errorKind === 'refused' || errorKind === 'forbidden';
  return (
    <>
      <Head failedMove={failedMove} />
      <p>
        {isTheDatabasesSentence
          ? message
          : `${words.errors[errorKind].title}. ${words.errors[errorKind].text}`}
      </p>
      <div className="row wrap gap-1-3">
        {errorKind !== 'gone' && (
          <Button look="solid" onClick={() => moves.again(failedMove)}>
            Try again
          </Button>
        )}
        <Button onClick={() => moves.dismiss(failedMove)}>Leave it</Button>
      </div>
    </>
  );
}
