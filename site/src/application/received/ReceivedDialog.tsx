import { useLayoutEffect, useRef, useState } from 'react';
import type { ReceivedCopy } from '../../content/received.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ToastList } from '../../ui/toast/ToastList.tsx';
import { useCountdown } from '../../ui/use-countdown.ts';
import { serverNow } from '../../supabase/clock.ts';
import { callForOutcome } from '../applicant/calls.ts';
import { noNotice, type Notice, NoticeLine, wordsOf } from '../applicant/notice.tsx';
import { CorrectEmail } from './CorrectEmail.tsx';
import styles from './ReceivedDialog.module.css';

/** An application that was saved, as its sender may still change it. */
export interface Received {
  readonly email: string;
  /** The form's key. */
  readonly formKey: string;
  readonly isMailed: boolean;
}

interface Props extends Received {
  copy: ReceivedCopy;
  /** Within how many days the lab answers. */
  promise: string;
  onClose: () => void;
}

/** The dialog after the form with the mail's address, the next steps, and help if it does not arrive. */
export function ReceivedDialog({ copy, promise, onClose, ...received }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [email, setEmail] = useState(received.email);
  const [mailedAt, setMailedAt] = useState(() => (received.isMailed ? serverNow() : null));
  const [notice, setNotice] = useState(noNotice);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <Dialog id="received-dialog" title={copy.title} ref={dialog} onClose={onClose}>
      <p>
        <span>{mailedAt === null ? copy.notMailed : copy.mailed}</span>{' '}
        <strong className={styles['address']}>{email}</strong>
      </p>
      <p className={styles['next']}>{copy.next}</p>
      <p className={styles['next']}>{promise}</p>
      <p className={`caption ${styles['spam']}`}>{copy.spam}</p>
      <NoticeLine notice={notice} />
      <CorrectEmail
        copy={copy}
        formKey={received.formKey}
        onCorrected={(corrected, words) => {
          setEmail(corrected);
          setNotice(words);
          setMailedAt(serverNow());
        }}
      />
      <p className={styles['actions']}>
        <Button look="solid" commandfor="received-dialog" command="close">
          {copy.done}
        </Button>
        <ResendButton
          copy={copy}
          formKey={received.formKey}
          mailedAt={mailedAt}
          onMailed={() => setMailedAt(serverNow())}
          onNotice={setNotice}
        />
      </p>
      <ToastList />
    </Dialog>
  );
}

/** Milliseconds between two mails of one application, as the database has it. */
const BETWEEN_MAILS_MS = 60_000;

interface ResendButtonProps {
  copy: ReceivedCopy;
  formKey: string;
  /** The time of the latest mail request, as `serverNow` counts. */
  mailedAt: number | null;
  onMailed: () => void;
  onNotice: (notice: Notice) => void;
}

/** Sends the confirmation mail again, once a minute. */
function ResendButton({ copy, formKey, mailedAt, onMailed, onNotice }: ResendButtonProps) {
  const seconds = useCountdown((mailedAt ?? 0) + BETWEEN_MAILS_MS);
  const [isSending, setSending] = useState(false);
  const resend = async () => {
    if (isSending || seconds > 0) return;
    setSending(true);
    const answer = await callForOutcome('my_confirmation_resend', { application_key: formKey });
    setSending(false);
    if (answer.kind === 'answered' && answer.outcome === 'queued') onMailed();
    onNotice(wordsOf(answer, copy.resent, copy));
  };
  return (
    <Button look="line" aria-disabled={isSending || seconds > 0 || undefined} onClick={() => void resend()}>
      {seconds > 0 ? copy.wait.replace('{seconds}', String(seconds)) : copy.again}
    </Button>
  );
}
