import { type Call, type Handler, bodyOf } from '../kernel/call.ts';
import { createAccount } from '../accounts/create-account.ts';
import type { Account, Metadata } from '../kernel/entities/account.rules.ts';
import type { CodeChallenge } from '../accounts/codes/code-challenge.rules.ts';
import { parseEmail } from '../kernel/entities/address.rules.ts';
import { AuthError, validationFailed } from '../kernel/errors.ts';
import { issueCode } from '../accounts/codes/issue-code.ts';
import { redirectOf } from '../kernel/request/redirect.ts';
import { takeNewAddressMail, takeStrangersMail } from '../accounts/mail/mail-allowance.ts';
import { sendCode } from '../accounts/mail/send-mail.ts';
import { findAccountByEmail } from '../accounts/store/accounts.store.ts';
import { challengeOf } from '../accounts/codes/code-body.ts';
import { otpByPhone } from './otp-phone.ts';
import { mailRecovery } from './recover.handler.ts';
import { type OtpBody, otpBody } from './otp-body.ts';

/** POST /otp: `{email|phone, create_user=true}` → `{}` and a code by mail or message (contract A1.4). */
export const otp: Handler = async (call) => {
  const body = bodyOf(call, otpBody);
  if (body.email && body.phone) {
    throw validationFailed('Only an email address or phone number should be provided');
  }
  if (body.phone) return otpByPhone(call, body);
  if (!body.email) throw validationFailed('One of email or phone must be set');
  if (body.channel) throw validationFailed('Channel should only be specified with Phone OTP');
  return mailSignInLink(call, body, body.create_user ?? true);
};

/** POST /magiclink: the older form of /otp by e-mail. */
export const magiclink: Handler = async (call) => {
  const body = bodyOf(call, otpBody);
  if (!body.email) throw validationFailed('Password recovery requires an email');
  return mailSignInLink(call, body, true);
};

async function mailSignInLink(call: Call, body: OtpBody, createsUser: boolean): Promise<unknown> {
  if (!call.auth.settings.email.enable_signup) {
    throw new AuthError(422, 'email_provider_disabled', 'Email logins are disabled');
  }
  const email = parseEmail(body.email!);
  const challenge = challengeOf(body);
  if (!createsUser && !(await findAccountByEmail(call.auth.database.query, email))) {
    throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp');
  }
  await takeStrangersMail(call, 'magiclink', email);
  call.auth.background.run('Sign-in link', () => sendLink(call, email, body.data, challenge));
  return {};
}

/** A link for an address with an account; a confirmation for one without, where sign-up is open. */
async function sendLink(
  call: Call,
  email: string,
  data: Metadata | null | undefined,
  challenge: CodeChallenge | null,
): Promise<void> {
  const { enable_signup: isSignupOpen, email: rules } = call.auth.settings;
  const account = await findAccountByEmail(call.auth.database.query, email);
  // Who asks for a link may not be who set a password before: following a sign-in link drops an unproven one.
  if (account?.user.email_confirmed_at || account?.user.encrypted_password) {
    return mailRecovery(call, email, challenge, 'magiclink');
  }
  if (!account && !isSignupOpen) return;
  // A refusal sends no mail and answers the same: an error would tell which addresses have accounts.
  if (!account) await takeNewAddressMail(call);
  if (!rules.enable_confirmations) {
    if (!account) await makeAccount(call, email, data, true);
    return mailRecovery(call, email, challenge, 'magiclink');
  }
  const { user } = account ?? (await makeAccount(call, email, data, false));
  const code = await call.auth.database.transaction((query) =>
    issueCode(call, query, { purpose: 'signup', userId: user.id, address: email, challenge }),
  );
  await sendCode(call, { purpose: 'signup', to: email, code, redirectTo: redirectOf(call) });
}

function makeAccount(
  call: Call,
  email: string,
  data: Metadata | null | undefined,
  isConfirmed: boolean,
): Promise<Account> {
  return call.auth.database.transaction((query) =>
    createAccount(call, query, { kind: 'email', address: email, passwordHash: null, data, isConfirmed }),
  );
}
