import type { LimitName } from './limits.rules.ts';
import type { Limits } from './limits.ts';
import type { Call } from '../call.ts';
import { audit, autocommit } from '../transaction.ts';
import { AuthError } from '../errors.ts';

type Counter = readonly [LimitName, string];

/**
 * Checks a secret under rate limits. Each counter is consumed before the check and rewarded unless the secret was
 * wrong, so that only failures count.
 * @throws AuthError 429 when a counter is exhausted
 */
export const limitedVerification = (
  limits: Limits,
  counters: readonly Counter[],
  isRight: () => Promise<boolean>,
): Promise<boolean> => countingWrong(limits, counters, isRight, (outcome) => outcome === false);

/** @param isWrong for an answer or a thrown error */
async function countingWrong<Answer>(
  limits: Limits,
  counters: readonly Counter[],
  check: () => Promise<Answer>,
  isWrong: (outcome: unknown) => boolean,
): Promise<Answer> {
  const consumed: Counter[] = [];
  let outcome: unknown;
  try {
    for (const counter of counters) {
      await limits.consume(...counter);
      consumed.push(counter);
    }
    const answer = await check();
    outcome = answer;
    return answer;
  } catch (error) {
    outcome = error;
    throw error;
  } finally {
    if (!isWrong(outcome)) for (const counter of consumed) await limits.reward(...counter);
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
  failure = 'otp_expired',
): Promise<Answer> {
  const isWrong = (outcome: unknown) => outcome instanceof AuthError && outcome.code === failure;
  const limited = () => countingWrong(call.auth.limits, [['code_failures', key]], work, isWrong);
  return auditingFailures(call, limited, failure);
}

/** Runs `work` and records that it failed. Tokens too long to be found by trying need no more. */
export async function auditingFailures<Answer>(
  call: Call,
  work: () => Promise<Answer>,
  failure = 'otp_expired',
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
