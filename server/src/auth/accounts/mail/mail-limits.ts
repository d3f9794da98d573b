import { type Call, type SignedInCall, callerKey } from '../../kernel/call.ts';

/**
 * Limits on mails with codes, `email_sent` an hour for each key. Anonymous callers never exhaust a key that users or
 * the secret key need. A mail is counted before its code is created, so that a refused mail leaves the last code
 * valid.
 */
const NEW_ADDRESSES = 'addresses without an account';

/** One mail a minute (`max_frequency`) per purpose and address. */
async function limitMailFrequency(call: Call, key: string): Promise<void> {
  if (call.auth.settings.email.max_frequency > 0) await call.auth.limits.consume('email_frequency', key);
}

/**
 * Counts a mail requested without a session, by caller and by recipient, for known and unknown addresses.
 * @throws AuthError 429 over_email_send_rate_limit
 */
export async function limitMailByCaller(call: Call, purpose: string, address: string): Promise<void> {
  await call.auth.limits.consume('email_sent', `caller ${callerKey(call)}`);
  await limitMailFrequency(call, `${purpose} ${address}`);
  await limitMailToRecipient(call, purpose, address);
}

/** Counts a mail to an address other than the one that the caller named. */
export async function limitMailToRecipient(call: Call, purpose: string, address: string): Promise<void> {
  // Purposes that replace each other's codes share a counter. Others do not: requests without a mail do not count.
  const counted = purpose === 'magiclink' ? 'recovery' : purpose;
  await call.auth.limits.consume('email_recipient', `${counted} ${address}`);
}

/**
 * Counts a mail to an unknown address where sign-up is open. All callers share one key, because they could have any
 * address mailed.
 * @throws AuthError 429 over_email_send_rate_limit
 */
export async function limitMailToNewAddress(call: Call): Promise<void> {
  await call.auth.limits.consume('email_sent', NEW_ADDRESSES);
}

/** Refuses when that limit is exhausted, before the address is looked up. It counts nothing. */
export async function checkNewAddressLimit(call: Call): Promise<void> {
  await call.auth.limits.check('email_sent', NEW_ADDRESSES);
}

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
  for (let mail = 0; mail < mails; mail += 1) await call.auth.limits.consume('email_sent', `account ${id}`);
}
