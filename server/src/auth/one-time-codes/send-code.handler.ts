import { z } from 'zod';
import { codeBody, challengeOf, type CodeChallenge } from '../accounts/codes/code-challenge.rules.ts';
import { metadataBody } from '../accounts/metadata.rules.ts';
import { type Call, type Handler, bodyOf } from '../kernel/call.ts';
import { type Transaction, audit, transaction } from '../kernel/transaction.ts';
import { createAccount } from '../accounts/create-account.ts';
import type { Metadata, Account } from '../kernel/entities/account.rules.ts';
import { parseEmail, parsePhone } from '../kernel/entities/address.rules.ts';
import { authError, validationFailed } from '../kernel/errors.ts';
import { beginProof, limitFirstProof, mailInvitation } from '../accounts/proofs/begin-proof.ts';
import { sentOn, accountState } from '../accounts/proofs/proof.rules.ts';
import { issueCode } from '../accounts/codes/issue-code.ts';
import { limitMailToNewAddress, limitMailByCaller } from '../accounts/mail/mail-limits.ts';
import { sendCode } from '../accounts/mail/send-mail.ts';
import { findAccountBy, lockAccount } from '../accounts/store/accounts.store.ts';
import { limitSms, channelOf, requirePhone, sendSmsCode } from '../kernel/sms/sms.ts';
import { mailEmailChange } from '../accounts/changes/change-address.ts';
import { texts } from '../kernel/entities/json.rules.ts';

/** The body of POST /otp and /magiclink (contract A1.4). */
const otpBody = z.object({
  ...texts('email', 'phone', 'channel'),
  create_user: z.boolean().nullish(),
  data: metadataBody.nullish(),
  ...codeBody,
});

type OtpBody = z.infer<typeof otpBody>;

/** POST /otp `{email|phone, create_user=true}` returns `{}` and sends a code by mail or message (contract A1.4). */
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

/** POST /magiclink, the older form of /otp by e-mail. */
export const magiclink: Handler = async (call) => {
  const body = bodyOf(call, otpBody);
  if (!body.email) throw validationFailed('Password recovery requires an email');
  return mailSignInLink(call, body, true);
};

async function mailSignInLink(call: Call, body: OtpBody, createsUser: boolean): Promise<unknown> {
  if (!call.auth.settings.email.enable_signup) {
    throw authError('email_provider_disabled');
  }
  const email = parseEmail(body.email!);
  const challenge = challengeOf(body);
  if (!createsUser && !(await findAccountBy(call.auth.database, 'email', email))) {
    throw authError('otp_disabled');
  }
  const address = { kind: 'email', address: email } as const;
  await limitFirstProof(call, address, null, () => limitMailByCaller(call, 'magiclink', email));
  call.auth.background.run('Sign-in link', () => sendLink(call, email, body.data, challenge));
  return {};
}

/** Sends the mail of contract A1.12 to a known address, and a confirmation to an unknown one where sign-up is open. */
async function sendLink(
  call: Call,
  email: string,
  data: Metadata | null | undefined,
  challenge: CodeChallenge | null,
): Promise<void> {
  const { enable_signup: isSignupOpen, email: rules } = call.auth.settings;
  const account = await findAccountBy(call.auth.database, 'email', email);
  const sent = account ? sentOn.otp[accountState(account.user)] : 'confirmation';
  if (account && sent === 'invitation') return mailInvitation(call, account);
  if (account && sent === 'sign-in') return mailRecovery(call, email, challenge, 'magiclink');
  if (!account && !isSignupOpen) return;
  // A refusal sends no mail and answers the same: an error would tell which addresses have accounts.
  if (!account) await limitMailToNewAddress(call);
  const order = { kind: 'email', address: email, data } as const;
  if (!rules.enable_confirmations) {
    if (!account) {
      await transaction(call, (tx) => createAccount(tx, { ...order, isConfirmed: true }));
    }
    return mailRecovery(call, email, challenge, 'magiclink');
  }
  const code = await transaction(call, async (tx) => {
    const begun = await beginProof(tx, order);
    if (!begun) return null;
    return issueCode(tx, { purpose: 'signup', userId: begun.user.id, address: email, challenge });
  });
  if (code) await sendCode(call, { purpose: 'signup', to: email, code });
}

/** POST /otp by phone returns `{message_id}` and creates a missing account (contract A1.4). */
async function otpByPhone(call: Call, body: OtpBody): Promise<unknown> {
  requirePhone(call);
  const phone = parsePhone(body.phone!);
  const channel = channelOf(body.channel);
  const known = await findAccountBy(call.auth.database, 'phone', phone);
  if (!known && body.create_user === false) {
    throw authError('otp_disabled');
  }
  if (!known && !call.auth.settings.enable_signup) {
    throw authError('signup_disabled');
  }
  const address = { kind: 'phone', address: phone } as const;
  await limitFirstProof(call, address, null, () => limitSms(call, phone));
  const code = await transaction(call, async (tx) => {
    const userId = await accountOfPhone(tx, phone, body.data);
    return issueCode(tx, { purpose: 'sms', userId, address: phone });
  });
  return { message_id: await sendSmsCode(call, phone, code.otp, channel) };
}

