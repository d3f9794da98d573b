import type { Row } from '../../kernel/data/shapes/row.ts';
import { formatWhen, useNow } from '../../kernel/format/time.tsx';
import { NotifyActions } from './NotifyActions.tsx';
import { useWriteMail } from './mail-dialogs.ts';
import styles from './MailDialog.module.css';

/** Shows when the applicant was told the decision, or that they were not. */
export function Told({ row }: { row: Row }) {
  const now = useNow();
  const write = useWriteMail();
  if (row.promise !== 'to_notify')
    return row.notified_at && <span className="small">{`Told ${formatWhen(row.notified_at, now)}`}</span>;
  return (
    <span className="inline wrap center gap-0-3 text-sm">
      <span className={`danger ${styles['mark']}`}>To notify</span>
      <NotifyActions row={row} write={() => write(row)} />
    </span>
  );
}
