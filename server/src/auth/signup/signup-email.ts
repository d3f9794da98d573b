import { type Call, presentTime } from '../kernel/call.ts';
import { findOrCreateAccount } from '../accounts/create-account.ts';
import type { CodeChallenge } from '../accounts/codes/code-challenge.rules.ts';
import { parseEmail } from '../kernel/entities/address.rules.ts';
import { decoyUser } from '../accounts/decoy-user.rules.ts';
import { userJson } from '../accounts/user-json.rules.ts';
import { AuthError } from '../kernel/errors.ts';
import { hashPassword } from '../kernel/password-hashing.ts';
import { issueCode } from '../accounts/codes/issue-code.ts';
import { signUpAtOnce } from './sign-up-at-once.ts';
import { requireStrong } from '../accounts/passwords/new-password.ts';
import { redirectOf } from '../kernel/request/redirect.ts';
import {
  checkNewAddressLimit,
  limitMailToNewAddress,
  limitMailByCaller,
} from '../accounts/mail/mail-limits.ts';
import { sendCodeLater } from '../accounts/mail/send-mail.ts';
import { findAccount, findAccountByEmail } from '../accounts/store/accounts.store.ts';
import type { SignupBody } from './signup-body.ts';

/**
 * POST /signup by e-mail: a session where addresses need no confirmation, else the bare user and a mail. A known
 * address gets a made-up user in the same time (contract A1.1).
 */
export async function signupByEmail(
  call: Call,
  body: SignupBody,
  challenge: CodeChallenge | null,
): Promise<unknown> {
  const { settings } = call.auth;
  if (!settings.email.enable_signup) {
    throw new AuthError(400, 'email_provider_disabled', 'Email signups are disabled');
  }
  const email = parseEmail(body.email!);
  await requireStrong(call, body.password!, email);
  const passwordHash = await hashPassword(call, body.password!);
  const order = { kind: 'email', address: email, passwordHash, data: body.data } as const;
  if (!settings.email.enable_confirmations) return signUpAtOnce(call, order);

  await checkNewAddressLimit(call);
  await limitMailByCaller(call, 'signup', email);
  const known = await findAccountByEmail(call.auth.database.query, email);
  if (known?.user.email_confirmed_at) return decoyUser(email, body.data ?? {}, presentTime(call));
  if (!known) await limitMailToNewAddress(call);
  const { account, code } = await call.auth.database.transaction(async (query) => {
    // A sign-up repeated before its confirmation replaces the password that was set first.
    const { id } = (await findOrCreateAccount(call, query, { ...order, isConfirmed: false })).user;
    const issued = await issueCode(call, query, { purpose: 'signup', userId: id, address: email, challenge });
    return { account: (await findAccount(query, id))!, code: issued };
  });
  sendCodeLater(call, { purpose: 'signup', to: email, code, redirectTo: redirectOf(call) });
  return userJson(account);
}
