import { type Call, callerKey } from '../kernel/call.ts';
import type { UserRow } from '../kernel/entities/account.rules.ts';
import { limitedVerification } from '../kernel/limits/limited-verification.ts';
import { matchesPassword } from '../kernel/password-hashing.ts';

const callersKey = (call: Call, name: string): string => `${callerKey(call)} ${name}`;

/**
 * Returns true if `password` matches `hash`. Wrong ones are limited per account and caller, and per account from
 * anywhere. An unknown `name` (address or number) makes no difference.
 * @throws AuthError 429 over_request_rate_limit
 */
export function verifyPassword(call: Call, name: string, password: string, hash: string | null) {
  return limitedVerification(
    call.auth.limits,
    [
      ['password_failures', callersKey(call, name)],
      ['account_failures', name],
    ],
    () => matchesPassword(call, password, hash),
  );
}

/** Forgets this caller's wrong guesses for `name`, because they know the password. */
export async function forgetCallersFailures(call: Call, name: string): Promise<void> {
  await call.auth.limits.forget('password_failures', callersKey(call, name));
}

/** Forgets the wrong guesses that lock an account whose holder answered a mail, the account's and this caller's. */
export async function liftPasswordLock(call: Call, { email, phone }: UserRow): Promise<void> {
  for (const name of [email, phone]) {
    if (!name) continue;
    await forgetCallersFailures(call, name);
    await call.auth.limits.forget('account_failures', name);
  }
}
