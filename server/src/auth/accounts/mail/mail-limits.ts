import { type Call, type SignedInCall, callerOf } from '../../kernel/call.ts';
import type { LimitedCaller } from '../../kernel/limits/limits.rules.ts';

/**
 * Limits on mails with codes, which anonymous callers, account holders and the secret key use up separately. A mail is
 * counted before its code is created, so that a refused mail leaves the last code valid.
 */

/** One mail a minute (`max_frequency`) per purpose and address. */
async function limitMailFrequency(call: Call, key: string): Promise<void> {
  if (call.auth.settings.email.max_frequency > 0) {
    await call.auth.limits.consume('email_frequency', callerOf(call), key);
  }
}

/** Purposes that replace each other's codes share a counter. Others do not: requests without a mail do not count. */
const recipientKey = (purpose: string, address: string): string =>
  `${purpose === 'magiclink' ? 'recovery' : purpose} ${address}`;

/**
 * Counts a mail requested without a session, by caller and by recipient, for known and unknown addresses.
 * @throws AuthError 429 over_email_send_rate_limit
 */
export async function limitMailByCaller(call: Call, purpose: string, address: string): Promise<void> {
  const { limits } = call.auth;
  await limits.consume('email_sent', callerOf(call));
  // Before the pause, because a refused caller must not make the address's holder wait.
  await limits.check('email_recipient', callerOf(call), recipientKey(purpose, address));
  await limitMailFrequency(call, `${purpose} ${address}`);
  await limitMailToRecipient(call, purpose, address);
}

/** Counts a mail to an address other than the one that the caller named. */
export const limitMailToRecipient = (call: Call, purpose: string, address: string): Promise<void> =>
  call.auth.limits.consume('email_recipient', callerOf(call), recipientKey(purpose, address));

/**
 * Counts a mail to an unknown address where sign-up is open. All callers share a total, because they could have any
 * address mailed.
 * @throws AuthError 429 over_email_send_rate_limit
 */
export const limitMailToNewAddress = (call: Call): Promise<void> =>
  call.auth.limits.consume('email_new_address', callerOf(call));

/** Refuses when that limit is exhausted, before the address is looked up. It counts nothing. */
export const checkNewAddressLimit = (call: Call): Promise<void> =>
  call.auth.limits.check('email_new_address', callerOf(call));

/**
 * Counts mails that the holder of an account asks for. Anonymous accounts cost nothing, so they count as no account.
 * @throws AuthError 429 over_email_send_rate_limit
 */
export async function limitMailsByAccount(call: SignedInCall, purpose: string, address: string, mails = 1) {
  const { id, is_anonymous } = call.account.user;
  if (is_anonymous) {
    await limitMailByCaller(call, purpose, address);
    await limitMailToNewAddress(call);
  }
  await limitMailFrequency(call, `own ${purpose} ${id} ${address}`);
  const holder: LimitedCaller = { ...callerOf(call), caller: id };
  for (let mail = 0; mail < mails; mail += 1) await call.auth.limits.consume('email_account', holder);
}
