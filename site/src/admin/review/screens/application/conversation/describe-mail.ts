import type { Mailing } from '../../../kernel/data/shapes/application.ts';
import { phrase } from '../../../kernel/words.ts';

const states: Readonly<Record<Mailing['state'], string>> = {
  due: 'waiting',
  sending: 'being sent',
  sent: 'sent',
  failed: 'failed',
  dropped: 'stopped',
  held: 'held, because the address bounces',
};

/** The occasions of a link to the applicant's page, by the topic in `private.messages`. */
const occasions: Readonly<Partial<Record<string, string>>> = {
  confirmed: 'after the confirmation',
  new_link: 'with a new link',
  next_step: 'with the next step',
  applied_again: 'about applying again',
  withdrawn: 'about the withdrawal',
  erasing: 'about the erasure',
  erasure_undone: 'that nothing was erased',
  evidence: 'that asks for evidence',
};

/** Describes a mail to an applicant and its state, so that two of them differ. */
export function describeMail({ kind, topic, state, subject }: Mailing): string {
  if (kind === 'review') return phrase`Email “${subject ?? ''}”: ${states[state]}`;
  if (kind === 'confirmation') return `Confirmation email: ${states[state]}`;
  return `Email ${occasions[topic ?? ''] ?? 'with a link to their page'}: ${states[state]}`;
}
