import { Button } from '../../../../ui/Button.tsx';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { formatWhen, useNow } from '../../kernel/format/time.tsx';
import { needsMail } from './describe-mail.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { useWriteMail } from './mail-now.tsx';
import styles from './MailDialog.module.css';

/** Shows when the applicant was told the decision, or that they were not. */
export function Told({ row }: { row: Row }) {
  const { mayReview } = useMe();
  const now = useNow();
  const write = useWriteMail();
  if (!needsMail(row))
    return row.notified_at && <span className="small">{`Told ${formatWhen(row.notified_at, now)}`}</span>;
  return (
    <span className="inline wrap center gap-0-3 text-sm">
      <span className={`danger ${styles['mark']}`}>Not told yet</span>
      {mayReview && (
        <Button look="text" onClick={() => write(row)}>
          Mail now…
        </Button>
      )}
    </span>
  );
}
