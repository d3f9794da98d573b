import { type Call, type Handler, bodyOf } from '../kernel/call.ts';
import type { CodeChallenge } from '../accounts/codes/code-challenge.rules.ts';
import { parseEmail } from '../kernel/entities/address.rules.ts';
import { validationFailed } from '../kernel/errors.ts';
import { issueCode } from '../accounts/codes/issue-code.ts';
import { redirectOf } from '../kernel/request/redirect.ts';
import { takeStrangersMail } from '../accounts/mail/mail-allowance.ts';
import { sendCode } from '../accounts/mail/send-mail.ts';
import { mailEmailChange } from '../accounts/changes/change-email.ts';
import { findAccountByEmail } from '../accounts/store/accounts.store.ts';
import { challengeOf } from '../accounts/codes/code-body.ts';
import { resendToPhone } from './resend-phone.ts';
import { resendBody } from './resend-body.ts';

/** POST /resend: `{type, email|phone}` → `{}`, also when there is nothing to send (contract A1.6). */
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
  await takeStrangersMail(call, type, email);
  call.auth.background.run('Sending a mail again', async () => {
    const account = await findAccountByEmail(call.auth.database.query, email);
    if (!account) return;
    if (type === 'email_change') {
      if (account.user.email_change)
        await mailEmailChange(call, account, account.user.email_change, challenge);
      return;
    }
    if (account.user.email_confirmed_at) return;
    const code = await call.auth.database.transaction((query) =>
      issueCode(call, query, { purpose: 'signup', userId: account.user.id, address: email, challenge }),
    );
    await sendCode(call, { purpose: 'signup', to: email, code, redirectTo: redirectOf(call) });
  });
  return {};
}
