import type { LimitName } from './limits.rules.ts';
import type { Limits } from './limits.ts';
import type { Call } from '../call.ts';
import { audit, autocommit } from '../transaction.ts';
import { AuthError } from '../errors.ts';

/**
 * Checks a secret under rate limits. Each counter is consumed before the check and rewarded unless the secret was
 * wrong, so that only failures count.
 * @throws AuthError 429 when a counter is exhausted
 */
export async function limitedVerification(
  limits: Limits,
  counters: readonly (readonly [LimitName, string])[],
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const consumed: (readonly [LimitName, string])[] = [];
  const reward = async (): Promise<void> => {
    for (const [name, key] of consumed) await limits.reward(name, key);
  };
  try {
    for (const [name, key] of counters) {
      await limits.consume(name, key);
      consumed.push([name, key]);
    }
    const answer = await isRight();
    if (answer) await reward();
    return answer;
  } catch (error) {
    await reward();
    throw error;
  }
}

/**
 * Runs `work` unless `key` had too many wrong codes. It counts only wrong ones, which are errors with the code
 * `failure`. Never call it inside a transaction, because it takes its own connections.
 * @throws AuthError 429 over_request_rate_limit
 */
export async function countingFailures<Answer>(
  call: Call,
  key: string,
  work: () => Promise<Answer>,
  failure = 'otp_expired',
): Promise<Answer> {
  let outcome: { answer: Answer } | { refusal: AuthError } | undefined;
  await limitedVerification(call.auth.limits, [['code_failures', key]], async () => {
    try {
      outcome = { answer: await work() };
      return true;
    } catch (error) {
      if (!isFailure(error, failure)) throw error;
      outcome = { refusal: error };
      return false;
    }
  });
  if ('answer' in outcome!) return outcome.answer;
  await auditFailure(call);
  throw outcome!.refusal;
}

/** Runs `work` and records that it failed, for tokens too long to be found by trying, which need no limit. */
export async function auditingFailures<Answer>(call: Call, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (isFailure(error, 'otp_expired')) await auditFailure(call);
    throw error;
  }
}

const isFailure = (error: unknown, code: string): error is AuthError =>
  error instanceof AuthError && error.code === code;

const auditFailure = (call: Call): Promise<void> => audit(autocommit(call), 'verification_failed', null);
