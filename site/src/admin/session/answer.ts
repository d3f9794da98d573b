import { spellWait } from '../../supabase/retry-after.ts';
import type { Toast } from '../../ui/toast/toast.ts';

/** The result of a call to the auth service. */
export type Answer =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** The server's own sentence, null without a readable one. */
      readonly message: string | null;
      /** The wire's error code, for example `reauthentication_needed`. */
      readonly code?: string | undefined;
      /** Seconds until another try makes sense, when the server said so. */
      readonly wait?: number | null;
      /** The request reached no server. */
      readonly isOffline?: boolean;
    };

/** A call that failed. */
export type Refusal = Exclude<Answer, { ok: true }>;

/** The session that a call came with is over, or its account is. */
const lost = ['session_not_found', 'session_expired', 'refresh_token_not_found', 'user_not_found'];

/** Returns true if only signing in again helps. */
export const hasLostSession = ({ code }: Refusal): boolean => lost.includes(code ?? '');

/** Returns true if a mailed code or link was refused as wrong, used or expired. */
export const isWrongCode = ({ code }: Refusal): boolean => code === 'otp_expired';

/** Shown at the field of such a code. */
export const NOT_THE_CODE = 'This code is wrong or has expired.';

/** Returns true if a second factor's code was refused as wrong or used. */
export const isWrongFactorCode = ({ code }: Refusal): boolean => code === 'mfa_verification_failed';

/** The refusal in words of ours, for codes that have some. */
export function localise(answer: Refusal, words: Readonly<Record<string, string>>): Refusal {
  return { ...answer, message: words[answer.code ?? ''] ?? answer.message };
}

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
