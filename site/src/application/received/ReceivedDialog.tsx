import { useLayoutEffect, useRef, useState } from 'react';
import type { ReceivedCopy } from '../../content/received.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ToastList } from '../../ui/toast/ToastList.tsx';
import { spellOutcome } from '../outcome.ts';
import { CorrectEmail } from './CorrectEmail.tsx';
import { resendConfirmation } from './confirmation-mail.ts';
import { useCountdown } from '../../ui/use-countdown.ts';
import styles from './ReceivedDialog.module.css';
import { serverNow } from '../../supabase/clock.ts';

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
  const [isMailed, setMailed] = useState(received.isMailed);
  const [mailedAt, setMailedAt] = useState(() => (received.isMailed ? serverNow() : 0));
  const [words, setWords] = useState('');
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const mailed = () => {
    setMailed(true);
    setMailedAt(serverNow());
  };
  return (
    <Dialog id="received-dialog" title={copy.title} ref={dialog} onClose={onClose}>
      <p>
        <span>{isMailed ? copy.mailed : copy.notMailed}</span>{' '}
        <strong className={styles['address']}>{email}</strong>
      </p>
      <p className={styles['next']}>{copy.next}</p>
      <p className={styles['next']}>{promise}</p>
      <p className={`caption ${styles['spam']}`}>{copy.spam}</p>
      <p className={styles['words']} role="status">
        {words}
      </p>
      <CorrectEmail
        copy={copy}
        formKey={received.formKey}
        onCorrected={(corrected, said) => {
          setEmail(corrected);
          setWords(said);
          mailed();
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
          onMailed={mailed}
          onOutcome={setWords}
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
  mailedAt: number;
  onMailed: () => void;
  onOutcome: (words: string) => void;
}

/** Sends the confirmation mail again, once a minute. */
function ResendButton({ copy, formKey, mailedAt, onMailed, onOutcome }: ResendButtonProps) {
  const seconds = useCountdown(mailedAt + BETWEEN_MAILS_MS);
  const [isSending, setSending] = useState(false);
  const resend = async () => {
    if (isSending || seconds > 0) return;
    setSending(true);
    const outcome = await resendConfirmation(formKey);
    setSending(false);
    if (outcome === 'queued') onMailed();
    onOutcome(spellOutcome(outcome, copy.resent, copy.failed));
  };
  return (
    <Button look="line" aria-disabled={isSending || seconds > 0 || undefined} onClick={() => void resend()}>
      {seconds > 0 ? copy.wait.replace('{seconds}', String(seconds)) : copy.again}
    </Button>
  );
}
