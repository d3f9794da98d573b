import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../ui/Button.tsx';
import { movesQuery } from '../data/queries.ts';
import type { Row, Status } from '../data/shapes.ts';
import { useNow } from '../parts/now.ts';
import { sayWhen } from '../parts/time.tsx';
import { fill, useWords } from '../words.tsx';
import styles from './MoveDialog.module.css';

/** What the database says about the version that is there now: the detail of its refusal. */
export interface Latest {
  readonly row: Row;
  readonly latest: {
    readonly by: string | null;
    readonly at: string;
    readonly kind: 'moved' | 'assigned';
    readonly detail: { readonly from: string | null; readonly to: string | null };
  } | null;
}

interface Props {
  latest: Latest;
  to: Status;
  onKeep: () => void;
  onMove: () => void;
}

function useTheirs({ row, latest }: Latest): string {
  const words = useWords();
  const now = useNow();
  const status = (name: string | null | undefined) => words.statuses[name as Status] ?? name ?? '';
  if (!latest) return status(row.status);
  const who = latest.by ?? words.someone;
  const when = sayWhen(latest.at, now);
  const { from, to } = latest.detail;
  return latest.kind === 'moved'
    ? fill(words.move.theirMove, { who, when, from: status(from), to: status(to) })
    : fill(words.move.theirAssign, { who, when, to: to ?? words.list.nobody });
}

/** Both versions side by side, and a choice; nothing was overwritten, nothing is lost. */
export function Conflict({ latest, to, onKeep, onMove }: Props) {
  const words = useWords();
  const theirs = useTheirs(latest);
  const { data: movesFrom } = useQuery(movesQuery);
  const status = words.statuses[to];
  const isAllowed = movesFrom?.(latest.row.status).includes(to) ?? false;
  return (
    <div className={styles['form']} role="alert">
      <p className={styles['subject']}>{words.move.conflict}</p>
      <dl className={styles['versions']}>
        <div>
          <dt>{words.move.theirs}</dt>
          <dd>{theirs}</dd>
        </div>
        <div>
          <dt>{words.move.yours}</dt>
          <dd>{fill(words.move.yourMove, { status })}</dd>
        </div>
      </dl>
      <div className={styles['ways']}>
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
