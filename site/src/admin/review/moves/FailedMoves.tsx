import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/Button.tsx';
import { Versions } from '../kernel/conflicts/Versions.tsx';
import { fill, useWords } from '../kernel/words.tsx';
import { conflictDetail } from '../kernel/data/review-error.ts';
import { useTheirs } from './latest.ts';
import type { FailedMove } from './moves.ts';
import { useMoving, useFailedMoves } from './moving.tsx';
import { movesQuery, type Latest, latest as latestShape } from './queries.ts';
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
  return there ? (
    <MoveConflict failedMoves={failedMoves} latest={there} />
  ) : (
    <Failed failedMoves={failedMoves} />
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

function MoveConflict({ failedMoves, latest }: { failedMoves: FailedMove; latest: Latest }) {
  const { move, statuses } = useWords();
  const { moves } = useMoving();
  const theirs = useTheirs(latest);
  const { data: movesFrom } = useQuery(movesQuery);
  const status = statuses[failedMoves.to];
  const isAllowed = movesFrom?.(latest.row.status).includes(failedMoves.to) ?? false;
  return (
    <>
      <Head failedMoves={failedMoves} />
      <p>{move.conflict}</p>
      <Versions theirs={theirs} yours={fill(move.yourMove, { status })} />
      <div className={styles['actions']}>
        {isAllowed ? (
          <Button look="solid" onClick={() => moves.again(failedMoves, latest.row)}>
            {fill(move.moveAnyway, { status })}
          </Button>
        ) : (
          <p>{fill(move.notAllowed, { status: statuses[latest.row.status], to: status })}</p>
        )}
        <Button onClick={() => moves.dismiss(failedMoves)}>{move.keepTheirs}</Button>
      </div>
    </>
  );
}
