import { type Call, callerOf } from '../kernel/call.ts';
import type { UserRow } from '../kernel/entities/account.rules.ts';
import { limitedVerification } from '../kernel/limits/limited-verification.ts';
import { matchesPassword } from '../kernel/password-hashing.ts';

/**
 * Returns true if `password` matches `hash`. Wrong ones are limited for the account `name` (address or number), which
 * may be unknown.
 * @throws AuthError 429 over_request_rate_limit
 */
export const verifyPassword = (call: Call, name: string, password: string, hash: string | null) =>
  limitedVerification(call, 'password_failures', name, () => matchesPassword(call, password, hash));

/** Forgets this caller's wrong guesses for `name`, because they know the password. */
export const forgetCallersFailures = (call: Call, name: string): Promise<void> =>
  call.auth.limits.forget('password_failures', callerOf(call), name, ['caller']);

/** Forgets the wrong guesses that lock an account whose holder answered a mail, the account's and this network's. */
export async function liftPasswordLock(call: Call, { email, phone }: UserRow): Promise<void> {
  for (const name of [email, phone]) {
    if (name)
      await call.auth.limits.forget('password_failures', callerOf(call), name, [
        'caller',
        'network',
        'everyone',
      ]);
  }
}
