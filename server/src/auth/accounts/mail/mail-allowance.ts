import { type Call, type SignedInCall, callerKey } from '../../kernel/call.ts';

/**
 * Limits on mails with codes. Each key has `email_sent` an hour; callers without an account never exhaust a key that
 * users or the secret key need. An allowance is taken before a code is made, so that a refused mail leaves the last
 * code valid.
 */
const NEW_ADDRESSES = 'addresses without an account';
const SECRET_KEY = 'secret key';

/** One mail a minute (`max_frequency`) per purpose and address. */
async function limitMailFrequency(call: Call, key: string): Promise<void> {
  if (call.auth.settings.email.max_frequency > 0) await call.auth.limits.consume('email_frequency', key);
}

/**
 * Takes a mail that a stranger asks for: by caller and by recipient, whether an account has the address or not.
 * @throws AuthError 429 over_email_send_rate_limit
 */
export async function takeStrangersMail(call: Call, purpose: string, address: string): Promise<void> {
  await call.auth.limits.consume('email_sent', `caller ${callerKey(call)}`);
  await limitMailFrequency(call, `${purpose} ${address}`);
  await takeRecipientsMail(call, purpose, address);
}

/** Purposes that replace each other's codes share a counter; others do not, so that requests that send no mail do not count. */
const countedAs: Readonly<Partial<Record<string, string>>> = { magiclink: 'recovery' };

/** Takes a mail that a stranger causes to an address, besides the one they named. */
export async function takeRecipientsMail(call: Call, purpose: string, address: string): Promise<void> {
  await call.auth.limits.consume('email_recipient', `${countedAs[purpose] ?? purpose} ${address}`);
}

/**
 * Takes a mail to an address that no account has, where sign-up is open: callers could have any address mailed, so all
 * of them share one key. @throws AuthError 429 over_email_send_rate_limit
 */
export async function takeNewAddressMail(call: Call): Promise<void> {
  await call.auth.limits.consume('email_sent', NEW_ADDRESSES);
}

/** The same refusal before it is known whether an account has the address; counts nothing, so it reveals nothing. */
export async function requireNewAddressMail(call: Call): Promise<void> {
  await call.auth.limits.check('email_sent', NEW_ADDRESSES);
}

/**
 * Takes mails that the holder of an account asks for; nameless accounts are had for the asking, so they are strangers.
 * @throws AuthError 429 over_email_send_rate_limit
 */
export async function takeOwnMails(
  call: SignedInCall,
  purpose: string,
  address: string,
  mails = 1,
): Promise<void> {
  const { id, is_anonymous } = call.account.user;
  if (is_anonymous) {
    await takeStrangersMail(call, purpose, address);
    await takeNewAddressMail(call);
  }
  await limitMailFrequency(call, `own ${purpose} ${id} ${address}`);
  for (let mail = 0; mail < mails; mail += 1) await call.auth.limits.consume('email_sent', `account ${id}`);
}

/** Takes a mail that the secret key's holder sends. @throws AuthError 429 over_email_send_rate_limit */
export async function takeSecretKeysMail(call: Call): Promise<void> {
  await call.auth.limits.consume('email_sent', SECRET_KEY);
}
