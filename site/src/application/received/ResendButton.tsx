import { useState } from 'react';
import type { ReceivedCopy } from '../../content/received.ts';
import { Button } from '../../ui/Button.tsx';
import { resendConfirmation } from './confirmation-mail.ts';
import { useCountdown } from './use-countdown.ts';

/** Milliseconds between two mails of one application, as the database has it. */
const BETWEEN_MAILS_MS = 60_000;

interface Props {
  copy: ReceivedCopy;
  formKey: string;
  /** The time of the latest mail request, in milliseconds of `Date.now()`. */
  mailedAt: number;
  onMailed: () => void;
  onOutcome: (words: string) => void;
}

/** Sends the confirmation mail again, once a minute. */
export function ResendButton({ copy, formKey, mailedAt, onMailed, onOutcome }: Props) {
  const seconds = useCountdown(mailedAt + BETWEEN_MAILS_MS);
  const [isSending, setSending] = useState(false);
  const resend = async () => {
    if (isSending || seconds > 0) return;
    setSending(true);
    const outcome = await resendConfirmation(formKey);
    setSending(false);
    if (outcome === 'queued') onMailed();
    onOutcome(typeof outcome === 'string' ? copy.resent[outcome] : (outcome.failed ?? copy.failed));
  };
  return (
    <Button look="line" aria-disabled={isSending || seconds > 0 || undefined} onClick={() => void resend()}>
      {seconds > 0 ? copy.wait.replace('{seconds}', String(seconds)) : copy.again}
    </Button>
  );
}
