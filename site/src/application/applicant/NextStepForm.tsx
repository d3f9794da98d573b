import { callForOutcome } from './calls.ts';
import { EmailForm, type EmailFormCopy } from './EmailForm.tsx';
import { type Notice, wordsOf } from './notice.tsx';

interface Answers {
  readonly answers: Readonly<Record<string, string>>;
  readonly failed: string;
}

/**
 * Has the next step mailed to an address that has applied, and returns the answer in words. Every address gets the
 * same. Never throws.
 */
export const mailNextStep = async (email: string, copy: Answers): Promise<Notice> =>
  wordsOf(await callForOutcome('request_new_link', { email }), copy.answers, copy);

interface Props {
  copy: EmailFormCopy & Answers;
  look: 'solid' | 'line';
}

/** Asks for the address of an application whose link is lost or invalid, and mails the next step to it. */
export function NextStepForm({ copy, look }: Props) {
  return <EmailForm copy={copy} look={look} onSend={(email) => mailNextStep(email, copy)} />;
}
