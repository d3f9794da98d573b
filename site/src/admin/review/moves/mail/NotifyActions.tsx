import { Button } from '#ui/Button.tsx';
import { useMe } from '../../kernel/data/me.tsx';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { formatWhen, useNow } from '../../kernel/format/time.tsx';
import { usePeople } from '../../kernel/people/use-people.ts';
import { phrase } from '../../kernel/words.ts';
import { describeWaiting } from './describe-mail.ts';
import { useWriteMail } from './mail-dialogs.ts';
import styles from './NotifyActions.module.css';
import { useNotify } from './use-notify.ts';

interface Props {
  row: Row;
  /** Asks for the words. Without it the template is sent. */
  write?: () => void;
}

/** The email that is about to notify an applicant or its sending, and the record that a member did it. */
export function NotifyActions({ row, write }: Props) {
  const { mayReview } = useMe();
  const { send, record } = useNotify(row);
  // The dialog explains a bounce.
  const canSend = mayReview && !row.mail_due_at && (write || !row.email_bounced_at);
  return (
    <>
      {row.mail_due_at && <WaitingMail row={row} leavesAt={row.mail_due_at} />}
      {row.email_bounced_at && !write && <span className="text-danger">Email bounces</span>}
      {canSend && (
        <Button look="text" onClick={write ?? send}>
          {write ? 'Send the email…' : 'Send the email'}
        </Button>
      )}
      {mayReview && (
        <Button look="text" onClick={record}>
          Mark as notified
        </Button>
      )}
    </>
  );
}

function WaitingMail({ row, leavesAt }: { row: Row; leavesAt: string }) {
  const { nameOf } = usePeople();
  const { time_zone: zone } = useMe();
  return (
    <span className="small">
      {row.mail_edited_by
        ? phrase`${nameOf(row.mail_edited_by)} is editing the email.`
        : describeWaiting(leavesAt, zone)}
    </span>
  );
}

/** Shows when the applicant was notified of the decision, or that they were not. */
export function Notified({ row }: { row: Row }) {
  const now = useNow();
  const write = useWriteMail();
  if (row.promise !== 'to_notify')
    return row.notified_at && <span className="small">{`Notified ${formatWhen(row.notified_at, now)}`}</span>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 text-sm">
      <span className={`text-danger ${styles['mark']}`}>To notify</span>
      <NotifyActions row={row} write={() => write(row)} />
    </span>
  );
}
