import { audit } from '../kernel/audit.ts';
import type { SignedInCall } from '../kernel/call.ts';
import { AuthError, validationFailed } from '../kernel/errors.ts';
import { issueCode, issueSmsCode } from '../accounts/codes/issue-code.ts';
import { limitMailsByAccount } from '../accounts/mail/mail-limits.ts';
import { sendCodeLater } from '../accounts/mail/send-mail.ts';
import { limitSms } from '../kernel/sms/limit-sms.ts';
import { requirePhone, sendSmsCode } from '../kernel/sms/send-sms.ts';

/** GET /reauthenticate sends the holder a code, which PUT /user takes as `nonce` (contract A1.10). */
export async function reauthenticate(call: SignedInCall): Promise<unknown> {
  const { user } = call.account;
  if (!user.email && !user.phone) {
    throw validationFailed('Reauthentication requires the user to have an email or a phone number');
  }
  if (!user.email) return reauthenticateByPhone(call);
  const email = user.email;
  if (!user.email_confirmed_at) {
    throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.');
  }
  await limitMailsByAccount(call, 'reauthentication', email);
  const code = await call.auth.database.transaction(async (query) => {
    await audit(call, query, 'user_reauthenticate_requested', user.id);
    return issueCode(call, query, { purpose: 'reauthentication', userId: user.id, address: email });
  });
  sendCodeLater(call, { purpose: 'reauthentication', to: email, code });
  return {};
}

/** GET /reauthenticate for an account with only a phone number → `{message_id}` (contract A1.10). */
async function reauthenticateByPhone(call: SignedInCall): Promise<unknown> {
  requirePhone(call);
  const { id: userId, phone, phone_confirmed_at } = call.account.user;
  if (!phone || !phone_confirmed_at) {
    throw new AuthError(422, 'phone_not_confirmed', 'Please verify your phone first.');
  }
  await limitSms(call, phone);
  const code = await call.auth.database.transaction(async (query) => {
    await audit(call, query, 'user_reauthenticate_requested', userId);
    return issueSmsCode(call, query, { purpose: 'reauthentication', userId, phone });
  });
  return { message_id: await sendSmsCode(call, phone, code, 'sms') };
}
