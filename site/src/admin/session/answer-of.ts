import { type AuthError, isAuthRetryableFetchError, isAuthSessionMissingError } from '@supabase/auth-js';
import { announceRefusal } from '../../supabase/refusal.ts';
import { BUSY, NO_ANSWER, secondsToWait } from '../../supabase/retry-after.ts';
import { hasLostSession, type Answer, type Refusal } from './answer.ts';

/** The library marks what the browser refused and exports no test for it. */
const isOfBrowser = (error: Error): boolean => '__isWebAuthnError' in error;

/** Returns an error of the library as an answer. Announces a session that is over. */
export function refusal(error: AuthError): Refusal {
  // Its message is for programmers. Our words depend on the error's name (localise).
  if (isOfBrowser(error)) return { ok: false, message: null, code: error.name };
  // The library gives what never had an answer the status 0.
  const isOffline = isAuthRetryableFetchError(error) && error.status === 0;
  const isOfProxy = isAuthRetryableFetchError(error) && !isOffline;
  const isSilent = isOffline || !error.message || error.message === '{}';
  const answer: Refusal = {
    ok: false,
    message: isOfProxy ? (error.status === 503 ? BUSY : NO_ANSWER) : isSilent ? null : error.message,
    code: isAuthSessionMissingError(error) ? 'session_not_found' : error.code,
    wait: error.status === 429 ? secondsToWait() : null,
    isOffline,
  };
  if (hasLostSession(answer)) announceRefusal();
  return answer;
}

/** Returns the result of a call and never throws. */
export async function answerOf(call: Promise<{ error: AuthError | null }>): Promise<Answer> {
  try {
    const { error } = await call;
    return error ? refusal(error) : { ok: true };
  } catch {
    return { ok: false, message: null };
  }
}
