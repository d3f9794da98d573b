import type { LimitedCaller } from './limits.rules.ts';
import type { LimitPurpose } from './limit-table.rules.ts';
import { type Call, callerOf } from '../call.ts';
import { audit, autocommit } from '../transaction.ts';
import { AuthError, type AuthErrorCode } from '../errors.ts';

/** A limit of failures with its caller and the account that they concern. */
interface CountedFailures {
  readonly purpose: LimitPurpose;
  readonly from: LimitedCaller;
  readonly subject: string;
}

/**
 * Checks a secret under a rate limit. It is consumed before the check and rewarded unless the secret was wrong, so that
 * only failures count.
 * @throws AuthError 429 when it is exhausted
 */
export const limitedVerification = (
  call: Call,
  purpose: LimitPurpose,
  subject: string,
  isRight: () => Promise<boolean>,
): Promise<boolean> =>
  countingWrong(call, { purpose, from: callerOf(call), subject }, isRight, (outcome) => outcome === false);

/** @param isWrong for an answer or a thrown error */
async function countingWrong<Answer>(
  { auth: { limits } }: Call,
  { purpose, from, subject }: CountedFailures,
  check: () => Promise<Answer>,
  isWrong: (outcome: unknown) => boolean,
): Promise<Answer> {
  await limits.consume(purpose, from, subject);
  let outcome: unknown;
  try {
    const answer = await check();
    outcome = answer;
    return answer;
  } catch (error) {
    outcome = error;
    throw error;
  } finally {
    if (!isWrong(outcome)) await limits.reward(purpose, from, subject);
  }
}

/**
 * Runs `work` unless `key` had too many wrong codes. It counts only wrong ones, which are errors with the code
 * `failure`, and records them. Never call it inside a transaction, because it takes its own connections.
 * @throws AuthError 429 over_request_rate_limit
 */
export function countingFailures<Answer>(
  call: Call,
  key: string,
  work: () => Promise<Answer>,
  failure: AuthErrorCode = 'otp_expired',
): Promise<Answer> {
  const isWrong = (outcome: unknown) => outcome instanceof AuthError && outcome.code === failure;
  const counted = { purpose: 'code_failures', from: callerOf(call), subject: key } as const;
  const limited = () => countingWrong(call, counted, work, isWrong);
  return auditingFailures(call, limited, failure);
}

/** Runs `work` and records that it failed. Tokens too long to be found by trying need no more. */
export async function auditingFailures<Answer>(
  call: Call,
  work: () => Promise<Answer>,
  failure: AuthErrorCode = 'otp_expired',
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AuthError && error.code === failure) {
      await audit(autocommit(call), 'verification_failed', null);
    }
    throw error;
  }
}
