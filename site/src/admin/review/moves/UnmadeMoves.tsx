import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/Button.tsx';
import { movesQuery } from '../data/queries.ts';
import { Versions } from '../parts/Versions.tsx';
import { fill, useWords } from '../words.tsx';
import { useTheirs } from './latest.ts';
import type { Latest } from './latest.ts';
import type { Unmade } from './Moves.ts';
import { useMoving, useUnmade } from './moving.tsx';
import styles from './UnmadeMoves.module.css';

/**
 * The moves that were not made, each with its reason and the ways on. They take no focus and stay until one decides, so
 * that neither a key nor the next notice answers for one.
 */
export function UnmadeMoves() {
  const { move } = useWords();
  const unmade = useUnmade();
  if (unmade.length === 0) return null;
  return (
    <section className={styles['unmade']} aria-label={move.unmade} role="alert">
      <ul>
        {unmade.map((one) => (
          <li key={`${one.row.id} ${one.to}`} className={styles['one']}>
            {one.error.trouble === 'conflict' && one.error.detail ? (
              <Overtaken unmade={one} latest={one.error.detail as Latest} />
            ) : (
              <Failed unmade={one} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Head({ unmade: { row, to } }: { unmade: Unmade }) {
  const { move, statuses } = useWords();
  return <p className={styles['title']}>{fill(move.unmadeOne, { name: row.name, status: statuses[to] })}</p>;
}

function Failed({ unmade }: { unmade: Unmade }) {
  const { move, troubles } = useWords();
  const { moves } = useMoving();
  const { trouble, message } = unmade.error;
  const isTheDatabasesSentence = trouble === 'refused' || trouble === 'forbidden';
  return (
    <>
      <Head unmade={unmade} />
      <p>{isTheDatabasesSentence ? message : `${troubles[trouble].title}. ${troubles[trouble].text}`}</p>
      <div className={styles['ways']}>
        {trouble !== 'gone' && (
          <Button look="solid" onClick={() => moves.again(unmade)}>
            {move.tryAgain}
          </Button>
        )}
        <Button onClick={() => moves.dismiss(unmade)}>{move.dismiss}</Button>
      </div>
    </>
  );
}

function Overtaken({ unmade, latest }: { unmade: Unmade; latest: Latest }) {
  const { move, statuses } = useWords();
  const { moves } = useMoving();
  const theirs = useTheirs(latest);
  const { data: movesFrom } = useQuery(movesQuery);
  const status = statuses[unmade.to];
  const isAllowed = movesFrom?.(latest.row.status).includes(unmade.to) ?? false;
  return (
    <>
      <Head unmade={unmade} />
      <p>{move.conflict}</p>
      <Versions theirs={theirs} yours={fill(move.yourMove, { status })} />
      <div className={styles['ways']}>
        {isAllowed ? (
          <Button look="solid" onClick={() => moves.again(unmade, latest.row)}>
            {fill(move.moveAnyway, { status })}
          </Button>
        ) : (
          <p>{fill(move.notAllowed, { status: statuses[latest.row.status], to: status })}</p>
        )}
        <Button onClick={() => moves.dismiss(unmade)}>{move.keepTheirs}</Button>
      </div>
    </>
  );
}
