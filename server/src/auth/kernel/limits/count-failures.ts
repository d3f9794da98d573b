import { audit } from '../audit/audit.ts';
import { guess } from './limited-verification.ts';
import type { Call } from '../call.ts';
import { AuthError } from '../errors.ts';

/** The key of what is counted over all callers and accounts. */
export const EVERYBODY = 'everybody';

/**
 * Runs `work` unless too many wrong codes were tried by `key`; wrong ones (errors of the code `failure`) are
 * counted, right ones are not. Never inside a transaction: it takes connections of its own.
 * @throws AuthError 429 over_request_rate_limit
 */
export async function countingFailures<Answer>(
  call: Call,
  limit: 'code_failures' | 'link_failures',
  key: string,
  work: () => Promise<Answer>,
  failure = 'otp_expired',
): Promise<Answer> {
  const { limits, database } = call.auth;
  let outcome: { answer: Answer } | { refusal: AuthError } | undefined;
  await guess(limits, [[limit, key]], async () => {
    try {
      outcome = { answer: await work() };
      return true;
    } catch (error) {
      if (!(error instanceof AuthError) || error.code !== failure) throw error;
      outcome = { refusal: error };
      return false;
    }
  });
  if ('answer' in outcome!) return outcome.answer;
  await audit(call, database.query, 'verification_failed', null);
  throw outcome!.refusal;
}
