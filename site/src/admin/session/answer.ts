import type { AuthError } from '@supabase/auth-js';
import { isAuthRetryableFetchError } from '@supabase/auth-js';
import { secondsToWait } from '../../supabase/retryAfter.ts';

/** How a call to the auth service ended. */
export type Answer =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** The server's own sentence; null when it said nothing readable. */
      readonly message: string | null;
      /** The wire's error code, for example `reauthentication_needed`. */
      readonly code?: string | undefined;
      /** Seconds until another try makes sense, when the server said so. */
      readonly wait?: number | null;
    };

function refusal(error: AuthError): Answer {
  const isSilent = isAuthRetryableFetchError(error) || !error.message || error.message === '{}';
  return {
    ok: false,
    message: isSilent ? null : error.message,
    code: error.code,
    wait: error.status === 429 ? secondsToWait() : null,
  };
}

/** What came of a call; never throws. */
export async function answerOf(call: Promise<{ error: AuthError | null }>): Promise<Answer> {
  try {
    const { error } = await call;
    return error ? refusal(error) : { ok: true };
  } catch {
    return { ok: false, message: null };
  }
}
