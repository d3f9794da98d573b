import { spellWait } from '../../supabase/retry-after.ts';
import type { Toast } from '../../ui/toast/toast.ts';
import type { Refusal } from './answer.ts';

/** Returns the failure in the server's words, or else in `text`, and when to try again if the server said so. */
export function failureToast(answer: Refusal, title = 'Not done', text = 'Please try again.'): Toast {
  const why = answer.message ?? text;
  return {
    title,
    text: answer.wait ? `${why.replace(/\.?$/, '.')} Please try again in ${spellWait(answer.wait)}.` : why,
    tone: 'danger',
  };
}

/** Returns the toast of a failed sign-in (contract P8.7). */
export const loginFailure = (answer: Refusal): Toast =>
  failureToast(answer, 'Login failed', 'Please check your credentials.');

/** Nothing reached the server. */
export const OFFLINE = 'No connection. Nothing was sent.';

/** No address was given to send a link to. */
export const noAddress = { title: 'No link sent', text: 'Please enter your email.', tone: 'danger' } as const;
