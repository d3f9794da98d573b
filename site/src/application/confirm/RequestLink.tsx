import type { ReceivedCopy } from '../../content/received.ts';
import { EmailForm } from '../EmailForm.tsx';
import { askForConfirmationMail } from '../received/confirmation-mail.ts';

/** Requests a new confirmation link for an address whose link is invalid. Every address gets the same answer. */
export function RequestLink({ copy }: { copy: ReceivedCopy }) {
  const request = async (email: string) =>
    (await askForConfirmationMail(email)) ? copy.request.sent.text : copy.failed;
  return <EmailForm copy={{ ...copy.request, invalid: copy.invalid }} look="line" onSend={request} />;
}