/** The account of a number, made if there is none. A password that a sign-up set before is dropped (contract A1.12). */
async function accountOfPhone(tx: Transaction, phone: string, data: OtpBody['data']): Promise<string> {
  const order = { kind: 'phone', address: phone, data } as const;
  const begun = await beginProof(tx, order);
  return (begun ?? (await findAccountBy(tx, 'phone', phone))!).user.id;
}

const recoveryBody = z.object({ ...texts('email'), ...codeBody });

/** POST /recover `{email}` returns `{}` in the same time for known and unknown addresses (contract A1.5). */
export const recover: Handler = async (call) => {
  const body = bodyOf(call, recoveryBody);
  if (!body.email) throw validationFailed('Password recovery requires an email');
  const email = parseEmail(body.email);
  const challenge = challengeOf(body);
  await limitMailByCaller(call, 'recovery', email);
  call.auth.background.run('Password recovery', () => mailRecovery(call, email, challenge));
  return {};
};

/** Sends the mail to the account's holder, if there is one. */
async function mailRecovery(
  call: Call,
  email: string,
  challenge: CodeChallenge | null,
  purpose: 'recovery' | 'magiclink' = 'recovery',
): Promise<void> {
  const account = await findAccountBy(call.auth.database, 'email', email);
  if (!account) return;
  const code = await transaction(call, async (tx) => {
    await audit(tx, 'user_recovery_requested', account.user.id, { purpose });
    return issueCode(tx, { purpose, userId: account.user.id, address: email, challenge });
  });
  await sendCode(call, { purpose, to: email, code });
}

/** The body of POST /resend (contract A1.6). */
const resendBody = z.object({ ...texts('type', 'email', 'phone', 'channel'), ...codeBody });

type ResendBody = z.infer<typeof resendBody>;

/** POST /resend `{type, email|phone}` returns `{}`, also when there is nothing to send (contract A1.6). */
export const resend: Handler = async (call) => {
  const body = bodyOf(call, resendBody);
  const { type, email, phone } = body;
  if (type !== 'signup' && type !== 'email_change' && type !== 'sms' && type !== 'phone_change') {
    throw validationFailed('Missing one of these types: signup, email_change, sms, phone_change');
  }
  if (!email && !phone) {
    throw validationFailed('Type provided requires an email address or phone number');
  }
  const isByMail = type === 'signup' || type === 'email_change';
  if (isByMail && !email) throw validationFailed('Type provided requires an email address');
  if (!isByMail && !phone) throw validationFailed('Type provided requires a phone number');
  if (email && phone) {
    throw validationFailed('Only an email address or phone number should be provided.');
  }
  if (!isByMail) return resendToPhone(call, body);
  return resendMail(call, type, parseEmail(email!), challengeOf(body));
};

async function resendMail(
  call: Call,
  type: 'signup' | 'email_change',
  email: string,
  challenge: CodeChallenge | null,
): Promise<unknown> {
  await limitMailByCaller(call, type, email);
  call.auth.background.run('Sending an email again', async () => {
    const account = await findAccountBy(call.auth.database, 'email', email);
    if (!account) return;
    if (type === 'email_change') {
      if (account.user.email_change)
        await mailEmailChange(call, account, account.user.email_change, challenge);
      return;
    }
    if (account.user.email_confirmed_at) return;
    if (sentOn.resend[accountState(account.user)] === 'invitation') return mailInvitation(call, account);
    const code = await transaction(call, (tx) =>
      issueCode(tx, { purpose: 'signup', userId: account.user.id, address: email, challenge }),
    );
    await sendCode(call, { purpose: 'signup', to: email, code });
  });
  return {};
}

/** POST /resend of a code by phone → `{message_id}`, or `{}` where there is nothing to send (contract A1.6). */
async function resendToPhone(call: Call, body: ResendBody): Promise<unknown> {
  requirePhone(call);
  const number = parsePhone(body.phone!);
  const channel = channelOf(body.channel);
  await limitSms(call, number);
  const account = await findAccountBy(call.auth.database, 'phone', number);
  const phone = account && awaited(account, body.type ?? '');
  if (!account || !phone) return {};
  const purpose = body.type === 'phone_change' ? 'phone_change' : 'sms';
  const code = await transaction(call, async (tx) => {
    const present = await lockAccount(tx, account.user.id);
    // A change may have been dropped since.
    if (!present || awaited(present, body.type ?? '') !== phone) return null;
    return issueCode(tx, { purpose, userId: account.user.id, address: phone });
  });
  if (code === null) return {};
  return { message_id: await sendSmsCode(call, phone, code.otp, channel) };
}

/** Returns the number that waits for its confirmation, or null. */
function awaited({ user }: Account, type: string): string | null {
  if (type === 'phone_change') return user.phone_change || null;
  return user.phone_confirmed_at ? null : user.phone;
}
