import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/Button.tsx';
import type { Status } from '../kernel/data/shapes/row.ts';
import { Versions } from '../kernel/conflicts/Versions.tsx';
import { fill, useWords } from '../kernel/words.tsx';
import { useTheirs } from './latest.ts';
import { movesQuery, type Latest } from './queries.ts';
import styles from './mail/MailDialog.module.css';

interface Props {
  latest: Latest;
  to: Status;
  onKeep: () => void;
  onMove: () => void;
}

/** Both versions side by side with a choice. Nothing was overwritten. */
export function Conflict({ latest, to, onKeep, onMove }: Props) {
  const words = useWords();
  const theirs = useTheirs(latest);
  const { data: movesFrom } = useQuery(movesQuery);
  const status = words.statuses[to];
  const isAllowed = movesFrom?.(latest.row.status).includes(to) ?? false;
  return (
    <div className={styles['form']} role="alert">
      <p className={styles['subject']}>{words.move.conflict}</p>
      <Versions theirs={theirs} yours={fill(words.move.yourMove, { status })} />
      <div className={styles['actions']}>
        {isAllowed ? (
          <Button look="solid" onClick={onMove}>
            {fill(words.move.moveAnyway, { status })}
          </Button>
        ) : (
          <p>{fill(words.move.notAllowed, { status: words.statuses[latest.row.status], to: status })}</p>
        )}
        <Button onClick={onKeep}>{words.move.keepTheirs}</Button>
      </div>
    </div>
  );
}
