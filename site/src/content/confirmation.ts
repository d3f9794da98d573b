import { received } from './received.ts';
import type { Content } from './read/read-content.ts';

/**
 * The words of the confirm page's component, with the fields of the applicant's page. The rest of confirm-email.yaml is for
 * a browser without script.
 */
export function confirmationCopy(confirm: Content<'confirmEmail'>, page: Content<'myApplication'>) {
  const { needsScript: _needsScript, withoutScript: _withoutScript, evidence, ...copy } = confirm;
  const { fields, send, change, sending } = page.evidence;
  const { title, lead, stored, saved, refused } = evidence;
  return {
    ...copy,
    nextStep: received.request,
    shipped: {
      title,
      lead,
      stored,
      failed: page.failed,
      later: page.later,
      refused,
      evidence: { fields, send, change, sending, outcomes: { saved } },
    },
  };
}

export type ConfirmationCopy = ReturnType<typeof confirmationCopy>;
