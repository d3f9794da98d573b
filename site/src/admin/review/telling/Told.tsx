import { Button } from '../../../ui/Button.tsx';
import type { Row } from '../data/shapes/row.ts';
import { useNow } from '../format/now.ts';
import { sayWhen } from '../format/time.tsx';
import { useMe } from '../me.tsx';
import { fill, useWords } from '../words.tsx';
import { useWriteMail } from './telling.tsx';
import styles from './Told.module.css';

/** Shows when the applicant was told the decision, or that they were not. */
export function Told({ row }: { row: Row }) {
  const { telling } = useWords();
  const { mayReview } = useMe();
  const now = useNow();
  const write = useWriteMail();
  if (!row.not_told)
    return (
      row.told_at && (
        <span className={styles['told']}>{fill(telling.told, { when: sayWhen(row.told_at, now) })}</span>
      )
    );
  return (
    <span className={styles['untold']}>
      <span className={styles['mark']}>{telling.notTold}</span>
      {mayReview && (
        <Button look="text" onClick={() => write(row)}>
          {telling.mailNow}
        </Button>
      )}
    </span>
  );
}
