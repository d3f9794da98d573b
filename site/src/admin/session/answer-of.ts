import { type AuthError, isAuthRetryableFetchError, isAuthSessionMissingError } from '@supabase/auth-js';
import { announceRefusal } from '../../supabase/refusal.ts';
import { secondsToWait } from '../../supabase/retry-after.ts';
import { hasLostSession, type Answer, type Refusal } from './answer.ts';

/** The library marks what the browser refused and exports no test for it. */
const isOfBrowser = (error: Error): boolean => '__isWebAuthnError' in error;

/** An error of the library as an answer. */
export function refusal(error: AuthError): Refusal {
  // Its message is for programmers. Our words depend on the error's name (localise).
  if (isOfBrowser(error)) return { ok: false, message: null, code: error.name };
  const isSilent = isAuthRetryableFetchError(error) || !error.message || error.message === '{}';
  return {
    ok: false,
    message: isSilent ? null : error.message,
    code: isAuthSessionMissingError(error) ? 'session_not_found' : error.code,
    wait: error.status === 429 ? secondsToWait() : null,
    // The library gives what never had an answer this status.
    isOffline: isAuthRetryableFetchError(error) && error.status === 0,
  };
}

/** Returns the result of a call and never throws. */
export async function answerOf(call: Promise<{ error: AuthError | null }>): Promise<Answer> {
  try {
    const { error } = await call;
    if (!error) return { ok: true };
    const answer = refusal(error);
    if (hasLostSession(answer)) announceRefusal();
    return answer;
  } catch {
    return { ok: false, message: null };
  }
}
