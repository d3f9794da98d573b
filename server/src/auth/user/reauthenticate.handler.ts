import type { SignedInCall } from '../kernel/call.ts';
import { audit, transaction } from '../kernel/transaction.ts';
import { type IssuedCode, issueCode } from '../accounts/codes/issue-code.ts';
import { limitMailsByAccount } from '../accounts/mail/mail-limits.ts';
import { sendCodeLater } from '../accounts/mail/send-mail.ts';
import { authError, validationFailed } from '../kernel/errors.ts';
import { limitSms, requirePhone, sendSmsCode } from '../kernel/sms/sms.ts';

/** GET /reauthenticate sends the holder a code, which PUT /user takes as `nonce` (contract A1.10). */
export async function reauthenticate(call: SignedInCall): Promise<unknown> {
  const { user } = call.account;
  if (!user.email && !user.phone) {
    throw validationFailed('Reauthentication requires the user to have an email or a phone number');
  }
  if (!user.email) return reauthenticateByPhone(call);
  const email = user.email;
  if (!user.email_confirmed_at) {
    throw authError('email_not_confirmed', { status: 422, message: 'Please verify your email first.' });
  }
  await limitMailsByAccount(call, 'reauthentication', email);
  const code = await issueNonce(call, email);
  sendCodeLater(call, { purpose: 'reauthentication', to: email, code });
  return {};
}

/** GET /reauthenticate for an account with only a phone number → `{message_id}` (contract A1.10). */
async function reauthenticateByPhone(call: SignedInCall): Promise<unknown> {
  requirePhone(call);
  const { phone, phone_confirmed_at } = call.account.user;
  if (!phone || !phone_confirmed_at) {
    throw authError('phone_not_confirmed', { status: 422, message: 'Please verify your phone first.' });
  }
  await limitSms(call, phone);
  const { otp } = await issueNonce(call, phone);
  return { message_id: await sendSmsCode(call, phone, otp, 'sms') };
}

/** Creates the code that PUT /user takes as `nonce`. */
const issueNonce = (call: SignedInCall, address: string): Promise<IssuedCode> =>
  transaction(call, async (tx) => {
    const userId = tx.account.user.id;
    await audit(tx, 'user_reauthenticate_requested', userId);
    return issueCode(tx, { purpose: 'reauthentication', userId, address });
  });
